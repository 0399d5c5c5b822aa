// SPDX-License-Identifier: MIT
// The tables [[column]] of a configuration.
#include <algorithm>
#include <cmath>

#include "sotto/agreement/data_settings.hpp"
#include "sotto/input/printable.hpp"
#include "sotto/settings/conversion.hpp"
#include "sotto/settings/suggestion.hpp"

namespace sotto {
namespace {

constexpr IntegerRange most_repeats{1, 1'000'000};

/// The list of a column's keys; `scale` is written of numbers alone.
template <class Visitor>
void column_fields(Visitor& v, Column& column) {
  v.text("name", column.name, "as the file's header has it");
  v.choice("role", column.role,
           "what the column is for; \"node\" says whose a row is (data.partition = \"by-column\")");
  v.choice("type", column.type, "numbers, or one of some levels");
  v.repeat("repeat", column.repeat, "declares so many columns alike");
  v.range("range", column.range, "[lowest, highest] of a number, public; values beyond are clipped");
  v.choice("scale", column.scaling, "where the range is mapped to: [-1, 1], [0, 1], or left alone",
           column.type == ColumnType::number);
  v.texts("levels", column.levels, "of a category, public; \"1|2\" is one level that cells spell in two ways");
  v.flag("classes", column.classes, "a label of two levels is 0 and 1, not -1 and +1: for softmax");
  v.missing("missing", "substitute", column.missing);
  v.choice("unknown", column.unknown, "in place of data.unknown");
  v.texts("missing_words", column.missing_words, "in place of data.missing_words");
}

/// A value as a cell would spell it.
std::string spelled(const Setting& setting) {
  if (const auto* text = std::get_if<std::string>(&setting.value)) return *text;
  return setting.written;
}

/// Reads one table, entry by entry.
class ColumnReader {
 public:
  ColumnReader(Reader& reader, const ColumnTable& table, std::size_t number)
      : reader_(reader), table_(table), number_(number) {}

  void text(const char* key, std::string& name, const char*) {
    name = name_ = given_text(key).value_or("");
    if (name.empty())
      reader_.refuse({"column." + std::to_string(number_) + "." + key, "", "is required", table_.place});
  }

  template <class Value>
  void choice(const char* key, Value& into, const char* = "", bool = true) {
    const ColumnEntry* entry = find(key);
    if (entry == nullptr) return;
    std::string names;
    for (const Value value : all_of<Value>) {
      names += (names.empty() ? "" : ", ") + std::string(name_of(value));
      if (!entry->is_list && spelled(entry->values[0]) == name_of(value)) {
        into = value;
        return;
      }
    }
    refuse(*entry, "must be one of " + names);
  }
  template <class Value>
  void choice(const char* key, std::optional<Value>& into, const char* = "") {
    if (find(key) != nullptr) choice(key, into.emplace());
  }

  void repeat(const char* key, std::uint32_t& into, const char*) {
    const ColumnEntry* entry = find(key);
    if (entry == nullptr) return;
    const auto* count = entry->is_list ? nullptr : std::get_if<std::int64_t>(&entry->values[0].value);
    if (count == nullptr || !most_repeats.holds(*count))
      refuse(*entry, "must be " + most_repeats.text());
    else
      into = static_cast<std::uint32_t>(*count);
  }

  void range(const char* key, std::optional<PublicRange>& into, const char*) {
    const ColumnEntry* entry = find(key);
    if (entry == nullptr) return;
    std::vector<double> ends;
    for (const Setting& value : entry->values)
      if (const auto end = as_real({value, {}})) ends.push_back(*end);
    if (!entry->is_list || entry->values.size() != 2 || ends.size() != 2 || !(ends[0] < ends[1]) ||
        !std::isfinite(ends[1] - ends[0]))
      return refuse(*entry, "must be [lowest, highest], two numbers that rise");
    into = PublicRange{.lowest = ends[0], .highest = ends[1]};
  }

  void texts(const char* key, std::vector<std::string>& into, const char*) { into = given_texts(key).value_or(into); }
  void texts(const char* key, std::optional<std::vector<std::string>>& into, const char*) { into = given_texts(key); }

  void flag(const char* key, bool& into, const char*) {
    const ColumnEntry* entry = find(key);
    if (entry == nullptr) return;
    const bool* on = entry->is_list ? nullptr : std::get_if<bool>(&entry->values[0].value);
    if (on == nullptr) refuse(*entry, "must be true or false");
    into = on != nullptr && *on;
  }

  /// A substitute is enough to say that one is wanted.
  void missing(const char* key, const char* with, std::optional<MissingRule>& into) {
    const std::optional<std::string> substitute = given_text(with);
    if (find(key) == nullptr && !substitute) return;
    into = {.action = MissingAction::substitute, .substitute = substitute.value_or("")};
    choice(key, into->action);
    if ((into->action == MissingAction::substitute) != substitute.has_value())
      refuse(*find(substitute ? with : key), "substitute is what goes with missing = \"substitute\"");
  }

  void refuse_unknown_keys() {
    for (const ColumnEntry& entry : table_.entries)
      if (std::find(known_.begin(), known_.end(), entry.key) == known_.end())
        reader_.refuse({is_name_like(entry.key) ? field_of(entry.key) : "column", "",
                        "is not a known key of a column" + did_you_mean(entry.key, known_), entry.place});
  }

 private:
  const ColumnEntry* find(const char* key) {
    known_.emplace_back(key);
    for (const ColumnEntry& entry : table_.entries)
      if (entry.key == key && !(entry.values.empty() && !entry.is_list)) return &entry;
    return nullptr;
  }

