// SPDX-License-Identifier: MIT
// The audit of a configuration: it passes what keeps its promise and fails a claim that is too good.
#include "sotto/experiment/privacy_audit.hpp"

#include <gtest/gtest.h>

#include "experiment/support.hpp"

namespace sotto {
namespace {

PrivacyAudit audited(const std::vector<std::string>& assignments, const std::atomic<bool>& interrupt = false) {
  std::vector<std::string> all{"algorithm.rounds=4", "algorithm.consensus_rounds=2", "privacy.delta=1e-3",
                               "audit.transcripts=2000"};
  all.insert(all.end(), assignments.begin(), assignments.end());
  return audit_privacy(
      Scenario(test::small(all)), [](std::uint32_t, std::uint32_t) {}, interrupt);
}

TEST(PrivacyAudit, OfThePlannedNoiseHoldsAndOfASmallerClaimIsBroken) {
  // 2000 transcripts a side show about 2.3 (standard deviation 0.2) of an exact 4: 1 and 4 lie 6 of them away.
  const PrivacyAudit audit = audited({});
  ASSERT_TRUE(audit.pair);
  EXPECT_EQ(judge(audit, 4), AuditVerdict::holds);
  EXPECT_EQ(judge(audit, 1), AuditVerdict::broken);
  EXPECT_EQ(audit.pair->transcripts, 2000U);
  EXPECT_NEAR(audit.exact_epsilon, 4, 1e-9);
  // The share of right signs among 4000 has a standard error of 0.7 %; 4.5 of them.
  EXPECT_NEAR(audit.pair->accuracy, audit.pair->exact_accuracy, 0.032);
  EXPECT_FALSE(audit.pair->curve.empty());
  EXPECT_TRUE(audit.noise.passed());
  EXPECT_TRUE(audit.told_apart_by_last_bits()) << "noise in doubles is for simulations";
}

TEST(PrivacyAudit, IsBrokenByNoiseThatIsNotAsPlannedWhateverTheBound) {
  PrivacyAudit audit = audited({});
  audit.noise.failures.push_back({"variance of round 1", 0.5, 1, -40});
  EXPECT_EQ(judge(audit, 4), AuditVerdict::broken);
}

TEST(PrivacyAudit, TakesAnyNodeAndRefusesOneThatIsNotThere) {
  EXPECT_EQ(judge(audited({"audit.node=3"}), 4), AuditVerdict::holds);
  EXPECT_THROW(audited({"audit.node=4"}), InvalidInput);
}

TEST(PrivacyAudit, RunsOnABallAndWithEveryStopRule) {
  EXPECT_EQ(judge(audited({"problem.domain=ball", "algorithm.consensus_rounds=until-agreement"}), 4),
            AuditVerdict::holds);
  EXPECT_EQ(judge(audited({"algorithm.consensus=chebyshev", "algorithm.consensus_rounds=4"}), 4), AuditVerdict::holds);
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
  EXPECT_EQ(judge(audit, 4), AuditVerdict::holds);
  EXPECT_TRUE(audit.noise.passed());
}

TEST(CanaryAudit, FindsNoiseThatIsFarTooSmallForTheClaim) {
  // epsilon = 60 gives nearly every coin away: 20 of 20 show 1.8.
  const PrivacyAudit audit = audited(
      {"audit.mode=one-run", "audit.canaries=20", "privacy.epsilon=60", "graph.nodes=20", "privacy.delta=1e-6"});
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
