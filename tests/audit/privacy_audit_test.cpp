// SPDX-License-Identifier: MIT
// The audit of a configuration: it passes what keeps its promise and refutes a claim that is too good.
#include <gtest/gtest.h>

#include "simulation/comparison/support.hpp"
#include "sotto/audit/audit_verdict.hpp"

namespace sotto {
namespace {

PrivacyAudit audited(const std::vector<std::string>& assignments, const std::atomic<bool>& interrupt = false) {
  std::vector<std::string> all{"algorithm.rounds=4", "algorithm.consensus_rounds=2", "privacy.delta=1e-3",
                               "audit.transcripts=2000", "privacy.mechanism=lattice"};
  all.insert(all.end(), assignments.begin(), assignments.end());
  return audit_privacy(
      Scenario(test::small(all)), [](std::uint32_t, std::uint32_t) {}, interrupt);
}

TEST(PrivacyAudit, OfThePlannedNoiseRefutesNothingButASmallerClaim) {
  // 2000 transcripts a side show about 2.3 (standard deviation 0.2) of an exact 4: 1 and 4 lie 6 of them away.
  const PrivacyAudit audit = audited({});
  ASSERT_TRUE(audit.pair);
  EXPECT_EQ(judge(audit, 4), AuditVerdict::not_refuted);
  EXPECT_EQ(judge(audit, 1), AuditVerdict::refuted);
  EXPECT_EQ(audit.pair->transcripts, 2000U);
  EXPECT_NEAR(audit.exact_epsilon, 4, 1e-3);
  EXPECT_NEAR(*audit.pair->used_epsilon, audit.exact_epsilon, 1e-3) << "opposite records reach every bound";
  // The share of right signs among 4000 has a standard error of 0.7 %; 4.5 of them.
  EXPECT_NEAR(audit.pair->accuracy, audit.pair->exact_accuracy, 0.032);
  EXPECT_FALSE(audit.pair->curve.empty());
  EXPECT_TRUE(audit.noise.passed());
  EXPECT_FALSE(audit.told_apart_by_last_bits());
}

TEST(PrivacyAudit, IsRefutedByEachAttackAloneAndNamesIt) {
  const PrivacyAudit clean = audited({});
  ASSERT_TRUE(refutations(clean, 4).empty());
  const auto refuted_by = [&](const auto& plant) {
    PrivacyAudit audit = clean;
    plant(audit);
    EXPECT_EQ(judge(audit, 4), AuditVerdict::refuted);
    return refutations(audit, 4);
  };
  using Names = std::vector<Refutation>;
  EXPECT_EQ(refuted_by([](PrivacyAudit& audit) { audit.pair->bound.lower_bound = 4.1; }),
            Names{Refutation::likelihood_ratio});
  EXPECT_EQ(refuted_by([](PrivacyAudit& audit) {
              audit.canaries = CanaryAudit{{20, 20, 20}, 4.1};
            }),
            Names{Refutation::canaries});
  EXPECT_EQ(refuted_by([](PrivacyAudit& audit) {
              audit.noise.failures.push_back({"variance of round 1", 0.5, 1, -40});
            }),
            Names{Refutation::noise});
  EXPECT_EQ(refuted_by([](PrivacyAudit& audit) { audit.floating_point.delta_at_least = 0.002; }),
            Names{Refutation::last_bits});
}

TEST(PrivacyAudit, OfNoiseInDoublesIsRefutedByItsLastBitsOrCannotTellButIsNeverPassed) {
  const PrivacyAudit audit = audited({"privacy.mechanism=real"});
  EXPECT_EQ(refutations(audit, 4), std::vector<Refutation>{Refutation::last_bits});
  PrivacyAudit unseen = audit;
  unseen.floating_point.delta_at_least = 0;
  EXPECT_TRUE(refutations(unseen, 4).empty());
  EXPECT_EQ(judge(unseen, 4), AuditVerdict::cannot_tell);
}

TEST(PrivacyAudit, WithoutACheckOfTheNoiseCannotTell) {
  PrivacyAudit audit = audited({});
  audit.noise = {};
  EXPECT_EQ(judge(audit, 4), AuditVerdict::cannot_tell);
}

TEST(PrivacyAudit, TakesAnyNodeAndRefusesOneThatIsNotThere) {
  EXPECT_EQ(judge(audited({"audit.node=3"}), 4), AuditVerdict::not_refuted);
  EXPECT_THROW(audited({"audit.node=4"}), InvalidInput);
}

TEST(PrivacyAudit, RunsOnABallAndWithEveryStopRule) {
  EXPECT_EQ(judge(audited({"problem.domain=ball", "algorithm.consensus_rounds=until-agreement"}), 4),
            AuditVerdict::not_refuted);
  EXPECT_EQ(judge(audited({"algorithm.consensus=chebyshev", "algorithm.consensus_rounds=4"}), 4),
            AuditVerdict::not_refuted);
}

TEST(PrivacyAudit, ThatWasInterruptedAtOnceSaysNothing) {
  const PrivacyAudit audit = audited({}, true);
  EXPECT_TRUE(audit.interrupted);
  EXPECT_FALSE(audit.lower_bound());
  EXPECT_EQ(judge(audit, 4), AuditVerdict::cannot_tell);
}

TEST(CanaryAudit, OfOneRunHoldsAndShowsALittle) {
  // 400 canaries on 40 nodes, 100 guesses, about 85 % right: a bound near 1, far from the exact 4 and from 0.
  const PrivacyAudit audit = audited({"audit.mode=one-run", "audit.canaries=400", "graph.nodes=40",
                                      "problem.dimension=10", "problem.records_per_node=12", "privacy.delta=1e-6"});
  ASSERT_TRUE(audit.canaries);
  EXPECT_EQ(audit.canaries->guesses.canaries, 400U);
  EXPECT_EQ(audit.canaries->guesses.guesses, 100U);
  EXPECT_GT(audit.canaries->lower_bound, 0.3);
  EXPECT_LT(audit.canaries->lower_bound, 4);
  EXPECT_EQ(judge(audit, 4), AuditVerdict::not_refuted);
  EXPECT_TRUE(audit.noise.passed());
}

TEST(CanaryAudit, ThatShowsNothingCannotTellWhateverIsClaimed) {
  const PrivacyAudit audit = audited({"audit.mode=one-run", "audit.canaries=2"});
  EXPECT_EQ(audit.canaries->lower_bound, 0);
  for (const double claim : {0.01, 4.0, 100.0}) EXPECT_EQ(judge(audit, claim), AuditVerdict::cannot_tell) << claim;
}

TEST(CanaryAudit, FindsNoiseThatIsFarTooSmallForTheClaim) {
  // epsilon = 60 gives nearly every coin away: 20 of 20 show 1.8.
  const PrivacyAudit audit = audited({"audit.mode=one-run", "audit.canaries=20", "privacy.epsilon=60", "graph.nodes=20",
                                      "privacy.delta=1e-6", "privacy.mechanism=real"});
  EXPECT_EQ(audit.canaries->guesses.correct, 20U);
  EXPECT_GT(audit.canaries->lower_bound, 1.7);
}

TEST(CanaryAudit, TakesNodesTimesDimensionUnlessToldAndNoMoreThanThereAreRecords) {
  EXPECT_EQ(audited({"audit.mode=one-run"}).canaries->guesses.canaries, 12U);
  EXPECT_EQ(audited({"audit.mode=one-run", "problem.records_per_node=2"}).canaries->guesses.canaries, 8U);
  EXPECT_THROW(audited({"audit.mode=one-run", "audit.canaries=21"}), InvalidInput);
}

}  // namespace
}  // namespace sotto
