// SPDX-License-Identifier: MIT
// The tables [[column]] of a configuration.
#include "sotto/experiment/column_settings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "sotto/input/printable.hpp"
#include "sotto/settings/conversion.hpp"
#include "sotto/settings/suggestion.hpp"
#include "sotto/settings/toml_text.hpp"

namespace sotto {
namespace {

template <class Value>
struct Named {
  std::string_view name;
  Value value;
};

constexpr std::array roles{Named<ColumnRole>{"feature", ColumnRole::feature},
                           Named<ColumnRole>{"label", ColumnRole::label}, Named<ColumnRole>{"node", ColumnRole::node},
                           Named<ColumnRole>{"ignore", ColumnRole::ignore}};
constexpr std::array types{Named<ColumnType>{"number", ColumnType::number},
                           Named<ColumnType>{"category", ColumnType::category}};
constexpr std::array scalings{Named<Scaling>{"symmetric", Scaling::symmetric}, Named<Scaling>{"unit", Scaling::unit},
                              Named<Scaling>{"none", Scaling::none}};
constexpr std::array missing_actions{Named<MissingAction>{"refuse", MissingAction::refuse},
                                     Named<MissingAction>{"drop", MissingAction::drop},
                                     Named<MissingAction>{"substitute", MissingAction::substitute}};
constexpr std::array unknown_levels{Named<UnknownLevel>{"refuse", UnknownLevel::refuse},
                                    Named<UnknownLevel>{"drop", UnknownLevel::drop},
                                    Named<UnknownLevel>{"none", UnknownLevel::none}};

template <class Value, std::size_t size>
std::string_view name_among(const std::array<Named<Value>, size>& all, Value value) {
  for (const Named<Value>& one : all)
    if (one.value == value) return one.name;
  return "";
}

const std::vector<std::string> keys{"name",   "role",    "type",    "repeat",     "range",   "scale",
                                    "levels", "classes", "missing", "substitute", "unknown", "missing_words"};

/// A value as a cell would spell it.
std::string spelled(const Setting& setting) {
  if (const auto* text = std::get_if<std::string>(&setting.value)) return *text;
  return setting.written;
}

/// One table, entry by entry.
class ColumnReader {
 public:
  ColumnReader(Reader& reader, const ColumnTable& table, std::size_t number) : reader_(reader), table_(table) {
    for (const ColumnEntry& entry : table.entries)
      if (std::find(keys.begin(), keys.end(), entry.key) == keys.end())
        reader_.refuse({is_name_like(entry.key) ? "column." + entry.key : "column", "",
                        "is not a known key of a column" + did_you_mean(entry.key, keys), entry.place});
    column_.name = text("name").value_or("");
    if (column_.name.empty())
      reader_.refuse({"column." + std::to_string(number) + ".name", "", "is required", table.place});
  }

  Column read() {
    choose("role", roles, column_.role);
    choose("type", types, column_.type);
    choose("scale", scalings, column_.scaling);
    read_repeat();
    read_range();
    column_.levels = texts("levels").value_or(std::vector<std::string>());
    column_.missing_words = texts("missing_words");
    if (const ColumnEntry* entry = find("classes")) {
      const bool* on = entry->is_list ? nullptr : std::get_if<bool>(&entry->values[0].value);
      if (on == nullptr) refuse(*entry, "must be true or false");
      column_.classes = on != nullptr && *on;
    }
    read_missing();
    if (find("unknown") != nullptr) choose("unknown", unknown_levels, column_.unknown.emplace(UnknownLevel::refuse));
    return column_;
  }

 private:
  const ColumnEntry* find(std::string_view key) const {
    for (const ColumnEntry& entry : table_.entries)
      if (entry.key == key && !(entry.values.empty() && !entry.is_list)) return &entry;
    return nullptr;
  }

  void refuse(const ColumnEntry& entry, const std::string& rule) {
    std::string written = entry.values.empty() ? "[]" : entry.values[0].written;
    if (entry.is_list && !entry.values.empty()) written = "[" + written + ", ...]";
    const std::string name = column_.name.empty() ? "column" : "column " + shown(column_.name);
    reader_.refuse({name + "." + entry.key, shown(written), rule, entry.place});
  }

  std::optional<std::string> text(std::string_view key) {
    const ColumnEntry* entry = find(key);
    if (entry == nullptr) return std::nullopt;
    if (!entry->is_list && is_utf8(spelled(entry->values[0]))) return spelled(entry->values[0]);
    refuse(*entry, "must be a text");
    return std::nullopt;
  }

