// SPDX-License-Identifier: MIT
// The section [graph] of a configuration: who talks to whom, with which weights.
#pragma once

#include <string>

#include "sotto/experiment/listed_graph.hpp"
#include "sotto/settings/reader.hpp"

namespace sotto {

struct GraphSettings {
  std::string kind;
  NodeId nodes;  ///< 0, for kind = "file" and "edges" alone: as many as they name
  double edge_probability;
  NodeId degree;
  double rewiring;
  NodeId attachments;
  double radius;
  std::string file;          ///< edge list or adjacency matrix, for kind = "file"; empty: where weights_file is not 0
  std::string weights;       ///< a rule's name, "file" or "listed"
  std::string weights_file;  ///< a matrix, for weights = "file"
  std::vector<Edge> edges = {};                   ///< for kind = "edges"
  std::vector<ListedWeight> listed_weights = {};  ///< for weights = "listed"

  bool names_a_file() const { return kind == "file" || weights == "file"; }
};

/// Whether another seed draws another graph, with weights that follow from it.
bool is_random(const GraphSettings& graph);

/// Faults stay with the reader.
GraphSettings read_graph(Reader& reader);

}  // namespace sotto
