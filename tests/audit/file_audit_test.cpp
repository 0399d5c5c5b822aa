// SPDX-License-Identifier: MIT
// The audit of problems on files: every loss keeps its promise against malicious neighbours and the worst pair of
// records, and a sensitivity that is half of what it should be shows.
//
// Bounds are 99.999 % sure and the check of the noise raises a false alarm in 1e-6 of its tests: an honest run fails
// here about once in 100000 seeds.
#include <gtest/gtest.h>

#include "audit/any_loss.hpp"
#include "sotto/audit/audit_verdict.hpp"

namespace sotto {
namespace {

using test::AnyLoss;
using test::claim;

PrivacyAudit audited(const Scenario& scenario) {
  return audit_privacy(
      scenario, [](std::uint32_t, std::uint32_t) {}, test::never);
}

TEST(FileAudit, OfLogisticRegressionUsesMostOfItsEpsilonAndRefutesASmallerClaimAlone) {
  const AnyLoss files;
  PrivacyAudit audit = audited(files.scenario("logistic", {.transcripts = 4'000}));
  ASSERT_TRUE(audit.pair);
  EXPECT_EQ(audit.pair->transcripts, 4'000U);
  EXPECT_GT(*audit.pair->used_epsilon, 2.9) << "1.6 with honest neighbours and rows of opposite signs";
  EXPECT_LT(*audit.pair->used_epsilon, claim);
  EXPECT_EQ(judge(audit, claim), AuditVerdict::not_refuted);
  EXPECT_EQ(refutations(audit, 1), (std::vector<Refutation>{Refutation::likelihood_ratio, Refutation::movement}))
      << "it shows " << *audit.lower_bound();
  // The share of right signs has a standard error of 0.56 %.
  EXPECT_LE(audit.pair->accuracy, audit.pair->exact_accuracy + 4.5 * 0.0056);
  audit.noise = {};
  EXPECT_EQ(refutations(audit, 1), std::vector<Refutation>{Refutation::likelihood_ratio})
      << "noise that nobody checked may be more than was planned";
}

/// What the attacked pair uses of an epsilon of 4: no more than the whole, and of each loss about what it can.
TEST(FileAudit, OfEveryLossAndRowsOfBothKindsUsesWhatTheLossAllowsAndNoMoreThanThePromise) {
  const AnyLoss files;
  const std::map<std::string, double> at_least{{"logistic", 2.9}, {"svm", 3.99},    {"huber", 3.99},
                                               {"linear", 1.5},   {"poisson", 2.0}, {"softmax", 2.9}};
  for (const std::string mechanism : {"lattice", "real"})
    for (const bool sparse : {false, true})
      for (const auto& [kind, least] : at_least) {
        const Scenario scenario = files.scenario(kind, {.mechanism = mechanism, .sparse = sparse});
        const Plan plan = scenario.plan();
        const test::AttackedNodes nodes(scenario, plan, test::honest);
        EXPECT_GT(nodes.used_epsilon(), least) << kind;
        EXPECT_LE(nodes.pinned().alpha, plan.alpha_spent() * (1 + 1e-9)) << kind;
      }
}

TEST(FileAudit, OfAMeanOnFilesUsesWhatTheDeclaredColumnsAllow) {
  const AnyLoss files;
  const PrivacyAudit audit = audited(files.scenario("mean-estimation", {}));
  EXPECT_EQ(judge(audit, claim), AuditVerdict::not_refuted);
  // Columns reach [-1, 1]^2 where the box that noise is made for is [-8, 8]^2.
  EXPECT_NEAR(std::sqrt(*audit.pair->alpha / audit.plan.alpha_spent()), 1.0 / 8, 1e-3);
}

TEST(FileAudit, SeesASensitivityThatIsHalvedAndRecordsThatAreCountedTwice) {
  const AnyLoss files;
  for (const std::string kind : {"logistic", "svm", "huber", "softmax"}) {
    const Scenario doubles = files.scenario(kind, {.mechanism = "real"}), lattice = files.scenario(kind, {});
    const Plan halved = test::understated_plan(doubles, 0.5), planned = lattice.plan();
    EXPECT_GT(test::AttackedNodes(doubles, halved, test::understated(0.5)).used_epsilon(), 1.5 * claim) << kind;
    EXPECT_GT(test::AttackedNodes(lattice, planned, test::counted_twice).used_epsilon(), 1.5 * claim) << kind;
  }
}

TEST(FileAudit, IsRefutedByMovementAloneWhereTheTranscriptsAreTooFewForABound) {
  const AnyLoss files;
  PrivacyAudit audit = audited(files.scenario("svm", {}));
  ASSERT_LT(*audit.lower_bound(), claim);
  EXPECT_TRUE(refutations(audit, claim).empty()) << "all of the promise is used, and no more";
  audit.pair->alpha = 1.01 * audit.plan.alpha_spent();
  EXPECT_EQ(refutations(audit, claim), std::vector<Refutation>{Refutation::movement});
}

}  // namespace
}  // namespace sotto