  void refuse(const ColumnEntry& entry, const std::string& rule) {
    std::string written = entry.values.empty() ? "[]" : entry.values[0].written;
    if (entry.is_list && !entry.values.empty()) written = "[" + written + ", ...]";
    reader_.refuse({field_of(entry.key), shown(written), rule, entry.place});
  }

  std::string field_of(const std::string& key) const {
    return (name_.empty() ? "column" : "column " + shown(name_)) + "." + key;
  }

  std::optional<std::string> given_text(const char* key) {
    const ColumnEntry* entry = find(key);
    if (entry == nullptr) return std::nullopt;
    if (!entry->is_list && is_utf8(spelled(entry->values[0]))) return spelled(entry->values[0]);
    refuse(*entry, "must be a text");
    return std::nullopt;
  }

  std::optional<std::vector<std::string>> given_texts(const char* key) {
    const ColumnEntry* entry = find(key);
    if (entry == nullptr) return std::nullopt;
    if (!entry->is_list) refuse(*entry, "must be a list");
    std::vector<std::string> all;
    for (const Setting& value : entry->values) all.push_back(spelled(value));
    return all;
  }

  Reader& reader_;
  const ColumnTable& table_;
  std::size_t number_;
  std::string name_;
  std::vector<std::string> known_;
};

/// Writes one table. What has its default is left out, but for role, type and scale.
class ColumnWriter {
 public:
  void text(const char* key, const std::string& value, const char* = "") { add(key, toml_string(value)); }
  template <class Value>
  void choice(const char* key, Value value, const char* = "", bool written = true) {
    if (written) add(key, toml_string(std::string(name_of(value))));
  }
  template <class Value>
  void choice(const char* key, std::optional<Value> value, const char* = "") {
    if (value) choice(key, *value);
  }
  void repeat(const char* key, std::uint32_t count, const char*) {
    if (count != 1) add(key, std::to_string(count));
  }
  void range(const char* key, const std::optional<PublicRange>& range, const char*) {
    if (range) add(key, "[" + toml_real(range->lowest) + ", " + toml_real(range->highest) + "]");
  }
  void texts(const char* key, const std::vector<std::string>& texts, const char*) {
    if (!texts.empty()) add_list(key, texts);
  }
  void texts(const char* key, const std::optional<std::vector<std::string>>& texts, const char*) {
    if (texts) add_list(key, *texts);
  }
  void flag(const char* key, bool on, const char*) {
    if (on) add(key, "true");
  }
  void missing(const char* key, const char* with, const std::optional<MissingRule>& rule) {
    if (!rule) return;
    choice(key, rule->action);
    if (rule->action == MissingAction::substitute) text(with, rule->substitute);
  }

  const std::string& lines() const { return lines_; }

 private:
  void add(const char* key, const std::string& value) { lines_ += std::string(key) + " = " + value + "\n"; }
  void add_list(const char* key, const std::vector<std::string>& texts) {
    std::string list;
    for (const std::string& text : texts) list += (list.empty() ? "" : ", ") + toml_string(text);
    add(key, "[" + list + "]");
  }

  std::string lines_;
};

/// Documents the keys of a table.
class ColumnDocument {
 public:
  void text(const char* key, const std::string&, const char* says) {
    add(key, {.type = ValueType::text}, "", says);
    section.keys.back().required = true;
  }
  template <class Value>
  void choice(const char* key, Value value, const char* says, bool = true) {
    add(key, words_of<Value>(), toml_string(std::string(name_of(value))), says);
  }
  template <class Value>
  void choice(const char* key, std::optional<Value>, const char* says) {
    add(key, words_of<Value>(), "", says);
  }
  void repeat(const char* key, std::uint32_t, const char* says) {
    add(key, {.type = ValueType::whole, .range = most_repeats}, "1", says);
  }
  void range(const char* key, const std::optional<PublicRange>&, const char* says) {
    add(key, {.type = ValueType::two_numbers}, "", says);
  }
  template <class Texts>
  void texts(const char* key, const Texts&, const char* says) {
    add(key, {.type = ValueType::texts}, "", says);
  }
  void flag(const char* key, bool, const char* says) { add(key, {.type = ValueType::boolean}, "false", says); }
  void missing(const char* key, const char* with, const std::optional<MissingRule>&) {
    add(key, words_of<MissingAction>(), "", "in place of data.missing; \"substitute\": a value stands for it");
    add(with, {.type = ValueType::text, .or_number = true}, "", "the value that stands for a missing one; public");
  }

  DocumentedSection section{.name = "column",
                            .says = "a column of the files, in their order; tables [[column]]",
                            .kind = DocumentedSection::Kind::list};

 private:
  template <class Value>
  static ValueRule words_of() {
    ValueRule rule{.type = ValueType::words};
    for (const Value each : all_of<Value>) rule.words.emplace_back(name_of(each));
    return rule;
  }
  void add(const char* key, const ValueRule& rule, const std::string& usual, const char* says) {
    section.keys.push_back({.key = key, .rule = rule, .usual = usual, .says = says});
  }
};

}  // namespace

DocumentedSection column_document() {
  Column column;
  ColumnDocument fields;
  column_fields(fields, column);
  return fields.section;
}

std::vector<Column> read_columns(Reader& reader) {
  std::vector<Column> columns;
  for (const ColumnTable& table : reader.columns()) {
    ColumnReader fields(reader, table, columns.size() + 1);
    column_fields(fields, columns.emplace_back());
    fields.refuse_unknown_keys();
  }
  return columns;
}

std::string columns_toml(const std::vector<Column>& columns) {
  std::string out;
  for (Column column : columns) {
    ColumnWriter fields;
    column_fields(fields, column);
    out += "\n[[column]]\n" + fields.lines();
  }
  return out;
}

}  // namespace sotto
