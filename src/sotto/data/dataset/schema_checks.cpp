// SPDX-License-Identifier: MIT
// What a declaration of columns must keep to. Declarations are public: faults show what was declared.
#include <algorithm>
#include <cmath>
#include <map>

#include "sotto/data/dataset/cell_words.hpp"
#include "sotto/data/dataset/schema.hpp"
#include "sotto/input/invalid_input.hpp"
#include "sotto/input/printable.hpp"

namespace sotto {
namespace {

/// Ranges and norms stay within it: squares of coordinates, and sums of them, are then far inside the doubles.
constexpr double largest_declared = 1e100;

/// "column age.range", as the tables [[column]] of a configuration are named.
std::string field_of(const Column& column, const char* key) {
  return "column " + shown(column.name) + "." + key;
}

std::string show_range(const PublicRange& range) {
  return "[" + show(range.lowest) + ", " + show(range.highest) + "]";
}

class ColumnChecks {
 public:
  ColumnChecks(const Schema& schema, const Column& column, Faults& faults)
      : schema_(schema), column_(column), faults_(faults) {}

  void check() {
    check_name();
    if (column_.role == ColumnRole::ignore) return;
    if (column_.type == ColumnType::number)
      check_number();
    else
      check_category();
    check_missing();
    check_role();
  }

 private:
  void fault(const char* key, std::string value, std::string rule) {
    faults_.add({field_of(column_, key), std::move(value), std::move(rule)});
  }
  bool is(ColumnRole role) const { return column_.role == role; }

  void check_name() {
    if (column_.name.empty() || !is_plain(column_.name))
      fault("name", shown(column_.name), "a column needs a name, on one line and without control characters");
    if (column_.repeat == 0) fault("repeat", "0", "must be at least 1");
  }

  void check_number() {
    if (is(ColumnRole::node)) return;  // check_role says what is wrong
    if (!column_.levels.empty()) fault("levels", "", "only a category has levels: declare type = \"category\"");
    if (column_.unknown) fault("unknown", "", "only a category has levels that can be unknown");
    if (column_.classes) fault("classes", "true", "only a label with levels has classes");
    if (column_.range) return check_range(*column_.range);
    if (is(ColumnRole::label) || column_.scaling != Scaling::none)
      return fault("range", "", "the public range must be declared: [lowest, highest]");
    if (!schema_.norm) fault("range", "", "where no range is declared, data.row_norm must be, or nothing bounds a row");
  }

  void check_range(const PublicRange& range) {
    const bool bounded = std::abs(range.lowest) <= largest_declared && std::abs(range.highest) <= largest_declared;
    if (!bounded) return fault("range", show_range(range), "must be finite, at most 1e100 in size");
    if (!(range.lowest < range.highest))
      return fault("range", show_range(range), "the lowest value must lie below the highest");
    if (range.highest - range.lowest < 1 / largest_declared)
      fault("range", show_range(range), "is too narrow to be scaled");
  }

  void check_category() {
    if (column_.range) fault("range", show_range(*column_.range), "only a number has a range: declare levels");
    if (column_.classes && !is(ColumnRole::label)) fault("classes", "true", "only a label has classes");
    const std::size_t least = is(ColumnRole::feature) ? 1 : 2;
    if (column_.levels.size() < least)
      fault("levels", std::to_string(column_.levels.size()) + " levels",
            "a category needs its levels declared" + std::string(least == 2 ? ", two at least" : ""));
    CellWords words, missing;
    for (const std::string& word : column_.missing_words.value_or(schema_.missing_words)) missing.add(word, 0);
    for (const std::string& level : column_.levels) {
      if (!is_plain(level)) fault("levels", shown(level), "must be on one line and without control characters");
      for (const std::string_view spelling : spellings(level)) check_spelling(spelling, words, missing);
    }
  }

  void check_spelling(std::string_view spelling, CellWords& words, const CellWords& missing) {
    if (spelling.empty()) return fault("levels", "\"\"", "a level cannot be empty");
    if (without_blanks(spelling) != spelling) fault("levels", shown(spelling), "must not begin or end with blanks");
    if (missing.find(spelling)) fault("levels", shown(spelling), "is also a word for a missing value");
    if (!words.add(spelling, 0)) fault("levels", shown(spelling), "is declared twice (numbers count by their value)");
  }

  void check_missing() {
    const MissingRule rule = column_.missing.value_or(is(ColumnRole::node) ? MissingRule{} : schema_.missing);
    if (rule.action == MissingAction::substitute) return check_substitute(rule.substitute);
    if (!rule.substitute.empty())
      fault("substitute", shown(rule.substitute), "a substitute is declared, but not asked for");
  }

  void check_substitute(const std::string& text) {
    if (column_.type == ColumnType::category) {
      CellWords words;
      for (const std::string& level : column_.levels)
        for (const std::string_view spelling : spellings(level)) words.add(spelling, 0);
      if (!words.find(text)) fault("substitute", shown(text), "the substitute must be one of the column's levels");
      return;
    }
    const std::optional<double> number = number_in(text);
    if (!number || !std::isfinite(*number)) return fault("substitute", shown(text), "the substitute must be a number");
    if (column_.range && (*number < column_.range->lowest || *number > column_.range->highest))
      fault("substitute", shown(text), "the substitute must lie in the range " + show_range(*column_.range));
  }

  void check_role() {
    if (!is(ColumnRole::feature) && column_.repeat > 1)
      fault("repeat", std::to_string(column_.repeat), "only features can be repeated");
    if (is(ColumnRole::label) && column_.unknown == UnknownLevel::none)
      fault("unknown", "none", "a label must be one of its levels: refuse or drop");
    if (!is(ColumnRole::node)) return;
    if (column_.type != ColumnType::category)
      fault("type", "number", "a node column is a category: declare its levels");
    if (column_.unknown.value_or(UnknownLevel::refuse) != UnknownLevel::refuse)
      fault("unknown", "", "a row must belong to a node: refuse is the only rule");
    if (column_.missing && column_.missing->action == MissingAction::drop)
      fault("missing", "drop",
            "a row must belong to a node, even one that is dropped: refuse, or declare a substitute");
  }

  const Schema& schema_;
  const Column& column_;
  Faults& faults_;
};

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
    if (!faults.full()) ColumnChecks(schema, column, faults).check();
  if (schema.norm && !(*schema.norm >= 1 / largest_declared && *schema.norm <= largest_declared))
    faults.add({"data.row_norm", show(*schema.norm), "must be positive and finite: from 1e-100 to 1e100"});
  faults.throw_if_any();
}

}  // namespace sotto
