// SPDX-License-Identifier: MIT
// The records of a problem, read.
#include "sotto/simulation/comparison/problem_files.hpp"

#include "sotto/data/dataset/partition.hpp"

namespace sotto {
namespace {

void add(Dataset all, std::uint32_t every, ProblemFiles& files) {
  files.counts.push_back(all.counts);
  if (every == 0) return files.data.push_back(std::move(all));
  HeldOut parts = hold_out(all, every);
  files.data.push_back(std::move(parts.kept));
  if (files.test)
    append(parts.held_out, *files.test);
  else
    files.test = std::move(parts.held_out);
}

DataSource test_source(const DataSettings& data) {
  DataSource source = data.source;
  source.path = data.test_path;
  source.labels_path = data.test_labels_path;
  source.declared_rows.reset();
  source.field = "data.test_file";
  source.labels_field = "data.test_labels_file";
  return source;
}

/// `read` makes the rows of a table by its number; the table for tests comes last.
template <class Read>
ProblemFiles read_all(const DataSettings& data, const Read& read) {
  ProblemFiles files;
  std::size_t table = 0;
  if (data.files.empty()) add(read(table++, data.source, ReadFor::fitting), data.hold_out, files);
  for (const auto& [node, own] : data.files) add(read(table++, own, ReadFor::fitting), data.hold_out, files);
  if (!data.test_path.empty()) files.test = read(table, test_source(data), ReadFor::predicting);
  return files;
}

}  // namespace

ProblemFiles read_files(const DataSettings& data) {
  return read_all(data, [&](std::size_t, const DataSource& source, ReadFor purpose) {
    return read_dataset(source, data.schema, purpose);
  });
}

bool is_empty(const TableInMemory& table) {
  const auto* numbers = std::get_if<NumberRows>(&table);
  return numbers != nullptr ? numbers->rows.empty() : std::get<std::vector<CellRow>>(table).empty();
}

void check(const RecordsInMemory& records, const DataSettings& data) {
  const std::size_t tables = data.files.empty() ? 1 : data.files.size();
  if (records.data.size() != tables)
    throw InvalidInput({"records", std::to_string(records.data.size()) + " tables",
                        "must be " + std::to_string(tables) + ": one for all nodes, or one for each that has a file"});
  if (is_empty(records.test) != data.test_path.empty())
    throw InvalidInput({"records", "", "must hold rows for tests where data.test_file names them, and nowhere else"});
}

ProblemFiles read_records(const DataSettings& data, const RecordsInMemory& records) {
  return read_all(data, [&](std::size_t table, const DataSource& source, ReadFor purpose) {
    return std::visit([&](const auto& rows) { return read_dataset(rows, source, data.schema, purpose); },
                      table < records.data.size() ? records.data[table] : records.test);
  });
}

}  // namespace sotto
