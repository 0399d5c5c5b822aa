// SPDX-License-Identifier: MIT
// What must hold for the bytes of every data file.
#include "fuzz/read_or_refuse.hpp"

#include <algorithm>
#include <cmath>
#include <sstream>

#include "sotto/data/dataset/encoding.hpp"
#include "sotto/input/invalid_input.hpp"
#include "sotto/input/printable.hpp"
#include "sotto/problem/norms.hpp"

namespace sotto::fuzz {
namespace {

void check_row(std::span<const double> row, double norm) {
  hold(std::all_of(row.begin(), row.end(), [](double x) { return std::isfinite(x); }), "a coordinate is not finite");
  hold(keeps_norm(row, norm), "a row is longer than its norm");
}

std::size_t check_rows(const Records& rows, const Encoding& encoding) {
  hold(rows.dimension == encoding.dimension() && rows.values.size() % rows.dimension == 0, "rows of another length");
  for (std::size_t k = 0; k < rows.count(); ++k) check_row(rows.row(k), encoding.row_norm());
  return rows.count();
}

std::size_t check_rows(const SparseRows& rows, const Encoding& encoding) {
  hold(rows.dimension == encoding.dimension(), "rows of another length");
  hold(rows.columns.size() == rows.values.size() && rows.begins.back() == rows.values.size(), "entries without a row");
  for (std::size_t k = 0; k < rows.count(); ++k) {
    hold(rows.begins[k] <= rows.begins[k + 1], "rows that fall");
    const std::size_t size = rows.begins[k + 1] - rows.begins[k];
    const auto columns = std::span(rows.columns).subspan(rows.begins[k], size);
    hold(std::adjacent_find(columns.begin(), columns.end(), std::greater_equal<>()) == columns.end(),
         "columns that do not rise");
    hold(size == 0 || columns.back() < rows.dimension, "a column beyond the last");
    check_row(std::span(rows.values).subspan(rows.begins[k], size), encoding.row_norm());
  }
  return rows.count();
}

void check_dataset(const Dataset& data, const DataSource& source, const Schema& schema) {
  const Encoding encoding(schema);
  const std::size_t rows = std::visit([&](const auto& kept) { return check_rows(kept, encoding); }, data.rows.features);
  hold(rows == data.counts.rows && rows == source.declared_rows.value_or(rows), "another number of rows");
  hold(data.rows.labels.empty() || data.rows.labels.size() == rows, "another number of labels");
  hold(data.groups.empty() || data.groups.size() == rows, "another number of groups");
  hold(data.dropped.size() == data.counts.dropped_rows, "another number of dropped rows");
  for (const double label : data.rows.labels) hold(label >= -1 && label <= 2, "a label out of its range");
}

}  // namespace

void read_or_refuse(const FuzzedFile& file, const DataSource& source, const Schema& schema, ReadFor purpose) {
  std::istringstream rows(file.rows), labels(file.labels);
  try {
    check_dataset(
        read_dataset({.rows = rows, .labels = source.labels_path.empty() ? nullptr : &labels}, source, schema, purpose),
        source, schema);
  } catch (const InvalidInput& refused) {
    hold(!refused.faults().empty() && refused.faults().size() <= Faults::most_shown && is_utf8(refused.what()),
         "a refusal that cannot be shown");
    hold(refused.kind() == FaultKind::data, "a file is blamed on its declaration");
  }
}

}  // namespace sotto::fuzz
