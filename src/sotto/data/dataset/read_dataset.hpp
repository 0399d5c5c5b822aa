// SPDX-License-Identifier: MIT
// A data file, read by its declaration: a matrix, or an error with its place and its rule.
#pragma once

#include <cstddef>
#include <cstdint>
#include <istream>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "sotto/data/dataset/data_source.hpp"
#include "sotto/data/dataset/dataset.hpp"
#include "sotto/data/dataset/schema.hpp"

namespace sotto {

/// Rows to fit a model to carry all that is declared; rows to predict may come without label and node.
enum class ReadFor { fitting, predicting };

/// Streams the file: memory is the matrix and little more. Rows are finite, and none is longer than row_norm(schema).
/// Refuses (data) with file, line and column whatever is no sound file, up to 20 faults at once, and never shows what a
/// cell holds; refuses (configuration) an unsound declaration. For fitting, the number of rows must be declared.
Dataset read_dataset(const DataSource& source, const Schema& schema, ReadFor purpose = ReadFor::fitting);

/// The same from bytes that lie elsewhere; the source's paths then serve as names. `labels` may be null.
struct DataStreams {
  std::istream& rows;
  std::istream* labels = nullptr;
};
Dataset read_dataset(const DataStreams& streams, const DataSource& source, const Schema& schema,
                     ReadFor purpose = ReadFor::fitting);

/// A cell as a program has it: a number, which counts as missing where it is not finite, or a word.
using Cell = std::variant<double, std::string>;
/// In the order of the declared columns, label and node included.
using CellRow = std::vector<Cell>;

/// The same from memory: the rules for cells of a file hold, and faults name the row and the column. The source says
/// how many rows are declared, and its path serves as a name.
Dataset read_dataset(std::span<const CellRow> rows, const DataSource& source, const Schema& schema,
                     ReadFor purpose = ReadFor::fitting);

/// Rows of numbers where a program has them: nothing is copied but what becomes the matrix. The memory must outlive it.
struct NumberRows {
  const double* numbers = nullptr;  ///< the first number of row 0
  std::ptrdiff_t to_next_row = 0;   ///< in numbers
  std::ptrdiff_t to_next_column = 1;
  std::size_t columns = 0;
  const double* labels = nullptr;  ///< one for each row; null where the label is one of the columns, or is not there
  std::ptrdiff_t to_next_label = 1;
  std::vector<std::uint64_t> rows;  ///< which, in their order

  double at(std::uint64_t row, std::size_t column) const {
    return numbers[static_cast<std::ptrdiff_t>(row) * to_next_row +
                   static_cast<std::ptrdiff_t>(column) * to_next_column];
  }
  double label(std::uint64_t row) const { return labels[static_cast<std::ptrdiff_t>(row) * to_next_label]; }
};

/// The same of numbers: the columns in the declared order, without the label where it lies apart.
Dataset read_dataset(const NumberRows& rows, const DataSource& source, const Schema& schema,
                     ReadFor purpose = ReadFor::fitting);

}  // namespace sotto
