// SPDX-License-Identifier: MIT
// A standing: only the site key can say it, in one session, with one set of claims, and all of it comes back.
#include "sotto/federation/wire/standing.hpp"

#include <gtest/gtest.h>

#include "federation/wire/some_frames.hpp"
#include "sotto.pb.h"

namespace sotto {
namespace {

namespace schema = federation::v2;
using namespace test;

const SiteKey& site() {
  static const SiteKey key = SiteKey::generate();
  return key;
}

/// A standing that its site signed, changed before it did.
template <class Change>
bool is_read(Change change) {
  RandomPoints points(1);
  Standing good = some_standing(points);
  good.last = {3, digest_of("three")};
  const auto said = SignedStanding::say(good, {some_binding(points)}, site());
  schema::SignedStanding message;
  schema::Standing body;
  EXPECT_TRUE(message.ParseFromString(said.bytes()) && body.ParseFromString(message.body()));
  change(body);
  message.set_body(body.SerializeAsString());
  message.set_signature(site().sign(SigningContext::standing, message.body()));
  return SignedStanding::read(message.SerializeAsString(), site().public_key()).has_value();
}

TEST(Standing, ComesBackWithEveryOneOfItsFields) {
  RandomPoints points(2);
  for (int k = 0; k < 100; ++k) {
    const Standing sent = some_standing(points);
    const std::string binding = some_binding(points), claims = some_claims(points).bytes();
    const auto said = SignedStanding::say(sent, {binding, claims}, site());
    const auto read = SignedStanding::read(said.bytes(), site().public_key());
    ASSERT_TRUE(read);
    const Standing& got = read->standing();
    EXPECT_EQ(got.version, sent.version);
    EXPECT_EQ(got.run, sent.run);
    EXPECT_EQ(got.kind, sent.kind);
    EXPECT_EQ(got.node, sent.node);
    EXPECT_EQ(got.incarnation, sent.incarnation);
    EXPECT_EQ(got.start_id, sent.start_id);
    EXPECT_EQ(got.last, sent.last);
    EXPECT_EQ(got.ledger_entries, sent.ledger_entries);
    EXPECT_EQ(got.ledger_head, sent.ledger_head);
    EXPECT_EQ(read->bytes(), said.bytes());
    EXPECT_TRUE(read->is_said_at({binding, claims}));
    EXPECT_FALSE(read->is_said_at({binding, claims + "x"})) << "other claims";
    EXPECT_FALSE(read->is_said_at({std::string(32, '?'), claims})) << "another session";
  }
}

TEST(Standing, OfAnotherKeyOrSignedForAnotherPurposeIsRefused) {
  RandomPoints points(3);
  const Standing standing = some_standing(points);
  const SiteKey thief = SiteKey::generate();
  EXPECT_FALSE(
      SignedStanding::read(SignedStanding::say(standing, {some_binding(points)}, thief).bytes(), site().public_key()));
  schema::SignedStanding message;
  ASSERT_TRUE(message.ParseFromString(SignedStanding::say(standing, {some_binding(points)}, site()).bytes()));
  for (const SigningContext other : {SigningContext::manifest, SigningContext::round, SigningContext::audit}) {
    message.set_signature(site().sign(other, message.body()));
    EXPECT_FALSE(SignedStanding::read(message.SerializeAsString(), site().public_key()));
  }
}

TEST(Standing, WithAnyBitChangedIsRefused) {
  RandomPoints points(4);
  const std::string good = SignedStanding::say(some_standing(points), {some_binding(points)}, site()).bytes();
  for (std::size_t bit = 0; bit < 8 * good.size(); ++bit) {
    std::string changed = good;
    changed[bit / 8] = static_cast<char>(changed[bit / 8] ^ (1 << bit % 8));
    EXPECT_FALSE(SignedStanding::read(changed, site().public_key())) << bit;
  }
  for (std::size_t size = 0; size < good.size(); ++size)
    EXPECT_FALSE(SignedStanding::read(good.substr(0, size), site().public_key())) << size;
  EXPECT_FALSE(SignedStanding::read(good + '\0', site().public_key()));
}

TEST(Standing, ThatItsSiteSignedWithPartsThatAreNoneIsRefused) {
  EXPECT_TRUE(is_read([](schema::Standing&) {}));
  for (const std::size_t size : {std::size_t{0}, std::size_t{31}, std::size_t{33}, std::size_t{64}}) {
    const std::string wrong(size, 'd');
    EXPECT_FALSE(is_read([&](schema::Standing& body) { body.set_run_id(wrong); })) << size;
    EXPECT_FALSE(is_read([&](schema::Standing& body) { body.set_ledger_head(wrong); })) << size;
    EXPECT_FALSE(is_read([&](schema::Standing& body) { body.set_last_digest(wrong); })) << size;
    EXPECT_FALSE(is_read([&](schema::Standing& body) { body.set_binding(wrong); })) << size;
    EXPECT_FALSE(is_read([&](schema::Standing& body) { body.set_claims_digest(wrong); })) << size;
  }
  for (std::size_t size = 0; size <= 40; ++size)
    EXPECT_EQ(is_read([&](schema::Standing& body) { body.set_start_id(std::string(size, 's')); }),
              size == start_id_size)
        << size;
  EXPECT_FALSE(is_read([](schema::Standing& body) { body.set_last_round(1); })) << "round 1 has no digest";
  EXPECT_FALSE(is_read([](schema::Standing& body) { body.set_last_round(0); }));
  EXPECT_TRUE(is_read([](schema::Standing& body) {
    body.set_last_round(1);
    body.clear_last_digest();
  }));
}

TEST(Disowning, IsBelievedOfTheKeyThatSignedTheStartAndOfNoOther) {
  RandomPoints points(6);
  const SiteKey other = SiteKey::generate();
  const auto start = SignedStanding::say(some_standing(points), {some_binding(points)}, site());
  const std::string good = Disowning::say(start, site()).bytes();
  const auto read = Disowning::read(good, site().public_key());
  ASSERT_TRUE(read);
  EXPECT_EQ(read->start().start_id, start.standing().start_id);
  EXPECT_EQ(read->start().incarnation, start.standing().incarnation);
  EXPECT_FALSE(Disowning::read(Disowning::say(start, other).bytes(), site().public_key())) << "by another key";
  const auto foreign = SignedStanding::say(some_standing(points), {some_binding(points)}, other);
  EXPECT_FALSE(Disowning::read(Disowning::say(foreign, site()).bytes(), site().public_key())) << "another's start";
  EXPECT_FALSE(Disowning::read(start.bytes(), site().public_key())) << "the start itself disowns nothing";
  for (std::size_t bit = 0; bit < 8 * good.size(); bit += 5) {
    std::string changed = good;
    changed[bit / 8] = static_cast<char>(changed[bit / 8] ^ (1 << bit % 8));
    EXPECT_FALSE(Disowning::read(changed, site().public_key())) << bit;
  }
}

TEST(Claims, ComeBackAndWhatIsNotExactlyClaimsIsNone) {
  RandomPoints points(5);
  for (int k = 0; k < 200; ++k) {
    const Claims sent = some_claims(points);
    const std::optional<Claims> got = Claims::read(sent.bytes());
    ASSERT_TRUE(got);
    EXPECT_EQ(got->held, sent.held);
    EXPECT_EQ(got->earlier, sent.earlier);
    EXPECT_EQ(got->seen, sent.seen);
    EXPECT_FALSE(Claims::read(sent.bytes() + std::string("\xa0\x06\x01", 3))) << "field 100";
  }
  EXPECT_TRUE(Claims::read("")) << "there may be none";
  Claims many;
  many.earlier.assign(most_earlier_seals + 1, some_seal(points));
  EXPECT_FALSE(Claims::read(many.bytes())) << "what a neighbour can make us verify is bounded";
  Seal of_round_one = some_seal(points);
  of_round_one.mark.round = 1;
  EXPECT_FALSE(Claims::read(Claims{.held = of_round_one}.bytes())) << "of round 1 nothing is said";
}

TEST(Seal, ProvesWhoSaidWhichRoundOfWhichRunAndNothingElse) {
  const SiteKey other = SiteKey::generate();
  const RoundMark mark{7, digest_of("message")};
  const Seal seal = Seal::of(digest_of("run"), mark, RunKind::real, site());
  EXPECT_TRUE(seal.is_by(site().public_key(), RunKind::real));
  EXPECT_FALSE(seal.is_by(other.public_key(), RunKind::real));
  EXPECT_FALSE(seal.is_by(site().public_key(), RunKind::dry)) << "a round of a dry run is none of a real one";
  EXPECT_FALSE((Seal{digest_of("another run"), mark, seal.signature}.is_by(site().public_key(), RunKind::real)));
  EXPECT_FALSE((Seal{seal.run, {8, mark.digest}, seal.signature}.is_by(site().public_key(), RunKind::real)));
  EXPECT_FALSE((Seal{seal.run, {7, digest_of("x")}, seal.signature}.is_by(site().public_key(), RunKind::real)));
}

}  // namespace
}  // namespace sotto
