// SPDX-License-Identifier: MIT
// Where rows come from: a file, its format, and the number of rows that is declared for it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "sotto/input/closed_set.hpp"

namespace sotto {

enum class FileFormat { by_name, csv, libsvm, npy, idx };
constexpr Names<5> names_of(FileFormat) {
  return {"by-name", "csv", "libsvm", "npy", "idx"};
}

/// What the first line of a CSV file is: the columns' names, a row like any other, or something to pass over.
enum class CsvHeader { names, none, skipped };
constexpr Names<3> names_of(CsvHeader) {
  return {"names", "none", "skipped"};
}

struct DataSource {
  std::string path;
  std::string labels_path = {};  ///< of NPY and IDX: a file of labels beside the one of rows
  FileFormat format = FileFormat::by_name;
  CsvHeader csv_header = CsvHeader::names;
  std::optional<char> csv_separator = {};           ///< , ; | or tab; else tab for .tsv and a comma
  std::optional<std::uint64_t> declared_rows = {};  ///< public; a file that holds another number is refused
  // What faults name, and what they hint at: a command has flags where a configuration has keys.
  std::string field = "data.file";
  std::string labels_field = "data.labels_file";
  std::string records_field = "data.records";
  std::string no_header = "header = \"none\"";
};

/// By the name's ending: .csv .tsv .libsvm .svm .npy .idx (with or without .gz), or -idx3-ubyte as image sets have it.
/// Refused where neither name nor declaration says it.
FileFormat format_of(const DataSource& source);
char separator_of(const DataSource& source);

}  // namespace sotto
