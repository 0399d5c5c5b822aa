// SPDX-License-Identifier: MIT
// What a declaration of columns must keep to. Declarations are public: faults show what was declared.
#include <algorithm>
#include <map>

#include "sotto/data/dataset/column_checks.hpp"
#include "sotto/data/dataset/schema.hpp"
#include "sotto/input/printable.hpp"

namespace sotto {
namespace {

constexpr std::uint64_t most_columns = std::uint64_t{1} << 24;

void check_columns_together(const Schema& schema, Faults& faults) {
  std::map<std::string, int> names;
  std::uint64_t columns = 0, features = 0, labels = 0, nodes = 0;
  for (const Column& column : schema.columns) {
    if (++names[column.name] == 2) faults.add({field_of(column, "name"), shown(column.name), "is declared twice"});
    columns += column.repeat;
    if (column.role == ColumnRole::feature) features += column.repeat * std::max<std::size_t>(1, column.levels.size());
    labels += column.role == ColumnRole::label ? 1 : 0;
    nodes += column.role == ColumnRole::node ? 1 : 0;
  }
  if (features == 0) faults.add({"column", "", "at least one column must be a feature"});
  if (columns > most_columns || features > most_columns)
    faults.add({"column", std::to_string(std::max(columns, features)),
                "at most " + std::to_string(most_columns) + " columns and coordinates are supported"});
  if (labels > 1) faults.add({"column", std::to_string(labels) + " labels", "at most one column can be the label"});
  if (nodes > 1) faults.add({"column", std::to_string(nodes) + " node columns", "at most one is possible"});
}

}  // namespace

void check(const Schema& schema) {
  Faults faults;
  check_columns_together(schema, faults);
  for (const Column& column : schema.columns)
    if (!faults.full()) check_column(schema, column, faults);
  if (schema.norm && !(*schema.norm >= 1 / largest_declared && *schema.norm <= largest_declared))
    faults.add({"data.row_norm", show(*schema.norm), "must be positive and finite: from 1e-100 to 1e100"});
  faults.throw_if_any();
}

}  // namespace sotto
