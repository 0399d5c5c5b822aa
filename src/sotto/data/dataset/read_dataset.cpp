// SPDX-License-Identifier: MIT
#include "sotto/data/dataset/read_dataset.hpp"

#include <optional>

#include "sotto/data/dataset/formats.hpp"
#include "sotto/files/opened_file.hpp"

namespace sotto {
namespace {

void check_source(const DataSource& source, ReadFor purpose) {
  const FileFormat format = format_of(source);
  const bool is_text = format == FileFormat::csv || format == FileFormat::libsvm;
  if (purpose == ReadFor::fitting && !source.declared_rows)
    throw InvalidInput(
        {source.records_field, "", "the number of rows must be declared: it is public, and plans are made from it"});
  if (is_text && !source.labels_path.empty())
    throw InvalidInput(
        {source.labels_field, printable(source.labels_path), "only NPY and IDX have a second file for labels"});
  if (format == FileFormat::csv) separator_of(source);
}

}  // namespace

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
