// SPDX-License-Identifier: MIT
// What others claim that this node did: known, proved by this node's own signature, or a false accusation.
#include <gtest/gtest.h>

#include "sotto/federation/protocol/reception.hpp"

namespace sotto {
namespace {

const std::string binding(32, 'b'), known_start(start_id_size, 'k'), other_start(start_id_size, 'o');

/// Started twice, its ledger has three entries, and it said rounds 2 to 5 of one run.
struct Accused {
  SiteKey key = SiteKey::generate();
  Digest run = digest_of("run");

  static Digest said(Round round) { return digest_of("said " + std::to_string(round)); }
  OwnPast past(RunKind kind = RunKind::real) const {
    return {.key = key.public_key(),
            .kind = kind,
            .stood_so =
                [](const Standing& then) {
                  return then.incarnation <= 2 && then.start_id == known_start && then.ledger_entries <= 3;
                },
            .said =
                [this](const Digest& of, Round round) {
                  return of == run && round >= 2 && round <= 5 ? std::optional(said(round)) : std::nullopt;
                }};
  }
  Seal seal(const RoundMark& mark, const SiteKey& by, RunKind kind = RunKind::real) const {
    return Seal::of(run, mark, kind, by);
  }
  std::string standing(std::uint64_t incarnation, const std::string& start, const SiteKey& by,
                       RunKind kind = RunKind::real) const {
    return SignedStanding::say({.run = run,
                                .kind = kind,
                                .incarnation = incarnation,
                                .start_id = start,
                                .last = {},
                                .ledger_entries = 3,
                                .ledger_head = {}},
                               {binding}, by)
        .bytes();
  }
};

TEST(Accusation, OfARoundThatThisStateKnowsAgreesWhoeverSignedIt) {
  const Accused site;
  for (Round round = 2; round <= 5; ++round)
    EXPECT_EQ(judge(Seal{site.run, {round, Accused::said(round)}, ""}, site.past()), Claim::agrees);
}

TEST(Accusation, OfARoundThatThisStateLacksCountsOnlyWithItsOwnSignature) {
  const Accused site, stranger;
  for (const RoundMark& lost : {RoundMark{6, digest_of("lost")}, RoundMark{4, digest_of("another")}}) {
    EXPECT_EQ(judge(site.seal(lost, site.key), site.past()), Claim::proved);
    EXPECT_EQ(judge(site.seal(lost, stranger.key), site.past()), Claim::unproved);
    EXPECT_EQ(judge(site.seal(lost, site.key, RunKind::dry), site.past()), Claim::unproved)
        << "a dry run proves nothing";
    EXPECT_EQ(judge(Seal{site.run, lost, ""}, site.past()), Claim::unproved);
    EXPECT_EQ(judge(Seal{site.run, lost, site.seal({5, lost.digest}, site.key).signature}, site.past()),
              Claim::unproved)
        << "a signature of another round";
  }
}

TEST(Accusation, OfAStartCountsOnlyWithItsOwnSignatureAndFromTheSameKindOfRun) {
  const Accused site, stranger;
  EXPECT_EQ(judge(site.standing(2, known_start, site.key), site.past()), Claim::agrees);
  EXPECT_EQ(judge(site.standing(2, other_start, site.key), site.past()), Claim::proved);
  EXPECT_EQ(judge(site.standing(9, known_start, site.key), site.past()), Claim::proved);
  EXPECT_EQ(judge(site.standing(9, known_start, stranger.key), site.past()), Claim::unproved);
  EXPECT_EQ(judge(site.standing(9, known_start, site.key, RunKind::dry), site.past()), Claim::unproved);
  EXPECT_EQ(judge(std::string("no standing"), site.past()), Claim::unproved);
}

TEST(Accusation, AmongManyClaimsTheWorstCounts) {
  const Accused site, stranger;
  const Seal good{site.run, {3, Accused::said(3)}, ""};
  const Seal proved = site.seal({6, digest_of("lost")}, site.key), lie = site.seal({6, digest_of("lie")}, stranger.key);
  EXPECT_EQ(judge(Claims{}, site.past()), Claim::agrees);
  EXPECT_EQ(judge(Claims{.held = good, .earlier = {good, good}}, site.past()), Claim::agrees);
  EXPECT_EQ(judge(Claims{.held = good, .earlier = {good, proved}}, site.past()), Claim::proved);
  EXPECT_EQ(judge(Claims{.held = proved, .earlier = {good}}, site.past()), Claim::proved);
  EXPECT_EQ(judge(Claims{.held = proved, .earlier = {good, lie}}, site.past()), Claim::unproved);
  EXPECT_EQ(judge(Claims{.earlier = {proved}, .seen = "no standing"}, site.past()), Claim::unproved);
}

TEST(Accusation, ARefusalWithoutAProofIsAFalseOne) {
  const Accused site, stranger;
  using Code = Refusal::Code;
  EXPECT_EQ(judge(Refusal{"old", Code::rolled_back}, site.past()), Claim::unproved);
  EXPECT_EQ(judge(Refusal{"old", Code::rolled_back, site.seal({9, digest_of("lost")}, site.key)}, site.past()),
            Claim::proved);
  EXPECT_EQ(judge(Refusal{"old", Code::rolled_back, site.seal({9, digest_of("lost")}, stranger.key)}, site.past()),
            Claim::unproved);
  EXPECT_EQ(
      judge(Refusal{"old", Code::rolled_back, std::nullopt, site.standing(7, other_start, site.key)}, site.past()),
      Claim::proved);
  EXPECT_EQ(
      judge(Refusal{"old", Code::rolled_back, std::nullopt, site.standing(1, known_start, site.key)}, site.past()),
      Claim::agrees)
      << "what this state knows needs no halt";
}

}  // namespace
}  // namespace sotto
