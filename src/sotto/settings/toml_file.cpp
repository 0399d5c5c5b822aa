// SPDX-License-Identifier: MIT
// A TOML file as a flat list of settings: the one place that knows the TOML library.
#include "sotto/settings/toml_file.hpp"

#include <toml++/toml.h>

#include <algorithm>
#include <array>
#include <tuple>
#include <utility>

#include "sotto/files/opened_file.hpp"
#include "sotto/input/invalid_input.hpp"
#include "sotto/input/printable.hpp"
#include "sotto/settings/key_name.hpp"

namespace sotto {
namespace {

constexpr const char* file_field = "configuration file";
constexpr std::size_t most_bytes = 256 * 1024;
constexpr std::ptrdiff_t most_dots = 4000;  // bounds the depth of tables: one dotted key nests once per dot

/// A position as TOML counts it: lines and characters (not bytes), from 1.
struct TextPosition {
  std::size_t line = 1;
  std::size_t column = 1;
};

/// Byte offset of a column in a line, counted in characters; a byte that is not UTF-8 counts as one.
std::size_t offset_of(std::string_view line, std::size_t column) {
  std::size_t offset = 0;
  for (std::size_t k = 1; k < column && offset < line.size(); ++k)
    offset += std::max<std::size_t>(1, utf8_length(line.substr(offset)));
  return offset;
}

/// Line `line` of the text, without its end; empty beyond the last.
std::string_view line_of(std::string_view text, std::size_t line) {
  for (; line > 1; --line) {
    const std::size_t end = text.find('\n');
    if (end == std::string_view::npos) return {};
    text.remove_prefix(end + 1);
  }
  text = text.substr(0, text.find('\n'));
  if (text.ends_with('\r')) text.remove_suffix(1);
  return text;
}

/// The text from begin to end (exclusive); of a longer passage the first line and "...".
std::string passage(std::string_view text, TextPosition begin, TextPosition end) {
  const std::string_view line = line_of(text, begin.line);
  const std::size_t from = offset_of(line, begin.column);
  if (end.line > begin.line) return std::string(line.substr(from)) + "...";
  const std::size_t to = std::max(from, offset_of(line, end.column));
  return std::string(line.substr(from, to - from));
}

/// "run.toml:7:3".
std::string exact_place(const std::string& path, TextPosition at) {
  return place_of(path, at.line) + ":" + std::to_string(at.column);
}

TextPosition position(const toml::source_position& at) {
  return {at.line, at.column};
}

/// ", in a string": which part of TOML the parser was in. The rest of what it says quotes the file.
std::string part_in(std::string_view description) {
  constexpr std::string_view begin = "Error while parsing ";
  constexpr std::array parts{"array",           "boolean",        "comment",      "date", "date-time",
                             "decimal integer", "floating-point", "inline table", "key",  "key-value pair",
                             "literal string",  "string",         "table header", "time", "value"};
  if (!description.starts_with(begin)) return "";
  description = description.substr(begin.size(), description.find(':') - begin.size());
  const auto part = std::find(parts.begin(), parts.end(), description);
  return part == parts.end() ? "" : ", in a " + std::string(*part);
}

/// A file that is not TOML may be anything, so nothing of it is said but the place.
Fault syntax_fault(const std::string& path, std::string_view text, const toml::parse_error& error) {
  return {file_field, "", "is not valid TOML" + part_in(error.description()) + looks_like(text, "TOML"),
          exact_place(path, position(error.source().begin))};
}

/// sweep.series."a name".node.3.epsilon, and not much more.
constexpr std::size_t most_sweep_parts = 6;

/// No axis has more points; and finding each value's text takes its time.
constexpr std::size_t most_list_values = 10'000;

/// Walks the tables and sorts what it finds into entries and faults.
class Flattener {
 public:
  Flattener(const std::string& path, std::string_view text) : path_(path), text_(text) {}

  void walk_root(const toml::table& root) {
    walk(root, "", 0);
    if (const toml::table* sweep = root["sweep"].as_table()) {
      has_sweep_ = true;
      walk_sweep(*sweep, {});
    }
  }

  TomlFile finish() {
    std::stable_sort(refused_.begin(), refused_.end(), by_position);
    Faults faults;
    for (auto& [at, fault] : refused_) faults.add(std::move(fault));
    faults.throw_if_any();
    TomlFile file{.entries = in_order(found_), .sweep = std::nullopt, .columns = std::move(columns_)};
    if (has_sweep_) file.sweep = in_order(sweep_);
    return file;
  }

 private:
  template <class Entry>
  using Placed = std::pair<TextPosition, Entry>;

  static constexpr auto by_position = [](const auto& a, const auto& b) {
    return std::tie(a.first.line, a.first.column) < std::tie(b.first.line, b.first.column);
  };

  template <class Entry>
  static std::vector<Entry> in_order(std::vector<Placed<Entry>>& placed) {
    std::stable_sort(placed.begin(), placed.end(), by_position);
    std::vector<Entry> entries;
    for (auto& [at, entry] : placed) entries.push_back(std::move(entry));
    return entries;
  }

