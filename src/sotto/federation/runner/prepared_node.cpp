// SPDX-License-Identifier: MIT
// All that a node needs before it speaks to anybody.
#include "sotto/federation/runner/prepared_node.hpp"

#include <limits>

#include "sotto/federation/runner/data_digest.hpp"
#include "sotto/federation/runner/seams.hpp"
#include "sotto/federation/runner/start_checks.hpp"

namespace sotto {
namespace {

void refuse_changed_records(PreparedNode& node, const NodeOptions& options, const Digest& before_reading) {
  const Digest of_files = digest_of_files(options.data, options.labels);
  if (of_files != before_reading)
    throw InvalidInput({"--data", options.data, "was changed while it was read"}, FaultKind::data);
  node.record.data_digest = node.store.keyed_digest_of_data(of_files);
  const std::optional<RunRecord> begun = node.store.runs().find(node.run);
  if (begun && begun->data_digest != node.record.data_digest)
    throw InvalidInput({"--data", options.data,
                        "is not the file that this run began with; a run on other records is another run. What was "
                        "spent stays spent"},
                       FaultKind::data);
}

std::unique_ptr<Objective> own_objective(const Manifest& manifest, NodeId number, const NodeOptions& options,
                                         RowCounts& counts) {
  const RealProblem& problem = *manifest.scenario().real();
  return problem.objective_of_party(number, {.rows = options.data, .labels = options.labels}, counts);
}

/// Records that nobody has, of the declared number: the file is not opened.
std::unique_ptr<Objective> drawn_objective(const Manifest& manifest, NodeId number) {
  Configuration configuration = manifest.scenario().configuration();
  configuration.data->drawn = configuration.advice;
  configuration.data->drawn->numbers = std::numeric_limits<std::uint64_t>::max();
  const Scenario drawn(configuration);
  return drawn.real()->drawn_objective_of_party(number);
}

}  // namespace

PreparedNode prepare_node(const NodeOptions& options) {
  failpoint("start");
  Candidate found{.options = options};
  for (const StartCheck& check : start_checks()) check.look(found);
  const Digest run = found.run();
  const std::string dataset = found.dataset();
  PreparedNode node{.manifest = std::move(*found.manifest),
                    .identity = std::move(*found.identity),
                    .number = *found.number,
                    .run = run,
                    .dataset = dataset,
                    .store = std::move(*found.store),
                    .objective = nullptr};
  node.record = {.run = node.run,
                 .kind = options.dry_run                             ? "dry-run"
                         : node.manifest.purpose() == Purpose::trial ? "trial"
                                                                     : "real",
                 .dataset = node.dataset,
                 .manifest = node.manifest.canonical(),
                 .data_digest = {}};
  if (options.dry_run) {
    node.objective = drawn_objective(node.manifest, node.number);
  } else {
    const Digest before_reading = digest_of_files(options.data, options.labels);
    node.objective = own_objective(node.manifest, node.number, options, node.counts);
    failpoint("records read");
    refuse_changed_records(node, options, before_reading);
  }
  if (node.store.ledger().debit_of(node.run)) node.store.runs().record(node.record);  // it may have ended in between
  failpoint("manifest");
  return node;
}

}  // namespace sotto
