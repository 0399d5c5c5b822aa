// SPDX-License-Identifier: MIT
// What the readers of matrix files share: they hand over size and entries, and every fault is kept.
#pragma once

#include <string>
#include <string_view>

#include "sotto/files/opened_file.hpp"
#include "sotto/graph/matrix_file.hpp"
#include "sotto/input/invalid_input.hpp"

namespace sotto {

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
  /// The line that holds the next row.
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

void read_matrix_csv(MatrixBuilder& builder);
void read_matrix_npy(MatrixBuilder& builder);
void read_matrix_market(MatrixBuilder& builder);

}  // namespace sotto