  void walk(const toml::table& table, const std::string& prefix, std::size_t parts) {
    for (const auto& [name, node] : table) {
      const std::string key = prefix + std::string(name.str());
      if (key == "sweep" && node.is_table()) continue;
      if (key == "column" && node.is_array()) {
        walk_columns(*node.as_array());
        continue;
      }
      if (!is_key_part(name.str()))
        refuse(node, "a key holds letters, digits, _ and - alone");
      else if (parts == most_key_parts)
        refuse(node, "is nested too deep: a key has at most " + std::to_string(most_key_parts) + " parts");
      else
        take(key, node, parts);
    }
  }

  /// Names are any text here, and lists are welcome; tables in lists are not.
  void walk_sweep(const toml::table& table, const std::vector<std::string>& prefix) {
    for (const auto& [name, node] : table) {
      std::vector<std::string> path = prefix;
      path.emplace_back(name.str());
      const TextPosition at = position(node.source().begin);
      SweepEntry entry{.path = path,
                       .values = {},
                       .is_list = node.is_array(),
                       .is_table = node.is_table(),
                       .place = place_of(path_, at.line)};
      if (path.size() > most_sweep_parts) {
        refuse(node, "is nested too deep");
      } else if (const toml::table* inner = node.as_table()) {
        sweep_.push_back({at, std::move(entry)});
        walk_sweep(*inner, path);
      } else {
        add_values(node, entry.values);
        sweep_.push_back({at, std::move(entry)});
      }
    }
  }

  /// All values of a node: one, or those of a list.
  void add_values(const toml::node& node, std::vector<Setting>& values) {
    const toml::array* list = node.as_array();
    if (list == nullptr) return add_value(node, values);
    if (list->size() > most_list_values)
      return refuse(node, "a list may hold " + std::to_string(most_list_values) + " values at most");
    for (const toml::node& value : *list) add_value(value, values);
  }

  void add_value(const toml::node& node, std::vector<Setting>& values) {
    const std::optional<Setting> setting = setting_of(node);
    if (setting)
      values.push_back(*setting);
    else
      refuse(node, "must be a text, a number, true or false, or a list of them");
  }

  void walk_columns(const toml::array& tables) {
    for (const toml::node& node : tables) {
      const toml::table* table = node.as_table();
      if (table == nullptr) {
        refuse(node, "must be a table [[column]]");
        continue;
      }
      ColumnTable column{.entries = {}, .place = place_of(path_, position(node.source().begin).line)};
      for (const auto& [name, value] : *table) {
        const std::string key(name.str());
        column.entries.push_back({key, {}, value.is_array(), place_of(path_, position(value.source().begin).line)});
        add_values(value, column.entries.back().values);
      }
      columns_.push_back(std::move(column));
    }
  }

  /// Nothing for what is no single value.
  std::optional<Setting> setting_of(const toml::node& node) const {
    const std::string place = place_of(path_, position(node.source().begin).line);
    const auto keep = [&](const auto& value) { return Setting{value.get(), written(node), place}; };
    if (const auto* boolean = node.as_boolean()) return keep(*boolean);
    if (const auto* integer = node.as_integer()) return keep(*integer);
    if (const auto* real = node.as_floating_point()) return keep(*real);
    if (const auto* text = node.as_string()) return keep(*text);
    return std::nullopt;
  }

  void take(const std::string& key, const toml::node& node, std::size_t parts) {
    const TextPosition at = position(node.source().begin);
    if (const auto* table = node.as_table()) {
      found_.push_back({at, {key, {std::string(), "a table", place_of(path_, at.line)}, true}});
      walk(*table, key + ".", parts + 1);
    } else if (std::optional<Setting> setting = setting_of(node)) {
      found_.push_back({at, {key, std::move(*setting), false}});
    } else {
      refuse(node, std::string("must be one value, not ") + (node.is_array() ? "an array" : "a date or time"));
    }
  }

  std::string written(const toml::node& node) const {
    return passage(text_, position(node.source().begin), position(node.source().end));
  }

  /// Neither key nor value: whether this is a configuration at all is for the Reader to find out.
  void refuse(const toml::node& node, const std::string& rule) {
    const TextPosition at = position(node.source().begin);
    refused_.push_back({at, {file_field, "", rule, exact_place(path_, at)}});
  }

  std::string path_;
  std::string_view text_;
  std::vector<Placed<TomlEntry>> found_;
  std::vector<Placed<SweepEntry>> sweep_;
  bool has_sweep_ = false;
  std::vector<ColumnTable> columns_;
  std::vector<Placed<Fault>> refused_;
};

}  // namespace

std::optional<std::string> broken_limit(std::string_view text) {
  if (text.size() > most_bytes) return "must hold at most 256 KiB";
  if (std::count(text.begin(), text.end(), '.') > most_dots) return "must hold at most 4000 dots";
  return std::nullopt;
}

TomlFile read_toml_text(const std::string& name, const std::string& text) {
  try {
    const toml::table root = toml::parse(std::string_view(text));
    Flattener flattener(name, text);
    flattener.walk_root(root);
    return flattener.finish();
  } catch (const toml::parse_error& error) {
    throw InvalidInput(syntax_fault(name, text, error));
  }
}

TomlFile read_toml_file(const std::string& path) {
  const NamedFile file{.field = file_field, .path = path, .kind = FaultKind::configuration};
  std::string text = read_whole_file(file, most_bytes);
  if (const std::optional<std::string> rule = broken_limit(text)) refuse_file(file, *rule + looks_like(text, "TOML"));
  if (text.starts_with("\xEF\xBB\xBF")) text.erase(0, 3);
  return read_toml_text(path, text);
}

}  // namespace sotto
