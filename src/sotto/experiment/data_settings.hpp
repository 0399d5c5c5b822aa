// SPDX-License-Identifier: MIT
// The tables [data] and [[column]] and the files of nodes: where records come from, and all that is declared of them.
#pragma once

#include <map>
#include <optional>
#include <string>

#include "sotto/dataset/data_source.hpp"
#include "sotto/dataset/partition.hpp"
#include "sotto/dataset/schema.hpp"
#include "sotto/experiment/advice_settings.hpp"
#include "sotto/graph/graph.hpp"
#include "sotto/settings/reader.hpp"

namespace sotto {

struct DataSettings {
  Schema schema;
  /// One file for all nodes, which is divided among them, or as many as `files`.
  DataSource source;
  std::map<NodeId, DataSource> files = {};       ///< of each node, where every node has one
  PartitionKind partition = PartitionKind::iid;  ///< of the one file
  double concentration = 0.5;
  std::uint32_t shards_per_node = 2;
  std::string test_path = {};  ///< records that nobody fits to: for simulations
  std::string test_labels_path = {};
  std::uint32_t hold_out = 0;  ///< every so many-th row of each file, from the first, is for tests instead; 0: none

  /// Records are drawn by what is declared of them, and no file is opened: for advice.
  std::optional<RecordAssumptions> drawn = std::nullopt;

  /// Whether replacing a record may move others to another node: for simulations alone.
  bool division_follows_from_records() const { return files.empty() && partition != PartitionKind::iid; }
  /// Whether the numbers of rows of nodes can be known only by reading records.
  bool sizes_follow_from_records() const {
    return files.empty() && (partition == PartitionKind::by_column || partition == PartitionKind::dirichlet);
  }
};

std::string_view name_of(PartitionKind kind);

/// Nothing where no file is named. Faults stay with the reader.
std::optional<DataSettings> read_data(Reader& reader);

/// The tables as TOML that reads back the same; those of nodes hold more than this.
std::string data_toml(const DataSettings& data);

}  // namespace sotto