  std::optional<std::vector<std::string>> texts(std::string_view key) {
    const ColumnEntry* entry = find(key);
    if (entry == nullptr) return std::nullopt;
    if (!entry->is_list) refuse(*entry, "must be a list");
    std::vector<std::string> all;
    for (const Setting& value : entry->values) all.push_back(spelled(value));
    return all;
  }

  template <class Value, std::size_t size>
  void choose(std::string_view key, const std::array<Named<Value>, size>& all, Value& into) {
    const ColumnEntry* entry = find(key);
    if (entry == nullptr) return;
    std::string names;
    for (const Named<Value>& one : all) {
      names += (names.empty() ? "" : ", ") + std::string(one.name);
      if (!entry->is_list && spelled(entry->values[0]) == one.name) {
        into = one.value;
        return;
      }
    }
    refuse(*entry, "must be one of " + names);
  }

  void read_repeat() {
    const ColumnEntry* entry = find("repeat");
    if (entry == nullptr) return;
    const auto* count = entry->is_list ? nullptr : std::get_if<std::int64_t>(&entry->values[0].value);
    if (count == nullptr || *count < 1 || *count > 1'000'000)
      refuse(*entry, "must be a whole number between 1 and 1000000");
    else
      column_.repeat = static_cast<std::uint32_t>(*count);
  }

  void read_range() {
    const ColumnEntry* entry = find("range");
    if (entry == nullptr) return;
    std::vector<double> ends;
    for (const Setting& value : entry->values)
      if (const auto end = as_real({value, {}})) ends.push_back(*end);
    if (!entry->is_list || entry->values.size() != 2 || ends.size() != 2 || !(ends[0] < ends[1]) ||
        !std::isfinite(ends[1] - ends[0]))
      return refuse(*entry, "must be [lowest, highest], two numbers that rise");
    column_.range = PublicRange{.lowest = ends[0], .highest = ends[1]};
  }

  /// A substitute is enough to say that one is wanted.
  void read_missing() {
    const std::optional<std::string> substitute = text("substitute");
    if (find("missing") == nullptr && !substitute) return;
    MissingRule rule{.action = MissingAction::substitute, .substitute = substitute.value_or("")};
    choose("missing", missing_actions, rule.action);
    if ((rule.action == MissingAction::substitute) != substitute.has_value())
      refuse(*find(substitute ? "substitute" : "missing"), "substitute is what goes with missing = \"substitute\"");
    column_.missing = rule;
  }

  Reader& reader_;
  const ColumnTable& table_;
  Column column_;
};

std::string list_toml(const std::vector<std::string>& texts) {
  std::string list;
  for (const std::string& text : texts) list += (list.empty() ? "" : ", ") + toml_string(text);
  return "[" + list + "]";
}

}  // namespace

std::string_view name_of(MissingAction action) {
  return name_among(missing_actions, action);
}

std::string_view name_of(UnknownLevel unknown) {
  return name_among(unknown_levels, unknown);
}

std::vector<Column> read_columns(Reader& reader) {
  std::vector<Column> columns;
  for (const ColumnTable& table : reader.columns())
    columns.push_back(ColumnReader(reader, table, columns.size() + 1).read());
  return columns;
}

std::string columns_toml(const std::vector<Column>& columns) {
  std::string out;
  for (const Column& c : columns) {
    out += fmt::format("\n[[column]]\nname = {}\nrole = \"{}\"\ntype = \"{}\"\n", toml_string(c.name),
                       name_among(roles, c.role), name_among(types, c.type));
    if (c.repeat != 1) out += fmt::format("repeat = {}\n", c.repeat);
    if (c.range) out += fmt::format("range = [{}, {}]\n", toml_real(c.range->lowest), toml_real(c.range->highest));
    if (c.type == ColumnType::number) out += fmt::format("scale = \"{}\"\n", name_among(scalings, c.scaling));
    if (!c.levels.empty()) out += fmt::format("levels = {}\n", list_toml(c.levels));
    if (c.classes) out += "classes = true\n";
    if (c.missing) {
      out += fmt::format("missing = \"{}\"\n", name_of(c.missing->action));
      if (c.missing->action == MissingAction::substitute)
        out += fmt::format("substitute = {}\n", toml_string(c.missing->substitute));
    }
    if (c.unknown) out += fmt::format("unknown = \"{}\"\n", name_of(*c.unknown));
    if (c.missing_words) out += fmt::format("missing_words = {}\n", list_toml(*c.missing_words));
  }
  return out;
}

}  // namespace sotto
