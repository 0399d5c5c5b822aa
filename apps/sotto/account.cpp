// SPDX-License-Identifier: MIT
// sotto account: a privacy cost in any representation, and what every accountant says of it.
#include <cmath>
#include <limits>

#include "command.hpp"
#include "output.hpp"
#include "sotto/report/plan/account_report.hpp"
#include "sotto/simulation/comparison/scenario.hpp"

namespace sotto::app {
namespace {

constexpr const char* one_of =
    "give exactly one of --alpha, --mu, --rho, --accountant (with --epsilon and --delta), or a CONFIG.toml";

/// The square, rounded up: exact where the square fits a double.
double square_from_above(double mu) {
  const double square = mu * mu;
  if (mu > 0 && square < std::numeric_limits<double>::min()) return std::nextafter(square, 1);
  return std::fma(mu, mu, -square) > 0 ? std::nextafter(square, largest_alpha) : square;
}

std::uint64_t count_of(Reader& reader, const std::string& key) {
  return static_cast<std::uint64_t>(reader.integer_or(key, 1, {1, 1'000'000'000}));
}

struct Input {
  std::optional<Configuration> configuration;
  std::optional<double> alpha;  ///< from --alpha, --mu or --rho
  std::optional<Accountant> accountant;
  std::optional<double> epsilon, delta;
  std::uint64_t rounds, runs, records, nodes;
  double total_variation;
  std::string curve;
  std::optional<NodeId> node;  ///< of a configuration whose nodes differ
};

void refuse_unless_one_source(Reader& reader, bool file) {
  int sources = file ? 1 : 0;
  for (const char* key : {"account.alpha", "account.mu", "account.rho", "account.accountant"})
    if (reader.has(key) && ++sources > 1) reader.refuse(key, one_of);
  if (sources == 0) reader.refuse("account.alpha", one_of);
  for (const char* key : {"account.rounds", "account.total_variation"})
    if (file && reader.has(key)) reader.refuse(key, "follows from the configuration; leave it out");
}

Input read_input(const Command& command, const Settings& given) {
  Reader reader(given);
  const bool file = !command.file().empty();
  Input input{};
  if (file) input.configuration = read_configuration(reader);
  input.alpha = reader.optional_real("account.alpha", within({0, largest_alpha}));
  if (const auto mu = reader.optional_real("account.mu", within({0, std::sqrt(largest_alpha)})))
    input.alpha = square_from_above(*mu);
  if (const auto rho = reader.optional_real("account.rho", within({0, largest_alpha / 2}))) input.alpha = 2 * *rho;
  std::vector<std::string> names;
  names.reserve(all_accountants.size());
  for (const Accountant accountant : all_accountants) names.emplace_back(name_of(accountant));
  const std::string name = reader.choice_or("account.accountant", "", names);
  for (const Accountant accountant : all_accountants)
    if (name_of(accountant) == name) input.accountant = accountant;
  refuse_unless_one_source(reader, file);
  if (reader.has("account.accountant")) {
    input.epsilon = reader.real("account.epsilon", positive_finite());
    input.delta = reader.real("account.delta", probability_open());
  } else {
    input.epsilon = reader.optional_real("account.epsilon", non_negative_finite());
    input.delta = reader.optional_real("account.delta", probability_open());
  }
  input.rounds = count_of(reader, "account.rounds");
  input.runs = count_of(reader, "account.runs");
  input.records = count_of(reader, "account.records_per_person");
  input.nodes = count_of(reader, "account.nodes_per_person");
  input.total_variation = reader.real_or("account.total_variation", 0, within({0, 1}));
  input.curve = reader.text_or("account.curve", "");
  if (reader.has("account.curve") && input.curve.empty()) reader.refuse("account.curve", "must name a file, or be -");
  if (input.curve == "-" && command.json())
    reader.refuse("account.curve", "must name a file with --json: there is one stdout");
  const auto node = reader.integer_or("account.node", -1, {0, 99'999'999});
  if (node >= 0) input.node = static_cast<NodeId>(node);
  if (!file && input.node) reader.refuse("account.node", "there are no nodes without a configuration file");
  if (file && !input.node && !input.configuration->privacy.nodes.empty())
    reader.refuse("account.node", "is required: nodes have promises of their own, choose one");
  reader.finish();
  return input;
}

double limit_of(const Input& input, const AccountQuery& query) {
  const PrivacyBudget budget{.epsilon = *input.epsilon, .delta = *input.delta};
  const double limit = alpha_limit_or_none(*input.accountant, budget, input.total_variation, query.shares);
  if (!(limit > 0))
    throw InvalidInput({"account.delta", show(budget.delta),
                        "must exceed the slack (1 + e^epsilon) * total variation = " +
                            show(slack_of(*input.accountant, query.cost, budget.epsilon)) +
                            ", and alpha must be large enough for a double"});
  return limit;
}

/// What a person pays: the cost of a run, grown by records, nodes and runs. The threat is that of the promise unless
/// another is named.
AccountQuery query_of(const Input& input, std::optional<Threat> threat = std::nullopt) {
  AccountQuery query{.cost = {}, .shares = RoundShares(input.rounds), .delta = input.delta, .epsilon = input.epsilon};
  bool masked = false;
  if (input.configuration) {
    const Plan plan = Scenario(*input.configuration).plan_of(input.node.value_or(0));
    query.cost = threat ? plan.total_cost(*threat) : plan.total_cost();
    masked = plan.is_masked();
    query.shares = shares_of(plan);
    if (!query.epsilon) query.epsilon = plan.request().budget.epsilon;
    if (!query.delta) query.delta = plan.request().budget.delta;
  } else {
    query.cost = {.alpha = input.alpha.value_or(0), .total_variation = input.total_variation};
    if (input.accountant) query.cost.alpha = limit_of(input, query);
  }
  // With masked sums the records of a person at several nodes move one sum; against all others each node's own noise
  // is left.
  const bool one_sum = masked && !threat;
  query.cost = for_records_of_a_person(query.cost, one_sum ? input.records * input.nodes : input.records);
  query.cost = repeated(repeated(query.cost, one_sum ? 1 : input.nodes), input.runs);
  query.shares = query.shares.repeated(input.nodes).repeated(input.runs);
  if (!(query.cost.alpha <= largest_alpha))
    throw InvalidInput({"account.runs", std::to_string(input.runs), "the cost of all runs must not exceed 1e300"});
  return query;
}

void describe_account(Command& command) {
  command.takes_configuration(Command::File::optional);
  command.takes_setting("--alpha", "account.alpha", "cost of a run: sum of Delta(t)^2/M_t^2");
  command.takes_setting("--mu", "account.mu", "the same as Gaussian DP: mu = sqrt(alpha)");
  command.takes_setting("--rho", "account.rho", "the same as zCDP: rho = alpha/2");
  command.takes_setting("--accountant", "account.accountant",
                        "take what this one allows for --epsilon and --delta: basic, advanced, paper, root, zcdp-bs, "
                        "zcdp-cks, exact");
  command.takes_setting("--delta", "account.delta", "evaluate epsilon there, strictly between 0 and 1");
  command.takes_setting("--epsilon", "account.epsilon", "evaluate delta there");
  command.takes_setting("--rounds", "account.rounds", "rounds of a run, of equal cost (basic, advanced)");
  command.takes_setting("--runs", "account.runs", "equal runs on the same records");
  command.takes_setting("--records-per-person", "account.records_per_person", "records of a person at one node");
  command.takes_setting("--nodes-per-person", "account.nodes_per_person", "nodes that hold one");
  command.takes_setting("--total-variation", "account.total_variation",
                        "of a run's lattice noise (basic, advanced, exact)");
  command.takes_setting("--node", "account.node", "of a configuration whose nodes have promises of their own");
  command.takes_setting("--curve", "account.curve",
                        "write delta(epsilon) of every accountant to this new CSV file; - is stdout",
                        Command::Names::new_file);
}

ExitCode account(const Command& command) {
  std::vector<std::string> known = command.flag_keys();
  if (!command.file().empty())
    for (const std::string& key : configuration_keys()) known.push_back(key);
  const Input input = read_input(command, command.settings(known));
  const AccountQuery query = query_of(input);
  if (input.curve == "-") {
    print(curve_csv(account_curves(query)));
    return ok;
  }
  const Account made = make_account(query);
  std::optional<Account> all_others;
  if (input.configuration && input.configuration->privacy.trust == Trust::all_but_q)
    all_others = make_account(query_of(input, Threat::all_others()));
  if (!input.curve.empty()) write_new({.key = "account.curve", .path = input.curve}, curve_csv(account_curves(query)));
  print(command.json() ? account_json(made, all_others) : fitted(account_text(made, all_others)));
  return ok;
}

}  // namespace

const Subcommand account_command{"account", "a privacy cost in any representation, by every accountant",
                                 describe_account, account};

}  // namespace sotto::app
