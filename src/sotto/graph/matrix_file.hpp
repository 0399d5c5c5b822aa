// SPDX-License-Identifier: MIT
// Square matrices from files: CSV, NumPy's NPY and Matrix Market.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sotto/graph/graph.hpp"

namespace sotto {

enum class MatrixFormat { csv, npy, matrix_market };

/// By the end of the name: .csv, .npy, .mtx; nothing for another one.
std::optional<MatrixFormat> matrix_format_of(const std::string& path);

/// What is read, and how its faults are told.
struct MatrixRequest {
  std::string path;
  MatrixFormat format;
  std::string field;                            ///< the key that faults name: "graph.file"
  std::string letter;                           ///< of an entry: "A" as in A[2][3]
  std::string hint;                             ///< follows the rule where a CSV is not square
  std::optional<NodeId> nodes;                  ///< rows that it must have, if that is known
  const char* (*broken_rule)(double) noexcept;  ///< what is wrong with an entry; nullptr for nothing
};

struct MatrixEntry {
  NodeId row;
  NodeId column;
  double value;
  std::uint32_t line;  ///< 0 where the file has no lines
};

struct MatrixFile {
  NodeId nodes;
  std::vector<MatrixEntry> entries;      ///< those that are not 0, by row, then column; no place twice
  std::vector<std::uint32_t> row_lines;  ///< of a file that has a line for each row
};

/// Refuses what is no square matrix of such entries: all faults at once (the first 20), with lines where there are any.
/// A sparse file of a million rows takes memory and time in proportion to what it holds.
MatrixFile read_matrix(const MatrixRequest& request);

}  // namespace sotto
