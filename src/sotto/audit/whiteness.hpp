// SPDX-License-Identifier: MIT
// Are these numbers independent standard normals? Means, variances and correlations over rounds, nodes and coordinates.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace sotto {

/// One statistic: what it came to, what it should be, and how far off that is in standard deviations.
struct Finding {
  std::string what;
  double value;
  double expected;
  double deviations;
};

class Whiteness {
 public:
  struct Shape {
    std::size_t rounds;
    std::size_t nodes;
    std::size_t dimension;
    std::size_t size() const { return rounds * nodes * dimension; }
  };
  explicit Whiteness(Shape shape);

  /// One sample, [round][node][coordinate].
  void add(std::span<const double> sample);

  /// The statistics, each standard normal (nearly) if the numbers are. Of the means of single places, which are many,
  /// only the worst is listed. Correlations reach `most_lags` rounds, the first `most_nodes` nodes and
  /// `most_coordinates` coordinates.
  std::vector<Finding> findings() const;
  /// How many were looked at.
  std::size_t tests() const;

  static constexpr std::size_t most_lags = 32, most_nodes = 64, most_coordinates = 32;

 private:
  struct Cell {
    double sum = 0;
    double squares = 0;
  };
  /// Sums over the cells that `group` sends to the same number.
  template <class Group>
  std::vector<Cell> grouped(std::size_t groups, Group group) const;
  /// Mean and variance of each group; `name` puts its number into words.
  template <class Name>
  void judge_groups(std::vector<Finding>& out, const std::vector<Cell>& groups, Name name) const;
  Finding worst_cell() const;
  void judge_correlations(std::vector<Finding>& out) const;

  Shape shape_;
  std::uint64_t samples_ = 0;
  std::vector<Cell> cells_;
  std::vector<double> lags_, node_pairs_, coordinate_pairs_;  // sums of products
};

}  // namespace sotto
