// SPDX-License-Identifier: MIT
// The records of all nodes of a linear model as plain arrays, which can be copied to a device as they are: by record,
// for margins, and by column, for sums.
#pragma once

#include <span>
#include <vector>

#include "sotto/problem/linear_model.hpp"
#include "sotto/simulation/engine/trial.hpp"

namespace sotto {

/// What a node multiplies by.
struct LinearNode {
  RecordWeight weight;
  double strong_convexity;
};

/// Records of node 0 first. Dense rows have no columns: `values` is [record][feature].
struct LinearArrays {
  std::vector<LinearNode> nodes;
  std::vector<std::uint32_t> node_of;  ///< [record]
  std::vector<std::uint32_t> firsts;   ///< [node]: its first record; one more at the end
  std::vector<double> labels, norms;   ///< [record]
  std::vector<double> values;          ///< by record
  std::vector<std::uint32_t> begins;   ///< [record]: where its values begin; one more at the end
  std::vector<std::uint32_t> columns;  ///< of the values
  // Sparse rows by column:
  std::vector<std::uint32_t> column_begins;  ///< [node][feature], one more at the end
  std::vector<std::uint32_t> records;        ///< in their order
  std::vector<double> column_values;
};

/// What a device is told of them besides.
struct LinearShape {
  std::uint32_t nodes, features, margins, records;
  bool dense;
};

struct LinearRecords {
  Loss loss;
  LinearShape shape;
  LinearArrays arrays;
};

/// Whether trials are of linear models that share their records, in doubles with noise from a seed, on a box or a ball.
bool suits_linear(std::span<const Trial> trials);

/// Of a network that suits.
LinearRecords linear_records(const Network& network);

}  // namespace sotto
