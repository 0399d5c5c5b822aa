// SPDX-License-Identifier: MIT
// The configuration of a run, checked.
#include "sotto/experiment/configuration.hpp"

namespace sotto {
namespace {

void refuse_real_runs_on_divisions_by_records(Reader& reader, const DataSettings& data, const RunSettings& run) {
  const std::string why = " with data.partition = \"" + std::string(name_of(data.partition)) +
                          "\": who holds which record follows from records there";
  if (run.randomness == Randomness::system) reader.refuse("run.randomness", "must be seeded" + why);
  if (run.fresh == Fresh::data) reader.refuse("run.fresh", "must be noise or graph" + why);
}

void refuse_what_does_not_go_together(Reader& reader, const Configuration& configuration) {
  if (configuration.run.randomness == Randomness::system && !configuration.privacy.on_lattice)
    reader.refuse("run.randomness",
                  "needs privacy.mechanism = \"lattice\": noise in doubles leaks through its last bits");
  if (configuration.run.noise_precision == NoisePrecision::single &&
      (configuration.run.engine == "reference" || configuration.privacy.on_lattice))
    reader.refuse("run.noise_precision",
                  "single is for the Monte Carlo engine: with run.engine = \"auto\" and privacy.mechanism = \"real\"");
  if (configuration.data && configuration.data->division_follows_from_records())
    refuse_real_runs_on_divisions_by_records(reader, *configuration.data, configuration.run);
  if (configuration.run.fresh == Fresh::graph && !is_random(configuration.graph))
    reader.refuse("run.fresh", "must be data or noise on the graph \"" + configuration.graph.kind +
                                   "\" with weights \"" + configuration.graph.weights +
                                   "\": every trial would have the same one");
}

}  // namespace

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
  refuse_what_does_not_go_together(reader, configuration);
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
