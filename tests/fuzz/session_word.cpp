// SPDX-License-Identifier: MIT
// Whatever a member of masked sums signs as a word of the session.
#include "fuzz/input.hpp"
#include "fuzz/read_or_refuse.hpp"
#include "sotto.pb.h"
#include "sotto/audit/chosen_message.hpp"
#include "sotto/federation/protocol/session_agreement.hpp"

namespace sotto::fuzz {
namespace {

using federation::v2::SignedWord;

constexpr std::size_t coordinates = 2;
constexpr NodeId liar = 1;

const SiteKey& key_of(NodeId member) {
  static const SiteKey keys[] = {SiteKey::generate(), SiteKey::generate(), SiteKey::generate()};
  return keys[member];
}

SessionWord::Expected expected() {
  static const PublicKey keys[] = {key_of(0).public_key(), key_of(1).public_key(), key_of(2).public_key()};
  return {digest_of("session"), coordinates, [](NodeId node) { return node < 3 ? &keys[node] : nullptr; }};
}

SessionWord honest_key(NodeId member, Round completed) {
  KeyWord word{.key = std::string(32, 'k'), .completed = completed};
  if (completed > 0) word.sum = ChosenMessage::of(std::vector<double>(coordinates, 1.0));
  return SessionWord::say({expected().session, member}, word, key_of(member));
}

void check(const SessionWord& word) {
  if (const KeyWord* key = word.key()) {
    hold(key->key.size() == 32, "a key of another length");
    hold(key->sum.has_value() == (key->completed > 0), "a sum of nothing, or none of a round");
    hold(!key->sum || (key->sum->is_finite() && key->sum->values().size() == coordinates), "a sum that is none");
  }
}

/// Two honest members and one that says this: nobody goes on unless all say that they hold the same.
void agree_with(const SessionWord& word) {
  SessionAgreement agreement({0, liar, 2});
  agreement.take(honest_key(0, 3));
  agreement.take(honest_key(2, 3));
  hold(!agreement.is_agreed(), "goes on without a key of a member");
  agreement.take(word.key() != nullptr ? word : honest_key(liar, 3));
  hold(agreement.take(honest_key(liar, 3)) != SessionAgreement::Taken::kept, "a second key of a member");
  for (const NodeId member : {0u, 2u}) {
    hold(!agreement.is_agreed(), "goes on without a ready word");
    agreement.take(SessionWord::say({expected().session, member}, agreement.ready(), key_of(member)));
  }
  hold(!agreement.is_agreed(), "goes on without the ready word of the last member");
  const SessionWord last =
      word.ready() != nullptr ? word : SessionWord::say({expected().session, liar}, agreement.ready(), key_of(liar));
  agreement.take(last);
  const bool same = *last.ready() == agreement.ready();
  hold(agreement.is_agreed() == (same && !agreement.who_differ()), "goes on with other keys or sums, or not at all");
}

std::string sum_of(Input& input) {
  std::vector<double> values;
  for (std::uint64_t left = input.word() % 4; left > 0; --left) values.push_back(input.number());
  return {reinterpret_cast<const char*>(values.data()), values.size() * sizeof(double)};
}

/// A word of numbers that mean something, most of them just beside what may be said.
SignedWord made_of(Bytes bytes) {
  Input input(bytes);
  SignedWord word;
  const std::uint64_t kind = input.word() % 8;
  if (kind < 6) {
    word.mutable_key()->set_key(std::string(kind == 0 ? 31 + input.word() % 3 : 32, 'k'));
    word.mutable_key()->set_completed(static_cast<Round>(input.word() % 3));
    word.mutable_key()->set_sum(sum_of(input));
  } else {
    word.mutable_ready()->set_key_words(std::string(31 + input.word() % 3, 'd'));
    word.mutable_ready()->set_completed(static_cast<Round>(input.word()));
  }
  return word;
}

/// Without the member's signature it is nobody's word. With it, it is read or refused.
void say(SignedWord word) {
  word.set_session_id(std::string(expected().session.view()));
  word.set_node(liar);
  hold(!SessionWord::read(word.SerializeAsString(), expected()), "a signature out of nothing");
  word.clear_signature();
  word.set_signature(key_of(liar).sign(SigningContext::session, word.SerializeAsString()));
  const auto read = SessionWord::read(word.SerializeAsString(), expected());
  if (!read) return;
  hold(read->node() == liar && read->bytes() == word.SerializeAsString(), "a word that is not what was said");
  check(*read);
  agree_with(*read);
}

}  // namespace

/// The bytes as a word off the wire, and as numbers for one.
void session_word(Bytes bytes) {
  const std::string text = text_of(bytes);
  hold(!SessionWord::read(text, expected()), "reads what is not of this session");
  if (SignedWord word; word.ParseFromString(text)) say(std::move(word));
  say(made_of(bytes));
}

}  // namespace sotto::fuzz
