// SPDX-License-Identifier: MIT
// The configuration of a run, checked.
#include "sotto/experiment/configuration.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "sotto/experiment/domain_parts.hpp"
#include "sotto/experiment/node_tables.hpp"
#include "sotto/experiment/real_problem.hpp"

namespace sotto {
namespace {

/// The value whose name was given, among all values of a closed set; the first is the default.
template <class Value, std::size_t size>
Value named(Reader& reader, const std::string& key, Value fallback, const std::array<Value, size>& all) {
  std::vector<std::string> names;
  names.reserve(all.size());
  for (const Value value : all) names.emplace_back(name_of(value));
  const std::string name = reader.choice_or(key, std::string(name_of(fallback)), names);
  for (const Value value : all)
    if (name_of(value) == name) return value;
  return fallback;
}

constexpr std::int64_t most_nodes = 100'000'000;

constexpr std::int64_t stage_two_cap = 10'000;

/// 0: all of the hardware's.
unsigned read_threads(Reader& reader) {
  const IntegerOrWord threads = reader.integer_or_word("run.threads", std::string("all"), {0, 1024}, {"all"});
  const auto* number = std::get_if<std::int64_t>(&threads);
  return number == nullptr ? 0 : static_cast<unsigned>(*number);
}

/// Whether another seed draws another graph, with weights that follow from it.
bool is_random(const GraphSettings& graph) {
  constexpr std::array random_kinds{"erdos-renyi", "random-regular", "watts-strogatz", "barabasi-albert",
                                    "random-geometric"};
  return std::find(random_kinds.begin(), random_kinds.end(), graph.kind) != random_kinds.end() &&
         graph.weights != "file";
}

void refuse_bad_parts(Reader& reader, ProblemSettings& problem, const std::string& text) {
  if (problem.domain != "product") {
    if (!text.empty()) reader.refuse("problem.parts", "is for problem.domain = \"product\"");
    return;
  }
  PartsReading reading = read_parts(text);
  if (!reading.fault.empty()) reader.refuse("problem.parts", reading.fault);
  problem.parts = std::move(reading.parts);
}

/// What decides the dimension when nothing is said of it, and what says so.
struct UsualDimension {
  std::size_t dimension = 10;
  std::string of;  ///< empty: nothing decides it
};

void read_domain(Reader& reader, ProblemSettings& problem, UsualDimension usual) {
  std::vector<std::string> names = simple_domain_names();
  names.emplace_back("product");
  problem.domain = reader.choice_or("problem.domain", problem.kind == "mean-estimation" ? "box" : "ball", names);
  refuse_bad_parts(reader, problem, reader.text_or("problem.parts", ""));
  const Domain product = Product{problem.parts};
  const bool of_parts = !problem.parts.empty();
  if (of_parts && !usual.of.empty() && dimension(product) != usual.dimension)
    reader.refuse("problem.parts", "must have " + usual.of + " " + std::to_string(usual.dimension) + " dimensions");
  if (of_parts && usual.of.empty()) usual = {dimension(product), "the parts'"};
  problem.dimension = static_cast<std::size_t>(
      reader.integer_or("problem.dimension", static_cast<std::int64_t>(usual.dimension), {1, 1'000'000}));
  if (!usual.of.empty() && problem.dimension != usual.dimension)
    reader.refuse("problem.dimension", "must be absent or " + usual.of + " " + std::to_string(usual.dimension));
  if (problem.domain == "simplex" && problem.dimension < 2)
    reader.refuse("problem.dimension", "must be at least 2: a simplex of one coordinate is a single point");
  problem.radius = reader.real_or("problem.radius", of_parts ? largest_coordinate(product) : 10,
                                  within({1e-100, 1e100}));  // its square is a number
}

/// Faults of the schema, and of a kind that does not go with it, stay with the reader.
UsualDimension dimension_of_model(Reader& reader, const ProblemSettings& problem, const DataSettings& data) {
  try {
    const Encoding encoding(data.schema);
    return {model_dimension(loss_of(problem, encoding), encoding), "the columns'"};
  } catch (const InvalidInput& refused) {
    for (const Fault& fault : refused.faults()) reader.refuse(fault);
    return {};
  }
}

/// The mean has no loss to weigh, clip or regularise, and no label that a test could be judged by.
void refuse_keys_of_linear_models(Reader& reader, const std::optional<DataSettings>& data) {
  for (const char* key : {"problem.regularisation", "problem.width", "problem.clip", "problem.weighting"})
    if (reader.has(key)) reader.refuse(key, "is for linear models: must be absent for mean estimation");
  if (!data) return;
  if (data->schema.intercept || data->schema.sparse)
    reader.refuse("data.intercept", "must be false for mean estimation, and so must data.sparse");
  const std::string why = " for mean estimation: it has no label, so that nothing would be measured on test records";
  if (!data->test_path.empty()) reader.refuse("data.test_file", "must be absent" + why);
  if (data->hold_out > 0) reader.refuse("data.hold_out", "must be 0" + why);
}

}  // namespace

ProblemSettings read_problem(Reader& reader, const std::optional<DataSettings>& data) {
  ProblemSettings problem;
  problem.kind = reader.choice_or("problem.kind", "mean-estimation",
                                  {"mean-estimation", "linear", "logistic", "softmax", "huber", "svm", "poisson"});
  const bool model = problem.kind != "mean-estimation";
  if (model && !data) reader.refuse("problem.kind", "needs records that lie in files: data.file");
  problem.width = reader.real_or("problem.width", problem.kind == "svm" ? 0.5 : 1, within({1e-6, 1e6}));
  problem.clip = reader.optional_real("problem.clip", within({1e-100, 1e100}));
  problem.weighting = reader.choice_or("problem.weighting", "records", {"records", "nodes"});
  problem.regularisation = reader.real_or("problem.regularisation", 0, within({0, 1e6}));
  if (model && !(problem.regularisation > 0))
    reader.refuse("problem.regularisation", "must be > 0: the steps and the noise of a linear model need it");
  if (!model) refuse_keys_of_linear_models(reader, data);
  read_domain(reader, problem, data ? dimension_of_model(reader, problem, *data) : UsualDimension{});
  problem.records_per_node =
      static_cast<std::size_t>(reader.integer_or("problem.records_per_node", 100, {1, 1'000'000'000}));
  if (data && reader.has("problem.records_per_node"))
    reader.refuse("problem.records_per_node", "is for records that are drawn; data.records says it of files");
  const std::optional<double> mean = reader.optional_real("problem.mean", any_finite());
  if (mean && std::abs(*mean) > problem.radius) reader.refuse("problem.mean", "must lie in [-radius, radius]");
  problem.mean = mean.value_or(0.7 * problem.radius);
  return problem;
}

GraphSettings read_graph(Reader& reader) {
  GraphSettings graph;
  graph.kind = reader.choice_or(
      "graph.kind", "erdos-renyi",
      {"erdos-renyi", "complete", "ring", "path", "star", "grid", "torus", "hypercube", "random-regular",
       "watts-strogatz", "barabasi-albert", "random-geometric", "static-exponential", "expander", "file"});
  graph.nodes = static_cast<NodeId>(reader.integer_or("graph.nodes", graph.kind == "file" ? 0 : 10, {1, most_nodes}));
  graph.edge_probability = reader.real_or("graph.edge_probability", 0.6, within({0, 1}));
  graph.degree = static_cast<NodeId>(reader.integer_or("graph.degree", 4, {1, most_nodes}));
  graph.rewiring = reader.real_or("graph.rewiring", 0.1, within({0, 1}));
  graph.attachments = static_cast<NodeId>(reader.integer_or("graph.attachments", 2, {1, most_nodes}));
  graph.radius = reader.real_or("graph.radius", 0.5, within({0, 2}));
  graph.file = reader.text_or("graph.file", "");
  std::vector<std::string> rules{"file"};
  for (const WeightRule rule : all_weight_rules) rules.emplace_back(name_of(rule));
  graph.weights = reader.choice_or("graph.weights", "paper", rules);
  graph.weights_file = reader.text_or("graph.weights_file", "");
  if (graph.weights == "file" && graph.weights_file.empty())
    reader.refuse("graph.weights_file", "is required when graph.weights is \"file\"");
  if (graph.kind == "file" && graph.file.empty() && graph.weights != "file")
    reader.refuse("graph.file", "is required when graph.kind is \"file\", unless graph.weights_file gives the graph");
  return graph;
}

PrivacySettings read_privacy(Reader& reader) {
  PrivacySettings privacy;
  privacy.budget = {.epsilon = reader.real("privacy.epsilon", positive_finite()),
                    .delta = reader.real("privacy.delta", probability_open()),
                    .adjacency = named(reader, "privacy.adjacency", Adjacency::replace_one, all_adjacencies)};
  privacy.accountant = named(reader, "privacy.accountant", Accountant::exact, all_accountants);
  privacy.schedule = named(reader, "privacy.schedule", NoiseSchedule::constant, all_schedules);
  privacy.on_lattice = reader.choice_or("privacy.mechanism", "real", {"real", "lattice"}) == "lattice";
  for (const auto& [node, table] : node_tables(reader)) {
    NodePrivacy own = privacy;
    const bool departs = reader.has(table + "epsilon") || reader.has(table + "delta") ||
                         reader.has(table + "accountant") || reader.has(table + "schedule");
    own.budget.epsilon = reader.real_or(table + "epsilon", privacy.budget.epsilon, positive_finite());
    own.budget.delta = reader.real_or(table + "delta", privacy.budget.delta, probability_open());
    own.accountant = named(reader, table + "accountant", privacy.accountant, all_accountants);
    own.schedule = named(reader, table + "schedule", privacy.schedule, all_schedules);
    if (departs) privacy.nodes[node] = own;
  }
  return privacy;
}

AlgorithmSettings read_algorithm(Reader& reader) {
  AlgorithmSettings algorithm;
  algorithm.rounds = static_cast<Round>(reader.integer_or("algorithm.rounds", 1000, {1, 10'000'000}));
  algorithm.step = named(reader, "algorithm.step", StepRule::shifted, all_step_rules);
  algorithm.consensus = named(reader, "algorithm.consensus", Consensus::plain, all_consensus);
  const double tolerance = reader.real_or("algorithm.tolerance", 1e-6, strictly_within({0, 1}));
  const IntegerOrWord rounds = reader.integer_or_word("algorithm.consensus_rounds", std::string("auto"),
                                                      {0, 100'000'000}, {"auto", "until-agreement"});
  const auto cap = static_cast<Round>(reader.integer_or("algorithm.consensus_cap", stage_two_cap, {1, 100'000'000}));
  if (const auto* fixed = std::get_if<std::int64_t>(&rounds))
    algorithm.stop = FixedRounds{static_cast<Round>(*fixed)};
  else if (std::get<std::string>(rounds) == "until-agreement")
    algorithm.stop = UntilAgreement{.tolerance = tolerance, .cap = cap};
  else
    algorithm.stop = UntilContracted{.tolerance = tolerance, .cap = cap};
  return algorithm;
}

std::string_view name_of(Fresh fresh) {
  switch (fresh) {
    case Fresh::data:
      return "data";
    case Fresh::noise:
      return "noise";
    case Fresh::graph:
      return "graph";
  }
  return "";
}

RunSettings read_run(Reader& reader, const std::optional<DataSettings>& data) {
  const RealRule share{"a number >= 0 and < 1 (0: run all trials)", [](double x) { return 0 <= x && x < 1; }};
  return {
      .trials = static_cast<std::uint32_t>(reader.integer_or("run.trials", 100, {1, 1'000'000'000})),
      .until_se = reader.real_or("run.until_se", 0, share),
      .seed = reader.seed_or("run.seed", 1),
      .fresh = named(reader, "run.fresh", data ? Fresh::noise : Fresh::data, all_fresh),
      .baselines = reader.choice_or("run.baselines", "usual", {"usual", "all", "none"}),
      .baseline_trials = static_cast<std::uint32_t>(reader.integer_or("run.baseline_trials", 100, {1, 1'000'000'000})),
      .engine = reader.choice_or("run.engine", "auto", {"auto", "reference"}),
      .noise_precision = named(reader, "run.noise_precision", NoisePrecision::full, all_noise_precisions),
      .threads = read_threads(reader),
      .randomness = named(reader, "run.randomness", Randomness::seeded, all_randomness)};
}

Configuration read_configuration(Reader& reader) {
  std::optional<DataSettings> data = read_data(reader);
  Configuration configuration{.data = data,
                              .problem = read_problem(reader, data),
                              .graph = read_graph(reader),
                              .privacy = read_privacy(reader),
                              .algorithm = read_algorithm(reader),
                              .run = read_run(reader, data),
                              .audit = {},
                              .advice = read_advice(reader, data.has_value())};
  configuration.audit = read_audit(reader, [&privacy = configuration.privacy](NodeId node) {
    const auto own = privacy.nodes.find(node);
    return own == privacy.nodes.end() ? privacy.budget.epsilon : own->second.budget.epsilon;
  });
  if (configuration.run.randomness == Randomness::system && !configuration.privacy.on_lattice)
    reader.refuse("run.randomness",
                  "needs privacy.mechanism = \"lattice\": noise in doubles leaks through its last bits");
  if (configuration.run.noise_precision == NoisePrecision::single &&
      (configuration.run.engine == "reference" || configuration.privacy.on_lattice))
    reader.refuse("run.noise_precision",
                  "single is for the Monte Carlo engine: with run.engine = \"auto\" and privacy.mechanism = \"real\"");
  if (data && data->division_follows_from_records()) {
    const std::string why = " with data.partition = \"" + std::string(name_of(data->partition)) +
                            "\": who holds which record follows from records there";
    if (configuration.run.randomness == Randomness::system) reader.refuse("run.randomness", "must be seeded" + why);
    if (configuration.run.fresh == Fresh::data) reader.refuse("run.fresh", "must be noise or graph" + why);
  }
  if (configuration.run.fresh == Fresh::graph && !is_random(configuration.graph))
    reader.refuse("run.fresh", "must be data or noise on the graph \"" + configuration.graph.kind +
                                   "\" with weights \"" + configuration.graph.weights +
                                   "\": every trial would have the same one");
  return configuration;
}

Configuration read_configuration(const Settings& settings) {
  Reader reader(settings);
  Configuration configuration = read_configuration(reader);
  reader.finish();
  return configuration;
}

std::vector<std::string> configuration_keys() {
  const Settings nothing;
  Reader reader(nothing);
  read_configuration(reader);
  return reader.known_keys();
}

}  // namespace sotto
