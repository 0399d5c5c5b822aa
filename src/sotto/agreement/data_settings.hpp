// SPDX-License-Identifier: MIT
// The tables [data] and [[column]] and the files of nodes: where records come from, and all that is declared of them.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "sotto/data/dataset/data_source.hpp"
#include "sotto/data/dataset/partition.hpp"
#include "sotto/data/dataset/schema.hpp"
#include "sotto/graph/graph.hpp"
#include "sotto/input/closed_set.hpp"
#include "sotto/settings/field_document.hpp"
#include "sotto/settings/reader.hpp"

namespace sotto {

/// What a network minimises: the mean of records, or a linear model of their labels.
enum class ProblemKind { mean_estimation, linear, logistic, softmax, huber, svm, poisson };
constexpr Names<7> names_of(ProblemKind) {
  return {"mean-estimation", "linear", "logistic", "softmax", "huber", "svm", "poisson"};
}

/// Whether a configuration says where records lie, or each party keeps that to itself.
enum class FilesLie { here, at_parties };

struct DataSettings {
  Schema schema;
  /// One file for all nodes, which is divided among them, or as many as `files`.
  DataSource source;
  /// The file of each node, where every node has one. A path is empty where the file lies at its party.
  std::map<NodeId, DataSource> files = {};
  PartitionKind partition = PartitionKind::iid;  ///< of the one file
  double concentration = 0.5;
  std::uint32_t shards_per_node = 2;
  std::string test_path = {};  ///< records that nobody fits to: for simulations
  std::string test_labels_path = {};
  std::uint32_t hold_out = 0;  ///< every so many-th row of each file, from the first, is for tests instead; 0: none

  /// Whether replacing a record may move others to another node: for simulations alone.
  bool division_follows_from_records() const { return files.empty() && partition != PartitionKind::iid; }
  /// Whether the numbers of rows of nodes can be known only by reading records.
  bool sizes_follow_from_records() const {
    return files.empty() && (partition == PartitionKind::by_column || partition == PartitionKind::dirichlet);
  }
};

/// How a simulation divides the one file among so many nodes.
PartitionSpec division_of(const DataSettings& data, NodeId nodes, std::uint64_t seed, std::uint32_t trial = 0);

/// The tables [node.N] by number: node -> "node.3". Tables that are not named by a number stay unknown, and are
/// refused.
std::map<NodeId, std::string> node_tables(const Reader& reader);

/// The keys that could say where records lie: data.file, node.0.file, ...
std::vector<std::string> keys_of_files(const Reader& reader);

/// Nothing where no file is declared. Faults stay with the reader.
std::optional<DataSettings> read_data(Reader& reader, FilesLie where);
std::string data_toml(DataSettings data);       ///< without the tables of nodes
std::string own_file_lines(DataSource source);  ///< in a table [node.N]
DocumentedSection data_document();
DocumentedSection column_document();
DocumentedSection own_file_document();  ///< of a table [node.N]

/// The tables [[column]]. Faults stay with the reader.
std::vector<Column> read_columns(Reader& reader);

/// The tables as TOML that reads back the same.
std::string columns_toml(const std::vector<Column>& columns);

}  // namespace sotto
