// SPDX-License-Identifier: MIT
// Square matrices from files: CSV, NumPy's NPY and Matrix Market.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sotto/files/opened_file.hpp"
#include "sotto/graph/graph.hpp"
#include "sotto/input/invalid_input.hpp"

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

/// What the readers of matrix files share: they hand over size and entries, and every fault is kept.
class MatrixBuilder {
 public:
  explicit MatrixBuilder(const MatrixRequest& request) : request_(request) {}

  const std::string& path() const { return request_.path; }
  NamedFile file() const { return {.field = request_.field, .path = request_.path}; }
  const std::string& field() const { return request_.field; }
  const std::string& hint() const { return request_.hint; }
  std::optional<NodeId> wanted_nodes() const { return request_.nodes; }
  NodeId nodes() const { return matrix_.nodes; }
  bool full() const { return faults_.full(); }
  std::string entry_name(NodeId i, NodeId j) const;

  /// Refuses at once what is not square, too large or not of the wanted size.
  void set_size(std::uint64_t rows, std::uint64_t columns, std::size_t line);
  void add_row_line(std::size_t line) { matrix_.row_lines.push_back(static_cast<std::uint32_t>(line)); }
  void add(NodeId i, NodeId j, double value, std::size_t line);
  /// The same for a number as it was written; `text` must lie in a string that ends with a zero byte.
  void add(NodeId i, NodeId j, std::string_view text, std::size_t line);
  /// Adds to every entry off the diagonal the one across it: of a file that holds one triangle.
  void mirror();

  /// What is wrong at a line, and where in the matrix ("A[2][3]", or nothing). What the file holds there is not said.
  void fault(std::size_t line, std::string where, std::string rule);
  /// Nothing after this can be understood.
  [[noreturn]] void refuse(std::size_t line, std::string rule);

  /// Throws the faults, if there are any.
  MatrixFile finish();

 private:
  void check_repetitions();

  const MatrixRequest& request_;
  MatrixFile matrix_{};
  Faults faults_;
};

void read_matrix_market(MatrixBuilder& builder);

}  // namespace sotto
