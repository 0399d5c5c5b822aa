// SPDX-License-Identifier: MIT
// The tables of a store.
#include "sotto/federation/store/table.hpp"

#include <algorithm>

namespace sotto {
namespace tables {

using enum TableColumnKind;

const Table meta{.name = "meta", .columns = {{"number", whole}, {"name", text}, {"value", bytes}}, .chain_of = {}};

const Table starts{.name = "starts",
                   .columns = {{"incarnation", whole}, {"time", whole}, {"start_id", bytes}, {"version", text}},
                   .chain_of = {}};

const Table ledger{.name = "ledger",
                   .columns = {{"number", whole},
                               {"time", whole},
                               {"kind", text},
                               {"dataset", text},
                               {"run", bytes, true},
                               {"epsilon", real, true},
                               {"delta", real, true},
                               {"adjacency", text, true},
                               {"alpha", whole},
                               {"total_variation", whole}},
                   .chain_of = {}};

const Table runs{.name = "runs",
                 .columns = {{"number", whole},
                             {"time", whole},
                             {"run", bytes},
                             {"kind", text},
                             {"dataset", text},
                             {"data_digest", bytes},
                             {"manifest", text}},
                 .chain_of = {}};

const Table rounds{.name = "rounds",
                   .columns = {{"round", whole},
                               {"run", bytes},
                               {"time", whole},
                               {"digest", bytes},
                               {"alpha", whole},
                               {"total_variation", whole},
                               {"alpha_so_far", whole},
                               {"total_variation_so_far", whole},
                               {"inputs", bytes},
                               {"payload", payload}},
                   .first = 2,  // y(1) = 0 is public and has no row
                   .chain_of = "run"};

const Table finished{.name = "finished",
                     .columns = {{"number", whole}, {"time", whole}, {"run", bytes}, {"digest", bytes}},
                     .chain_of = {}};

const Table sightings{.name = "sightings",
                      .columns = {{"number", whole},
                                  {"time", whole},
                                  {"site", text},
                                  {"incarnation", whole},
                                  {"start_id", bytes},
                                  {"entries", whole},
                                  {"head", bytes}},
                      .chain_of = {}};

const Table audit{.name = "audit",
                  .columns = {{"number", whole}, {"time", whole}, {"event", text}, {"details", text}},
                  .chain_of = {}};

const Table evidence{.name = "evidence",
                     .columns = {{"number", whole},
                                 {"time", whole},
                                 {"kind", text},
                                 {"site", text},
                                 {"run", bytes},
                                 {"round", whole},
                                 {"first", bytes},
                                 {"second", bytes}},
                     .chain_of = {}};

/// The signed hello behind a sighting.
const Table proofs{.name = "proofs",
                   .columns = {{"number", whole},
                               {"time", whole},
                               {"site", text},
                               {"incarnation", whole},
                               {"start_id", bytes},
                               {"entries", whole},
                               {"head", bytes},
                               {"hello", bytes}},
                   .chain_of = {},
                   .since = 2};

/// Starts that were signed with this site's key and that this state never took.
const Table disowned{.name = "disowned",
                     .columns = {{"number", whole},
                                 {"time", whole},
                                 {"incarnation", whole},
                                 {"start_id", bytes},
                                 {"hello", bytes},
                                 {"statement", bytes}},
                     .chain_of = {},
                     .since = 2};

/// Runs that this site closed by saying for good what it holds of a neighbour.
const Table closings{.name = "closings",
                     .columns = {{"number", whole},
                                 {"time", whole},
                                 {"run", bytes},
                                 {"site", text},
                                 {"round", whole},
                                 {"digest", bytes},
                                 {"statement", bytes}},
                     .chain_of = {},
                     .since = 2};

}  // namespace tables

const std::array<const Table*, 12>& chained_tables() {
  static const std::array<const Table*, 12> all{
      &tables::meta,      &tables::starts, &tables::ledger,   &tables::runs,   &tables::rounds,   &tables::finished,
      &tables::sightings, &tables::audit,  &tables::evidence, &tables::proofs, &tables::disowned, &tables::closings};
  return all;
}

std::string column_list(const Table& table) {
  std::string names;
  for (const TableColumn& column : table.columns) names.append(names.empty() ? "" : ", ").append(column.name);
  return names;
}

std::size_t place_of_column(const Table& table, std::string_view name) {
  const auto found = std::find_if(table.columns.begin(), table.columns.end(),
                                  [&](const TableColumn& column) { return column.name == name; });
  return static_cast<std::size_t>(found - table.columns.begin());
}

}  // namespace sotto
