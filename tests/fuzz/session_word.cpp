// SPDX-License-Identifier: MIT
// Whatever a member of masked sums signs as a word of the session.
#include "fuzz/read_or_refuse.hpp"
#include "sotto.pb.h"
#include "sotto/federation/protocol/session_agreement.hpp"
#include "sotto/federation/wire/round_message.hpp"

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
  const double sum[coordinates] = {1, 2};
  if (completed > 0) word.sum = RoundMessage::sum_from({reinterpret_cast<const char*>(sum), sizeof sum});
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

}  // namespace

/// Bytes as they are bear no signature; then the member signs what they say.
void session_word(Bytes bytes) {
  const std::string text = text_of(bytes);
  hold(!SessionWord::read(text, expected()), "a signature out of nothing");
  SignedWord word;
  if (!word.ParseFromString(text)) return;
  word.set_session_id(std::string(expected().session.view()));
  word.set_node(liar);
  word.clear_signature();
  word.set_signature(key_of(liar).sign(SigningContext::session, word.SerializeAsString()));
  const auto read = SessionWord::read(word.SerializeAsString(), expected());
  if (!read) return;
  hold(read->node() == liar && read->bytes() == word.SerializeAsString(), "a word that is not what was said");
  check(*read);
  agree_with(*read);
}

}  // namespace sotto::fuzz
