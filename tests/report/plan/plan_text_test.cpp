// SPDX-License-Identifier: MIT
// Plans in words. This program links what was agreed on, and nothing that runs trials or sweeps.
#include <gtest/gtest.h>

#include "sotto/report/plan/plan_report.hpp"

namespace sotto {
namespace {

bool plan_contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

Agreement small_agreement() {
  Settings settings;
  for (const char* assignment :
       {"graph.kind=ring", "graph.nodes=4", "problem.dimension=3", "problem.radius=2", "algorithm.rounds=20",
        "problem.records_per_node=5", "privacy.epsilon=4", "privacy.delta=1e-6"})
    settings.add_assignment(assignment);
  Reader reader(settings);
  const Terms terms = read_terms(reader, FilesLie::here);
  reader.finish();
  return {terms, 1};
}

TEST(TextReport, SaysWhenTheCapOfStageTwoBinds) {
  const Averaging plain{Consensus::plain, 0.9};
  EXPECT_TRUE(plan_contains(stage_two_text(UntilContracted{.tolerance = 1e-6, .cap = 3}, plain), "the cap binds"));
  EXPECT_FALSE(plan_contains(stage_two_text(UntilContracted{.tolerance = 1e-6, .cap = 1000}, plain), "the cap binds"));
}

TEST(TextReport, SaysWhoseAveragingStageTwoIs) {
  const Averaging plain{Consensus::plain, 0.9}, chebyshev{Consensus::chebyshev, 0.9};
  const UntilContracted contracted{.tolerance = 1e-6, .cap = 1000};
  const UntilAgreement agreement{.tolerance = 1e-6, .cap = 1000};
  EXPECT_TRUE(plan_contains(stage_two_text(contracted, plain), "132 rounds of averaging leave"));
  EXPECT_TRUE(plan_contains(stage_two_text(contracted, chebyshev), "32 rounds of Chebyshev's averaging leave"));
  EXPECT_TRUE(plan_contains(stage_two_text(agreement, chebyshev), "Chebyshev's averaging, until no message"));
  EXPECT_FALSE(plan_contains(stage_two_text(agreement, plain), "Chebyshev"));
}

TEST(TextReport, ThePrintedBoundIsMarkedAsNotValid) {
  const Agreement agreement = small_agreement();
  const std::string text = bounds_text(agreement.plan(), agreement.network_constants(), 5);
  EXPECT_TRUE(plan_contains(text, "not valid"));
  EXPECT_TRUE(plan_contains(text, "recursion"));
}

TEST(TextReport, APlanShowsEveryAccountantWithTheNoiseItNeeds) {
  const std::string text = plan_text(small_agreement().plan());
  for (Accountant accountant : all_accountants)
    EXPECT_TRUE(plan_contains(text, "  " + std::string(name_of(accountant)) + " ")) << name_of(accountant);
  EXPECT_TRUE(plan_contains(text, "1.0000 x"));
}

TEST(TextReport, APlanOnItsNetworkShowsGraphBoundsAndCertificate) {
  const Agreement agreement = small_agreement();
  const Plan plan = agreement.plan();
  const std::string text = plan_text(
      plan, {.agreement = agreement, .certificate = certificate_of(plan), .departing_plans = {}, .certificates = {}});
  EXPECT_TRUE(text.starts_with(plan_text(plan)));
  for (const char* part :
       {"\nGraph     ring: 4 nodes", "\nStage II  ", "recursion with this plan's noise", "\nCertificate\n"})
    EXPECT_TRUE(plan_contains(text, part)) << part;
}

}  // namespace
}  // namespace sotto
