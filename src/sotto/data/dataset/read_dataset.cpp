// SPDX-License-Identifier: MIT
#include "sotto/data/dataset/read_dataset.hpp"

#include <optional>

#include "sotto/data/dataset/formats.hpp"
#include "sotto/files/opened_file.hpp"

namespace sotto {
namespace {

void demand_declared_rows(const DataSource& source, ReadFor purpose) {
  if (purpose == ReadFor::fitting && !source.declared_rows)
    throw InvalidInput(
        {source.records_field, "", "the number of rows must be declared: it is public, and plans are made from it"});
}

void check_source(const DataSource& source, ReadFor purpose) {
  const FileFormat format = format_of(source);
  const bool is_text = format == FileFormat::csv || format == FileFormat::libsvm;
  demand_declared_rows(source, purpose);
  if (is_text && !source.labels_path.empty())
    throw InvalidInput(
        {source.labels_field, printable_path(source.labels_path), "only NPY and IDX have a second file for labels"});
  if (format == FileFormat::csv) separator_of(source);
}

/// Rows of another width have a fault and no cells.
void put_row(const CellRow& row, const std::vector<std::uint32_t>& positions, DataFaults& faults, RowEncoder& into) {
  const bool complete = row.size() == positions.size();
  if (!complete)
    faults.add(std::to_string(row.size()) + " cells",
               "every row must have " + std::to_string(positions.size()) + ", one for each column");
  into.begin_row();
  for (std::size_t k = 0; complete && k < row.size(); ++k) {
    const FileCell place{positions[k], k + 1};
    if (const auto* number = std::get_if<double>(&row[k]))
      into.number(place, *number);
    else
      into.text(place, std::get<std::string>(row[k]));
  }
  into.end_row();
}

}  // namespace

Dataset read_dataset(std::span<const CellRow> rows, const DataSource& source, const Schema& schema, ReadFor purpose) {
  demand_declared_rows(source, purpose);
  const Encoding encoding(schema);
  DataFaults faults(source.field, source.path);
  RowEncoder into(encoding, faults, source);
  const bool without_label = purpose == ReadFor::predicting && encoding.label() != nullptr && !rows.empty() &&
                             rows.front().size() + 1 == encoding.positions();
  if (without_label) into.without(ColumnRole::label);
  const std::vector<std::uint32_t> positions = positions_in_order(encoding, !without_label);
  for (std::size_t r = 0; r < rows.size() && !faults.full(); ++r) {
    faults.at_row(r + 1);
    put_row(rows[r], positions, faults, into);
  }
  return into.finish();
}

Dataset read_dataset(const NumberRows& rows, const DataSource& source, const Schema& schema, ReadFor purpose) {
  demand_declared_rows(source, purpose);
  const Encoding encoding(schema);
  DataFaults faults(source.field, source.path);
  RowEncoder into(encoding, faults, source);
  const bool apart = rows.labels != nullptr && encoding.label() != nullptr;
  const bool without_label = !apart && purpose == ReadFor::predicting && encoding.label() != nullptr &&
                             rows.columns + 1 == encoding.positions();
  if (without_label) into.without(ColumnRole::label);
  const std::vector<std::uint32_t> positions = positions_in_order(encoding, !apart && !without_label);
  if (rows.columns != positions.size())
    faults.refuse(std::to_string(rows.columns) + " numbers in a row",
                  std::to_string(positions.size()) + " columns are declared, the label too unless it lies apart");
  for (std::size_t k = 0; k < rows.rows.size() && !faults.full(); ++k) {
    const std::uint64_t row = rows.rows[k];
    faults.at_row(row + 1);
    into.begin_row();
    for (std::size_t column = 0; column < rows.columns; ++column)
      into.number({positions[column], column + 1}, rows.at(row, column));
    if (apart) into.number({encoding.label()->first_position, 0}, rows.label(row));
    into.end_row();
  }
  return into.finish();
}

Dataset read_dataset(const DataStreams& streams, const DataSource& source, const Schema& schema, ReadFor purpose) {
  check_source(source, purpose);
  const Encoding encoding(schema);
  DataFaults faults(source.field, source.path);
  RowEncoder rows(encoding, faults, source);
  const ReaderContext to{source, encoding, purpose, faults, rows};
  ByteSource bytes(streams.rows, faults);
  switch (format_of(source)) {
    case FileFormat::csv:
      read_csv(bytes, to);
      break;
    case FileFormat::libsvm:
      read_libsvm(bytes, to);
      break;
    default: {
      std::optional<ByteSource> labels;
      if (streams.labels != nullptr) {
        faults.in_file(source.labels_path);
        labels.emplace(*streams.labels, faults);
        faults.in_file(source.path);
      }
      read_tables(bytes, labels ? &*labels : nullptr, to);
    }
  }
  return rows.finish();
}

Dataset read_dataset(const DataSource& source, const Schema& schema, ReadFor purpose) {
  check_source(source, purpose);
  check(schema);
  FileStream rows({.field = source.field, .path = source.path});
  std::optional<FileStream> labels;
  if (!source.labels_path.empty()) labels.emplace(NamedFile{.field = source.labels_field, .path = source.labels_path});
  return read_dataset({.rows = rows, .labels = labels ? &*labels : nullptr}, source, schema, purpose);
}

}  // namespace sotto
