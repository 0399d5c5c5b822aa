// SPDX-License-Identifier: MIT
// Records in the place of files: drawn from what is declared, one population for all nodes and the test.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "sotto/data/dataset/dataset.hpp"
#include "sotto/data/dataset/encoding.hpp"
#include "sotto/problem/domain.hpp"
#include "sotto/problem/losses.hpp"

namespace sotto {

/// What is assumed of records that are drawn from what is declared.
struct RecordAssumptions {
  double signal;          ///< spread of the margins that labels follow from
  double density;         ///< share of a sparse row's columns that are not 0
  std::uint64_t numbers;  ///< at most so many coordinates, each counted once for each class, are simulated
};

struct DrawnProblem {
  const Encoding& encoding;
  const std::optional<Loss>& loss;
  const Domain& domain;
  RecordAssumptions assumed;
  const std::vector<std::uint64_t>& sizes;  ///< N_i, declared
};

/// How many coordinates x has.
std::size_t model_dimension(const std::optional<Loss>& loss, const Encoding& encoding);

/// Coordinates that may not be 0, each counted once for each margin.
double numbers_in_row(const DrawnProblem& problem);

/// Fewer than declared where they are too many: each then stands for several.
std::uint64_t rows_in_all(const DrawnProblem& problem);

struct DrawnData {
  std::vector<Dataset> nodes;
  std::optional<Dataset> test;  ///< where there are labels
};
DrawnData draw_data(const DrawnProblem& problem, std::uint64_t seed);

/// The same rows of one node alone.
Dataset draw_data_of(std::uint32_t node, const DrawnProblem& problem, std::uint64_t seed);

}  // namespace sotto
