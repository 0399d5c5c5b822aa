// SPDX-License-Identifier: MIT
#include "sotto/federation/wire/session_word.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "sotto.pb.h"
#include "sotto/federation/wire/schema_parts.hpp"

namespace sotto {
namespace {

constexpr std::size_t key_size = 32;

std::string signed_by(const SiteKey& key, federation::v2::SignedWord& word) {
  word.set_signature(key.sign(SigningContext::session, word.SerializeAsString()));
  return word.SerializeAsString();
}

federation::v2::SignedWord begun(const SessionWord::Label& label) {
  federation::v2::SignedWord word;
  word.set_session_id(std::string(label.session.view()));
  word.set_node(label.node);
  return word;
}

bool is_signed_by(const PublicKey& key, federation::v2::SignedWord word) {
  const std::string signature = word.signature();
  word.clear_signature();
  return key.verifies(SigningContext::session, word.SerializeAsString(), signature);
}

}  // namespace

/// What follows from other sums would be refused by everybody, and each honest member blamed for it: a result that is
/// too large, or one that a small weight has made subnormal.
std::string KeyWord::broken_by(const Limits& limits) const {
  const std::string round = std::to_string(completed);
  if (completed > limits.completed) return "says that it has completed round " + round + ", which cannot be";
  if (!sum) return "";
  const std::span<const double> values = sum->values();
  const auto holds = [&](double value) {
    return value == 0 || (std::abs(value) >= limits.least_sum && std::abs(value) <= limits.sum);
  };
  if (std::all_of(values.begin(), values.end(), holds)) return "";
  return "says a sum of round " + round + " that no residues come to: a value is too large, or too close to zero";
}

SessionWord SessionWord::say(const Label& label, const KeyWord& word, const SiteKey& key) {
  federation::v2::SignedWord out = begun(label);
  out.mutable_key()->set_key(word.key);
  out.mutable_key()->set_completed(word.completed);
  if (word.sum) {
    const std::span<const double> values = word.sum->values();
    out.mutable_key()->set_sum(std::string(reinterpret_cast<const char*>(values.data()), values.size_bytes()));
  }
  return {label.node, word, signed_by(key, out)};
}

SessionWord SessionWord::say(const Label& label, const ReadyWord& word, const SiteKey& key) {
  federation::v2::SignedWord out = begun(label);
  out.mutable_ready()->set_key_words(std::string(word.key_words.view()));
  out.mutable_ready()->set_completed(word.completed);
  return {label.node, word, signed_by(key, out)};
}

std::optional<SessionWord> SessionWord::read(const std::string& bytes, const Expected& expected) {
  federation::v2::SignedWord in;
  if (!parse_exactly(bytes, in) || in.session_id() != expected.session.view()) return std::nullopt;
  const PublicKey* member = expected.key_of(in.node());
  if (member == nullptr || !is_signed_by(*member, in)) return std::nullopt;
  if (in.has_ready()) {
    const std::optional<Digest> key_words = digest_from_bytes(in.ready().key_words());
    if (!key_words) return std::nullopt;
    return SessionWord(in.node(), ReadyWord{*key_words, in.ready().completed()}, bytes);
  }
  if (!in.has_key() || in.key().key().size() != key_size) return std::nullopt;
  KeyWord word{.key = in.key().key(), .completed = in.key().completed()};
  const std::string& sum = in.key().sum();
  if (sum.empty() != (word.completed == 0)) return std::nullopt;
  if (!sum.empty()) {
    if (sum.size() != expected.dimension * sizeof(double)) return std::nullopt;
    Released values = Released::nothing(expected.dimension);
    std::memcpy(values.values_.data(), sum.data(), sum.size());
    if (!values.is_finite()) return std::nullopt;
    word.sum = std::move(values);
  }
  return SessionWord(in.node(), std::move(word), bytes);
}

}  // namespace sotto
