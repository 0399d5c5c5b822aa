// SPDX-License-Identifier: MIT
// The audit of a configuration with masked sums: it passes as planned, says what more colluders find, and refuses what
// it cannot judge.
#include <gtest/gtest.h>

#include "simulation/comparison/support.hpp"
#include "sotto/audit/audit_verdict.hpp"

namespace sotto {
namespace {

PrivacyAudit of_masked_sums(const std::vector<std::string>& assignments, const std::atomic<bool>& interrupt = false) {
  std::vector<std::string> all{"algorithm.rounds=4",        "privacy.delta=1e-3",      "audit.transcripts=2000",
                               "privacy.mechanism=lattice", "privacy.trust=all-but-q", "privacy.colluders=1"};
  all.insert(all.end(), assignments.begin(), assignments.end());
  return audit_privacy(
      Scenario(test::small(all)), [](std::uint32_t, std::uint32_t) {}, interrupt);
}

std::string field_refused(const std::vector<std::string>& assignments) {
  try {
    of_masked_sums(assignments);
  } catch (const InvalidInput& refused) {
    return refused.faults().front().field;
  }
  return "";
}

TEST(MaskedAudit, OfThePlannedColludersRefutesNothingButASmallerClaim) {
  // As in PrivacyAudit: 2000 transcripts a side show about 2.3 (standard deviation 0.2) of an exact 4.
  const PrivacyAudit audit = of_masked_sums({});
  ASSERT_TRUE(audit.pair && audit.collusion && audit.masks);
  EXPECT_EQ(audit.collusion->colluders, std::vector<NodeId>{1});
  EXPECT_EQ(judge(audit, 4), AuditVerdict::not_refuted);
  EXPECT_EQ(judge(audit, 1), AuditVerdict::refuted);
  EXPECT_NEAR(audit.exact_epsilon, 4, 1e-3);
  EXPECT_NEAR(*audit.pair->used_epsilon, 4, 0.01) << "opposite records reach every bound";
  // The share of right signs among 4000 has a standard error of 0.7 %; 4.5 of them.
  EXPECT_NEAR(audit.pair->accuracy, audit.pair->exact_accuracy, 0.032);
  EXPECT_TRUE(audit.noise.passed());
  EXPECT_TRUE(audit.masks->passed());
}

TEST(MaskedAudit, OfMoreColludersThanPlannedFindsWhatTheorySaysAgainstThem) {
  const PrivacyAudit all = of_masked_sums({"audit.colluders=3"});
  EXPECT_EQ(all.exact_epsilon, epsilon_of(Accountant::exact, all.plan, Threat::all_others()));
  EXPECT_NEAR(*all.pair->used_epsilon / all.exact_epsilon, 1, 0.01);
  EXPECT_NEAR(all.pair->accuracy, all.pair->exact_accuracy, 0.032);
  EXPECT_EQ(refutations(all, 4).back(), Refutation::movement) << "no statistics are needed for that";
  EXPECT_EQ(judge(all, all.exact_epsilon), AuditVerdict::not_refuted);
  const PrivacyAudit none = of_masked_sums({"audit.colluders=0"});
  EXPECT_LT(none.exact_epsilon, 4);
  EXPECT_FALSE(none.pair->used_epsilon) << "nobody holds the mean";
  EXPECT_EQ(judge(none, 4), AuditVerdict::not_refuted);
}

TEST(MaskedAudit, TakesAnyTargetAndAnyColluders) {
  const PrivacyAudit audit = of_masked_sums({"audit.node=2", "audit.colluders=3,0"});
  EXPECT_EQ(audit.collusion->colluders, (std::vector<NodeId>{0, 3}));
  EXPECT_NEAR(audit.pair->accuracy, audit.pair->exact_accuracy, 0.032);
}

TEST(MaskedAudit, IsRefutedByMasksAloneAndCannotTellWithoutTheirCheck) {
  const PrivacyAudit clean = of_masked_sums({});
  PrivacyAudit planted = clean;
  planted.masks->failures.push_back({"how often bits 62 and 63 differ in the residues of node 1", 0, 0.5, -40});
  EXPECT_EQ(refutations(planted, 4), std::vector<Refutation>{Refutation::masks});
  planted.masks = MaskCheck{};
  EXPECT_EQ(judge(planted, 4), AuditVerdict::cannot_tell);
}

TEST(MaskedAudit, RefusesWhatItCannotJudge) {
  EXPECT_EQ(field_refused({"privacy.mechanism=real"}), "privacy.mechanism");
  EXPECT_EQ(field_refused({"audit.mode=one-run"}), "audit.mode");
  EXPECT_EQ(field_refused({"run.randomness=system"}), "run.randomness");
  EXPECT_EQ(field_refused({"algorithm.acceleration=nesterov"}), "algorithm.acceleration");
  EXPECT_EQ(field_refused({"audit.colluders=4"}), "audit.colluders");
  EXPECT_EQ(field_refused({"audit.colluders=0,"}), "audit.colluders") << "the target";
  EXPECT_EQ(field_refused({"audit.colluders=one"}), "audit.colluders");
  EXPECT_EQ(field_refused({"audit.colluders=1,,2"}), "audit.colluders");
  EXPECT_EQ(field_refused({"algorithm.output=inverse-variance"}), "") << "sums are the same";
}

TEST(PrivacyAudit, OfIndependentNoiseRefusesColludersAndRoundsThatItDoesNotFollow) {
  const auto refuses = [](const char* assignment) {
    EXPECT_THROW(audit_privacy(
                     Scenario(test::small({assignment})), [](std::uint32_t, std::uint32_t) {}, false),
                 InvalidInput)
        << assignment;
  };
  for (const char* assignment : {"audit.colluders=1", "algorithm.mixing_rounds=3", "algorithm.acceleration=nesterov",
                                 "algorithm.output=inverse-variance"})
    refuses(assignment);
}

TEST(MaskedAudit, ThatWasInterruptedAtOnceSaysNothing) {
  const PrivacyAudit audit = of_masked_sums({}, true);
  EXPECT_TRUE(audit.interrupted);
  EXPECT_FALSE(audit.lower_bound());
  EXPECT_EQ(judge(audit, 4), AuditVerdict::cannot_tell);
}

TEST(AuditSettings, OfColludersReadBackTheSame) {
  for (const char* given : {"2", "\"1,4\"", "\"4,\"", "\"0\""}) {
    const std::string text = std::string("[privacy]\nepsilon = 1\ndelta = 1e-3\n[audit]\ncolluders = ") + given + "\n";
    const Configuration once = test::read_toml(text);
    EXPECT_EQ(test::read_toml(to_toml(once)).audit.colluders, once.audit.colluders) << given;
  }
  EXPECT_EQ(test::read_toml("[privacy]\nepsilon = 1\ndelta = 1e-3\n[audit]\ncolluders = 2\n").audit.colluders,
            AuditColluders(2u));
}

}  // namespace
}  // namespace sotto
