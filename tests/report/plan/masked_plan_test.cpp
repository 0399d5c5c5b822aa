// SPDX-License-Identifier: MIT
// What reports say of a plan with masked sums, and of choices that cost no privacy.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "sotto/report/plan/account_report.hpp"
#include "sotto/report/plan/certificate_report.hpp"
#include "sotto/report/plan/plan_report.hpp"

namespace sotto {
namespace {

using Json = nlohmann::json;

bool says(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

Agreement agreement_of_five(const std::vector<std::string>& more) {
  std::vector<std::string> assignments{"graph.kind=ring",   "graph.nodes=5",       "problem.dimension=3",
                                       "problem.radius=2",  "algorithm.rounds=20", "problem.records_per_node=5",
                                       "privacy.epsilon=4", "privacy.delta=1e-6"};
  assignments.insert(assignments.end(), more.begin(), more.end());
  Settings settings;
  for (const std::string& assignment : assignments) settings.add_assignment(assignment);
  Reader reader(settings);
  const Terms terms = read_terms(reader, FilesLie::here);
  reader.finish();
  return {terms, 1};
}

const std::vector<std::string> all_but_two{"privacy.trust=all-but-q", "privacy.colluders=2", "privacy.spare_rounds=3"};

PlanOnNetwork on_network(const Agreement& agreement, const Plan& plan) {
  return {.agreement = agreement, .certificate = certificate_of(plan), .departing_plans = {}, .certificates = {}};
}

TEST(MaskedPlan, StatesBothPromises) {
  const Plan plan = agreement_of_five(all_but_two).plan();
  const std::string text = promise_text(plan);
  EXPECT_TRUE(says(text, "together with up to 2 of the other 4 members")) << text;
  EXPECT_TRUE(says(text, "epsilon = 7.5")) << "against all others: " << text;
  EXPECT_TRUE(says(text, "against all other members together"));
  EXPECT_TRUE(says(text, "3 honest members"));
  EXPECT_TRUE(says(text, "3 spare rounds are paid for"));
}

TEST(MaskedPlan, IsJudgedByEveryAccountantForBothThreats) {
  const Plan plan = agreement_of_five(all_but_two).plan();
  EXPECT_TRUE(says(plan_text(plan), "against all others"));
  const Json json = Json::parse(plan_json(plan));
  for (const auto& [name, guarantee] : json.at("guarantees").items())
    EXPECT_GT(guarantee.at("epsilon_all").get<double>(), guarantee.at("epsilon").get<double>()) << name;
  EXPECT_EQ(json.at("guarantees").at("exact").at("epsilon_all"), json.at("masked_sums").at("epsilon_all"));
  EXPECT_DOUBLE_EQ(json.at("masked_sums").at("epsilon_all").get<double>(),
                   epsilon_of(Accountant::exact, plan, Threat::all_others()));
}

TEST(MaskedPlan, HasItsNumbersInJson) {
  const Plan plan = agreement_of_five(all_but_two).plan();
  const Json of_plan = Json::parse(plan_json(plan)),
             of_certificate = Json::parse(certificate_json(certificate_of(plan)));
  for (const Json& sums : {of_plan.at("masked_sums"), of_certificate.at("masked_sums")}) {
    EXPECT_EQ(sums.at("members"), 5);
    EXPECT_EQ(sums.at("colluders"), 2);
    EXPECT_EQ(sums.at("honest_members"), 3);
    EXPECT_EQ(sums.at("spare_rounds"), 3);
  }
}

TEST(MaskedPlan, HasNoStageTwoAndNoBound) {
  const Agreement agreement = agreement_of_five(all_but_two);
  const Plan plan = agreement.plan();
  const PlanOnNetwork on = on_network(agreement, plan);
  const std::string text = plan_text(plan, on);
  EXPECT_TRUE(says(text, "Stage II  none: with masked sums every node has the mean of all after each round\n"));
  EXPECT_FALSE(says(text, "recursion"));
  const Json json = Json::parse(plan_json(plan, &on));
  EXPECT_EQ(json.at("stage_two").at("most_rounds"), 0);
  EXPECT_EQ(json.at("stage_two").at("disagreement_left"), 0);
  EXPECT_FALSE(json.contains("bounds"));
  EXPECT_TRUE(says(json.at("no_bounds").get<std::string>(), "independent noise"));
}

/// A bound that was proved for another algorithm is not printed.
TEST(Plans, BeyondTheProofHaveNoBound) {
  const std::vector<std::vector<std::string>> beyond{
      {"algorithm.mixing_rounds=3"}, {"algorithm.acceleration=nesterov"}, {"algorithm.output=polynomial"}};
  for (const std::vector<std::string>& choice : beyond) {
    const Agreement agreement = agreement_of_five(choice);
    const Plan plan = agreement.plan();
    const PlanOnNetwork on = on_network(agreement, plan);
    EXPECT_FALSE(says(plan_text(plan, on), "recursion")) << choice[0];
    EXPECT_TRUE(says(plan_text(plan, on), why_no_bound(plan))) << choice[0];
    EXPECT_FALSE(Json::parse(plan_json(plan, &on)).contains("bounds")) << choice[0];
  }
}

TEST(Plans, ShowWhatIsFreeOfPrivacyCostOnlyWhereItIsNotTheDefault) {
  const Plan plain = agreement_of_five({}).plan();
  EXPECT_EQ(free_of_cost_text(plain), "");
  EXPECT_EQ(why_no_bound(plain), "");
  for (const char* key : {"masked_sums", "mixing_rounds", "acceleration", "output"})
    EXPECT_FALSE(Json::parse(plan_json(plain)).contains(key)) << key;
  const Plan free =
      agreement_of_five({"algorithm.mixing_rounds=3", "algorithm.acceleration=nesterov", "algorithm.output=polynomial"})
          .plan();
  EXPECT_TRUE(says(plan_text(free), "Free      K = 3 mixing rounds, acceleration nesterov, output polynomial"));
  EXPECT_EQ(Json::parse(plan_json(free)).at("mixing_rounds"), 3);
  EXPECT_EQ(Json::parse(plan_json(free)).at("acceleration"), "nesterov");
  EXPECT_EQ(Json::parse(plan_json(free)).at("output"), "polynomial");
}

TEST(Plans, ShowWhatTrustBrings) {
  const Agreement agreement = agreement_of_five(all_but_two);
  const Plan plan = agreement.plan();
  const PlanOnNetwork on = on_network(agreement, plan);
  const std::string text = plan_text(plan, on);
  EXPECT_TRUE(says(text, trust_text(agreement)));
  for (const char* part : {"\n  in nobody ", "\n  in all but 1 ", "\n  in all but 2 *", "squared error", "hops"})
    EXPECT_TRUE(says(text, part)) << part;
  const Json trust = Json::parse(plan_json(plan, &on)).at("trust");
  ASSERT_EQ(trust.size(), 3U);
  EXPECT_TRUE(trust[0].at("colluders").is_null());
  EXPECT_EQ(trust[2].at("colluders"), 2);
  EXPECT_TRUE(trust[2].at("as_configured").get<bool>());
  EXPECT_EQ(trust[1].at("hops").at("upper"), 2) << "the diameter of a ring of five";
  EXPECT_NEAR(trust[1].at("squared_error").get<double>() / trust[0].at("squared_error").get<double>(), 23.0 / 20 / 4,
              1e-9)
      << "three spare rounds, four honest members";
}

TEST(Plans, ShowNoTrustWhereThereIsNoChoice) {
  const Agreement agreement = agreement_of_five({"node.1.epsilon=1"});
  EXPECT_EQ(trust_text(agreement), "");
}

TEST(MaskedPlan, HasAnAccountForEachThreat) {
  const Plan plan = agreement_of_five(all_but_two).plan();
  const auto account = [&](const Cost& cost) {
    return make_account({.cost = cost, .shares = shares_of(plan), .delta = 1e-6, .epsilon = 4});
  };
  const Account own = account(plan.total_cost()), all = account(plan.total_cost(Threat::all_others()));
  EXPECT_EQ(account_text(own, std::nullopt), account_text(own));
  EXPECT_EQ(account_json(own, std::nullopt), account_json(own));
  EXPECT_TRUE(says(account_text(own, all), "Against all other members together"));
  const Json json = Json::parse(account_json(own, all));
  EXPECT_NEAR(json.at("all_others").at("alpha").get<double>(), 3 * json.at("alpha").get<double>(), 1e-12)
      << "one noise instead of three";
}

}  // namespace
}  // namespace sotto
