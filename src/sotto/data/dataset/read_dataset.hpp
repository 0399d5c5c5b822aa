// SPDX-License-Identifier: MIT
// A data file, read by its declaration: a matrix, or an error with its place and its rule.
#pragma once

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

}  // namespace sotto
