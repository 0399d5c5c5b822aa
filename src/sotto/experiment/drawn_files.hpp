// SPDX-License-Identifier: MIT
// Records in the place of files: drawn from what is declared, one population for all nodes and the test.
#pragma once

#include "sotto/dataset/encoding.hpp"
#include "sotto/experiment/problem_files.hpp"
#include "sotto/problem/domain.hpp"
#include "sotto/problem/losses.hpp"

namespace sotto {

struct DrawnProblem {
  const Encoding& encoding;
  const std::optional<Loss>& loss;
  const Domain& domain;
  RecordAssumptions assumed;
  const std::vector<std::uint64_t>& sizes;  ///< N_i, declared
};

/// Coordinates that may not be 0, each counted once for each margin.
double numbers_in_row(const DrawnProblem& problem);

/// Fewer than declared where they are too many: each then stands for several.
std::uint64_t rows_in_all(const DrawnProblem& problem);

/// A data set for each node, and one for the test where there are labels.
ProblemFiles draw_files(const DrawnProblem& problem, std::uint64_t seed);

}  // namespace sotto
