// SPDX-License-Identifier: MIT
// The configuration of a run, checked.
#include "sotto/simulation/comparison/configuration.hpp"

namespace sotto {
namespace {

void refuse_real_runs_on_divisions_by_records(Reader& reader, const DataSettings& data, const RunSettings& run) {
  const std::string why = " with data.partition = \"" + std::string(name_of(data.partition)) +
                          "\": who holds which record follows from records there";
  if (run.randomness == Randomness::system) reader.refuse("run.randomness", "must be seeded" + why, {"data.partition"});
  if (run.fresh == Fresh::data) reader.refuse("run.fresh", "must be noise or graph" + why, {"data.partition"});
}

void refuse_what_does_not_go_together(Reader& reader, const Configuration& configuration) {
  if (configuration.run.randomness == Randomness::system && !configuration.privacy.on_lattice)
    reader.refuse("run.randomness",
                  "needs privacy.mechanism = \"lattice\": noise in doubles leaks through its last bits",
                  {"privacy.mechanism"});
  if (configuration.run.noise_precision == NoisePrecision::single &&
      (configuration.run.engine == EngineWish::reference || configuration.privacy.on_lattice))
    reader.refuse("run.noise_precision",
                  "single is for the Monte Carlo engine: with run.engine = \"auto\" and privacy.mechanism = \"real\"",
                  {"run.engine", "privacy.mechanism"});
  if (configuration.data && configuration.data->division_follows_from_records())
    refuse_real_runs_on_divisions_by_records(reader, *configuration.data, configuration.run);
  if (configuration.run.fresh == Fresh::graph && !is_random(configuration.graph))
    reader.refuse("run.fresh",
                  "must be data or noise on the graph \"" + std::string(name_of(configuration.graph.kind)) +
                      "\" with weights \"" + std::string(name_of(configuration.graph.weights)) +
                      "\": every trial would have the same one",
                  {"graph.kind", "graph.weights"});
}

}  // namespace

Configuration read_configuration(Reader& reader, FilesLie where) {
  Terms terms = read_terms(reader, where);
  const bool on_files = terms.data.has_value();
  Configuration configuration{std::move(terms), read_run(reader, on_files), {}, read_advice(reader, on_files)};
  configuration.audit = read_audit(reader, configuration.privacy);
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

std::string to_toml(const Configuration& configuration) {
  const Terms& terms = configuration;
  return to_toml(terms) + run_toml(configuration.run) + audit_toml(configuration.audit) +
         advice_toml(configuration.advice);
}

std::vector<DocumentedSection> configuration_documents() {
  std::vector<DocumentedSection> all = documents_of_terms();
  for (const auto& section : {run_document(), audit_document(), advice_document()}) all.push_back(section);
  return all;
}

/// Its remarks speak of tables of nodes and of columns.
std::string sample_configuration() {
  std::string text =
      "# sotto configuration. `sotto run THIS-FILE` simulates it; lines that start with # show defaults.\n"
      "# A value may be overridden: sotto run FILE --set graph.kind=ring, or SOTTO_GRAPH_KIND=ring in the "
      "environment.\n";
  for (const DocumentedSection& section : configuration_documents())
    if (section.kind == DocumentedSection::Kind::table) text += "\n" + section.sample();
  return text;
}

}  // namespace sotto
