// SPDX-License-Identifier: MIT
// What a weight matrix must be, said once for matrices from rules and from files.
#pragma once

#include <cmath>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "sotto/graph/graph.hpp"
#include "sotto/input/invalid_input.hpp"

namespace sotto {

/// A sum in index order that keeps what each addition rounds away (Neumaier), so that long rows sum to 1 as well.
inline double compensated_sum(std::span<const double> terms, double start = 0.0) {
  double sum = start, lost = 0.0;
  for (double term : terms) {
    const double next = sum + term;
    lost += std::abs(sum) >= std::abs(term) ? (sum - next) + term : (term - next) + sum;
    sum = next;
  }
  return sum + lost;
}

/// How far a row may be from summing to 1, and two mirrored numbers of a file from each other.
inline constexpr double weight_tolerance = 1e-12;

/// At most this many faults of one matrix are listed.
inline constexpr std::size_t most_weight_faults = 20;

/// The faults of `weights` (laid out as WeightMatrix takes them); `place_of_row` says where row i was read.
std::vector<Fault> weight_faults(const Graph& graph, std::span<const double> weights,
                                 const std::function<std::string(NodeId)>& place_of_row);

/// "W[i][j]", as an error names an entry.
std::string entry_name(NodeId i, NodeId j);

/// Calls visit(i, j, index of w_ij, index of w_ji) for every edge with i < j, in row order.
void for_each_mirrored_pair(const Graph& graph, const std::function<void(Edge, std::size_t, std::size_t)>& visit);

}  // namespace sotto
