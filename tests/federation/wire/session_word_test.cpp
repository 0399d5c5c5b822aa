// SPDX-License-Identifier: MIT
// A word of a session: only the member's site key can say it, for one session, and all of it comes back.
#include "sotto/federation/wire/session_word.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "sotto.pb.h"
#include "sotto/audit/chosen_message.hpp"
#include "sotto/federation/wire/round_message.hpp"

namespace sotto {
namespace {

using federation::v2::SignedWord;

const SiteKey& member() {
  static const SiteKey key = SiteKey::generate();
  return key;
}

constexpr NodeId number = 3;
constexpr std::size_t dimension = 2;

const SessionWord::Label& label() {
  static const SessionWord::Label label{digest_of("session"), number};
  return label;
}

SessionWord::Expected expected() {
  static const PublicKey key = member().public_key();
  return {label().session, dimension, [](NodeId node) { return node == number ? &key : nullptr; }};
}

std::string bytes_of_sum(const std::vector<double>& values) {
  return {reinterpret_cast<const char*>(values.data()), values.size() * sizeof(double)};
}

KeyWord key_after(Round completed) {
  KeyWord word{.key = std::string(32, 'k'), .completed = completed};
  if (completed > 0) word.sum = ChosenMessage::of(std::vector{1.0, 2.0});
  return word;
}

std::string said_after(Round completed) {
  return SessionWord::say(label(), key_after(completed), member()).bytes();
}

/// Whether a word is read that its member changed before it signed.
template <class Change>
bool is_read(const std::string& said, Change change) {
  SignedWord word;
  EXPECT_TRUE(word.ParseFromString(said));
  word.clear_signature();
  change(word);
  word.set_signature(member().sign(SigningContext::session, word.SerializeAsString()));
  return SessionWord::read(word.SerializeAsString(), expected()).has_value();
}

TEST(SessionWord, ComesBackWithEveryOneOfItsFields) {
  const auto key = SessionWord::read(said_after(4), expected());
  ASSERT_TRUE(key && key->key() != nullptr);
  EXPECT_EQ(key->node(), number);
  EXPECT_EQ(key->key()->key, std::string(32, 'k'));
  EXPECT_EQ(key->key()->completed, 4u);
  EXPECT_EQ(RoundMessage::bytes_of_sum(*key->key()->sum), bytes_of_sum({1, 2}));
  EXPECT_EQ(key->ready(), nullptr);
  EXPECT_FALSE(SessionWord::read(said_after(0), expected())->key()->sum);
  const ReadyWord said{digest_of("keys"), 4};
  const auto ready = SessionWord::read(SessionWord::say(label(), said, member()).bytes(), expected());
  ASSERT_TRUE(ready && ready->ready() != nullptr);
  EXPECT_EQ(*ready->ready(), said);
  EXPECT_EQ(ready->key(), nullptr);
}

TEST(SessionWord, OfAnotherKeyOrSessionOrOfNoMemberIsRefused) {
  const SiteKey other = SiteKey::generate();
  EXPECT_FALSE(SessionWord::read(SessionWord::say(label(), key_after(0), other).bytes(), expected()));
  EXPECT_FALSE(SessionWord::read(SessionWord::say(label(), ReadyWord{}, other).bytes(), expected()));
  for (const SessionWord::Label& wrong :
       {SessionWord::Label{digest_of("another session"), number}, {label().session, number + 1}})
    EXPECT_FALSE(SessionWord::read(SessionWord::say(wrong, key_after(0), member()).bytes(), expected()));
}

TEST(SessionWord, ChangedInAnyBitIsRefused) {
  for (const std::string& said : {said_after(1), SessionWord::say(label(), ReadyWord{}, member()).bytes()})
    for (std::size_t k = 0; k < said.size(); ++k) {
      std::string changed = said;
      changed[k] = static_cast<char>(changed[k] ^ 1);
      EXPECT_FALSE(SessionWord::read(changed, expected())) << k;
    }
}

TEST(SessionWord, ThatItsMemberSignedIsRefusedWhereItSaysWhatCannotBe) {
  EXPECT_TRUE(is_read(said_after(1), [](SignedWord&) {}));
  for (const std::size_t length : {0u, 31u, 33u})
    EXPECT_FALSE(is_read(said_after(0), [&](SignedWord& w) { w.mutable_key()->set_key(std::string(length, 'k')); }));
  EXPECT_FALSE(is_read(said_after(1), [](SignedWord& w) { w.mutable_key()->clear_sum(); })) << "rounds, and no sum";
  EXPECT_FALSE(is_read(said_after(1), [](SignedWord& w) { w.mutable_key()->set_completed(0); })) << "a sum of nothing";
  constexpr double infinity = std::numeric_limits<double>::infinity(), nan = std::numeric_limits<double>::quiet_NaN();
  for (const std::vector<double>& sum : {std::vector{1.0}, {1.0, 2.0, 3.0}, {1.0, infinity}, {nan, 1.0}})
    EXPECT_FALSE(is_read(said_after(1), [&](SignedWord& w) { w.mutable_key()->set_sum(bytes_of_sum(sum)); }));
  EXPECT_FALSE(is_read(said_after(0), [](SignedWord& w) { w.clear_key(); })) << "neither word";
  EXPECT_FALSE(is_read(said_after(0), [](SignedWord& w) { w.mutable_ready()->set_key_words("short"); }));
}

/// The limits themselves can be said, and what is next to them cannot.
TEST(KeyWord, BreaksARuleWithRoundsOrASumThatNoHonestMemberHas) {
  constexpr KeyWord::Limits limits{.completed = 4, .least_sum = 0.25, .sum = 8};
  const auto rule = [&](Round completed, const std::vector<double>& sum) {
    KeyWord word = key_after(completed);
    word.sum = ChosenMessage::of(sum);
    return word.broken_by(limits);
  };
  EXPECT_EQ(key_after(0).broken_by(limits), "");
  for (const std::vector<double>& sum : {std::vector{8.0, -8.0}, {0.0, -0.0}, {0.25, -0.25}})
    EXPECT_EQ(rule(4, sum), "");
  EXPECT_EQ(rule(5, {1, 2}), "says that it has completed round 5, which cannot be");
  for (const double wrong : {std::nextafter(8.0, 9.0), 1e308, std::nextafter(0.25, 0.0), 2.3e-308, 5e-324})
    for (const std::vector<double>& sum : {std::vector{wrong, 0.0}, {0.0, -wrong}})
      EXPECT_NE(rule(4, sum).find("says a sum of round 4 that no residues come to"), std::string::npos) << wrong;
}

}  // namespace
}  // namespace sotto
