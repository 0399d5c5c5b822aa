// SPDX-License-Identifier: MIT
#include "sotto/job/questions.hpp"

#include <fmt/format.h>

#include <cmath>
#include <limits>

#include "sotto/simulation/comparison/scenario.hpp"

namespace sotto {
namespace {

constexpr const char* constants[] = {"plan.sensitivity", "plan.strong_convexity", "plan.smoothness"};

/// The square, rounded up: exact where the square fits a double.
double square_from_above(double mu) {
  const double square = mu * mu;
  if (mu > 0 && square < std::numeric_limits<double>::min()) return std::nextafter(square, 1);
  return std::fma(mu, mu, -square) > 0 ? std::nextafter(square, largest_alpha) : square;
}

std::uint64_t count_of(Reader& reader, const std::string& key) {
  return static_cast<std::uint64_t>(reader.integer_or(key, 1, {1, 1'000'000'000}));
}

void refuse_unless_one_source(Reader& reader, bool file, const char* one_of) {
  int sources = file ? 1 : 0;
  for (const char* key : {"account.alpha", "account.mu", "account.rho", "account.accountant"})
    if (reader.has(key) && ++sources > 1) reader.refuse(key, one_of);
  if (sources == 0) reader.refuse("account.alpha", one_of);
  for (const char* key : {"account.rounds", "account.total_variation"})
    if (file && reader.has(key)) reader.refuse(key, "follows from the configuration; leave it out");
}

double limit_of(const AccountQuestion& question, const AccountQuery& query) {
  const PrivacyBudget budget{.epsilon = *question.epsilon, .delta = *question.delta};
  const double limit = alpha_limit_or_none(*question.accountant, budget, question.total_variation, query.shares);
  if (!(limit > 0))
    throw InvalidInput({"account.delta", show(budget.delta),
                        "must exceed the slack (1 + e^epsilon) * total variation = " +
                            show(slack_of(*question.accountant, query.cost, budget.epsilon)) +
                            ", and alpha must be large enough for a double"});
  return limit;
}

}  // namespace

AccountQuestion read_account_question(Reader& reader, AskedOf asked_of, const char* one_of) {
  const bool file = asked_of == AskedOf::configuration;
  AccountQuestion question{};
  if (file) question.configuration = read_configuration(reader);
  question.alpha = reader.optional_real("account.alpha", within({0, largest_alpha}));
  if (const auto mu = reader.optional_real("account.mu", within({0, std::sqrt(largest_alpha)})))
    question.alpha = square_from_above(*mu);
  if (const auto rho = reader.optional_real("account.rho", within({0, largest_alpha / 2}))) question.alpha = 2 * *rho;
  std::vector<std::string> names;
  names.reserve(all_accountants.size());
  for (const Accountant accountant : all_accountants) names.emplace_back(name_of(accountant));
  const std::string name = reader.choice_or("account.accountant", "", names);
  for (const Accountant accountant : all_accountants)
    if (name_of(accountant) == name) question.accountant = accountant;
  refuse_unless_one_source(reader, file, one_of);
  if (reader.has("account.accountant")) {
    question.epsilon = reader.real("account.epsilon", positive_finite());
    question.delta = reader.real("account.delta", probability_open());
  } else {
    question.epsilon = reader.optional_real("account.epsilon", non_negative_finite());
    question.delta = reader.optional_real("account.delta", probability_open());
  }
  question.rounds = count_of(reader, "account.rounds");
  question.runs = count_of(reader, "account.runs");
  question.records = count_of(reader, "account.records_per_person");
  question.nodes = count_of(reader, "account.nodes_per_person");
  question.total_variation = reader.real_or("account.total_variation", 0, within({0, 1}));
  const auto node = reader.integer_or("account.node", -1, {0, 99'999'999});
  if (node >= 0) question.node = static_cast<NodeId>(node);
  if (!file && question.node) reader.refuse("account.node", "there are no nodes without a configuration file");
  if (file && !question.node && !question.configuration->privacy.nodes.empty())
    reader.refuse("account.node", "is required: nodes have promises of their own, choose one");
  return question;
}

AccountQuery query_of(const AccountQuestion& question, std::optional<Threat> threat) {
  AccountQuery query{
      .cost = {}, .shares = RoundShares(question.rounds), .delta = question.delta, .epsilon = question.epsilon};
  bool masked = false;
  if (question.configuration) {
    const Plan plan = Scenario(*question.configuration).plan_of(question.node.value_or(0));
    query.cost = threat ? plan.total_cost(*threat) : plan.total_cost();
    masked = plan.is_masked();
    query.shares = shares_of(plan);
    if (!query.epsilon) query.epsilon = plan.request().budget.epsilon;
    if (!query.delta) query.delta = plan.request().budget.delta;
  } else {
    query.cost = {.alpha = question.alpha.value_or(0), .total_variation = question.total_variation};
    if (question.accountant) query.cost.alpha = limit_of(question, query);
  }
  // With masked sums the records of a person at several nodes move one sum; against all others each node's own noise
  // is left.
  const bool one_sum = masked && !threat;
  query.cost = for_records_of_a_person(query.cost, one_sum ? question.records * question.nodes : question.records);
  query.cost = repeated(repeated(query.cost, one_sum ? 1 : question.nodes), question.runs);
  query.shares = query.shares.repeated(question.nodes).repeated(question.runs);
  if (!(query.cost.alpha <= largest_alpha))
    throw InvalidInput({"account.runs", std::to_string(question.runs), "the cost of all runs must not exceed 1e300"});
  return query;
}

AccountAnswer answer(const AccountQuestion& question) {
  AccountAnswer answer{.account = make_account(query_of(question)), .all_others = std::nullopt};
  if (question.configuration && question.configuration->privacy.trust == Trust::all_but_q)
    answer.all_others = make_account(query_of(question, Threat::all_others()));
  return answer;
}

std::vector<std::string> keys_of_constants() {
  return {std::begin(constants), std::end(constants)};
}

std::vector<std::string> keys_of_plan_from_numbers() {
  std::vector<std::string> keys = keys_of_constants();
  for (const std::string& key : configuration_keys())
    if (key.starts_with("privacy.") || key.starts_with("algorithm.")) keys.push_back(key);
  return keys;
}

Plan plan_from_numbers(const Settings& given) {
  Reader reader(given);
  const PrivacySettings privacy = read_privacy(reader);
  if (privacy.on_lattice) reader.refuse("privacy.mechanism", "a lattice needs a domain: give a configuration file");
  if (privacy.trust == Trust::all_but_q)
    reader.refuse("privacy.trust", "masked sums need members to count: give a configuration file");
  for (const auto& [node, own] : privacy.nodes)
    for (const char* key : {"epsilon", "delta", "accountant", "schedule"})
      if (const std::string name = fmt::format("node.{}.{}", node, key); reader.has(name))
        reader.refuse(name, "there are no nodes without a configuration file");
  reader.integer("algorithm.rounds", {1, 10'000'000});
  const AlgorithmSettings algorithm = read_algorithm(reader, privacy.trust);
  if (!algorithm.mixing_rounds)
    reader.refuse("algorithm.mixing_rounds", "\"auto\" needs a network: give a configuration file");
  const double sensitivity = reader.real("plan.sensitivity", positive_finite());
  const Curvature curvature{.strong_convexity = reader.real("plan.strong_convexity", positive_finite()),
                            .smoothness = reader.real("plan.smoothness", positive_finite())};
  if (curvature.smoothness < curvature.strong_convexity)
    reader.refuse("plan.smoothness", "must not be below the strong convexity " + show(curvature.strong_convexity));
  reader.finish();
  return make_plan({.budget = privacy.budget,
                    .gradient_rounds = algorithm.rounds,
                    .constants = {.curvature = curvature, .record_sensitivity = sensitivity, .gradient_bound = 0},
                    .accountant = privacy.accountant,
                    .schedule = privacy.schedule,
                    .step = algorithm.step,
                    .mixing_rounds = *algorithm.mixing_rounds,
                    .acceleration = algorithm.acceleration,
                    .output = algorithm.output});
}

void refuse_constants(const Settings& given, const std::string& where) {
  Faults faults;
  for (const char* key : constants)
    if (const Settings::Given* constant = given.find(key))
      faults.add({key, constant->setting.written, "follows from the problem in " + where + "; leave it out",
                  constant->setting.place});
  faults.throw_if_any();
}

}  // namespace sotto
