// SPDX-License-Identifier: MIT
#include "sotto/federation/manifest/party_records.hpp"

#include <limits>

#include "sotto/data/dataset/hold_out.hpp"
#include "sotto/data/dataset/read_dataset.hpp"

namespace sotto {

std::unique_ptr<Objective> objective_of_party(const Agreement& agreement, NodeId node, const OwnFiles& files,
                                              RowCounts& counts) {
  const DataSettings& data = *agreement.terms().data;
  DataSource source = data.files.at(node);
  source.path = files.rows;
  source.labels_path = files.labels;
  source.field = "--data";
  source.labels_field = "--labels";
  Dataset all = read_dataset(source, data.schema);
  counts = all.counts;
  return agreement.declared()->objective(
      node, data.hold_out == 0 ? std::move(all.rows) : hold_out(all, data.hold_out).kept.rows);
}

std::unique_ptr<Objective> drawn_objective_of_party(const Manifest& manifest, NodeId node) {
  const DeclaredProblem& problem = *manifest.agreement().declared();
  RecordAssumptions assumed = manifest.assumed();
  assumed.numbers = std::numeric_limits<std::uint64_t>::max();  // no row stands for others
  return problem.objective(node, draw_data_of(node, problem.drawn(assumed), manifest.agreement().seed()).rows);
}

}  // namespace sotto
