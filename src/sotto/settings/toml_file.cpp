// SPDX-License-Identifier: MIT
// A TOML file as a flat list of settings: the one place that knows the TOML library.
#include "sotto/settings/toml_file.hpp"

#include <toml++/toml.h>

#include <algorithm>
#include <tuple>
#include <utility>

#include "sotto/input/invalid_input.hpp"
#include "sotto/input/printable.hpp"
#include "sotto/settings/key_name.hpp"
#include "sotto/settings/source_text.hpp"

namespace sotto {
namespace {

Position position(const toml::source_position& at) {
  return {at.line, at.column};
}

Fault syntax_fault(const std::string& path, std::string_view text, const toml::parse_error& error) {
  const Position at = position(error.source().begin);
  const QuotedLine line = quote_line(text, at.line);
  return {line.key, line.rest, "is not valid TOML: " + printable(error.description()), place_of(path, at)};
}

/// Walks the tables and sorts what it finds into entries and faults.
class Flattener {
 public:
  Flattener(const std::string& path, std::string_view text) : path_(path), text_(text) {}

  void walk(const toml::table& table, const std::string& prefix, std::size_t parts) {
    for (const auto& [name, node] : table) {
      const std::string key = prefix + std::string(name.str());
      if (!is_key_part(name.str()))
        refuse(shown(key), node, "a key holds letters, digits, _ and - alone");
      else if (parts == most_key_parts)
        refuse(key, node, "is nested too deep: a key has at most " + std::to_string(most_key_parts) + " parts");
      else
        take(key, node, parts);
    }
  }

  std::vector<TomlEntry> finish() {
    const auto by_position = [](const auto& a, const auto& b) {
      return std::tie(a.first.line, a.first.column) < std::tie(b.first.line, b.first.column);
    };
    std::sort(found_.begin(), found_.end(), by_position);
    std::sort(refused_.begin(), refused_.end(), by_position);
    Faults faults;
    for (auto& [at, fault] : refused_) faults.add(std::move(fault));
    faults.throw_if_any();
    std::vector<TomlEntry> entries;
    for (auto& [at, entry] : found_) entries.push_back(std::move(entry));
    return entries;
  }

 private:
  void take(const std::string& key, const toml::node& node, std::size_t parts) {
    const Position at = position(node.source().begin);
    const std::string place = place_of(path_, at.line);
    const auto keep = [&](const auto& value) {
      found_.push_back({at, {key, {value.get(), written(node), place}, false}});
    };
    if (const auto* table = node.as_table()) {
      found_.push_back({at, {key, {std::string(), "a table", place}, true}});
      walk(*table, key + ".", parts + 1);
    } else if (const auto* boolean = node.as_boolean()) {
      keep(*boolean);
    } else if (const auto* integer = node.as_integer()) {
      keep(*integer);
    } else if (const auto* real = node.as_floating_point()) {
      keep(*real);
    } else if (const auto* text = node.as_string()) {
      keep(*text);
    } else {
      refuse(key, node, std::string("must be one value, not ") + (node.is_array() ? "an array" : "a date or time"));
    }
  }

  std::string written(const toml::node& node) const {
    return passage(text_, position(node.source().begin), position(node.source().end));
  }

  void refuse(const std::string& key, const toml::node& node, const std::string& rule) {
    const Position at = position(node.source().begin);
    refused_.push_back({at, {key, shown(written(node)), rule, place_of(path_, at)}});
  }

  std::string path_;
  std::string_view text_;
  std::vector<std::pair<Position, TomlEntry>> found_;
  std::vector<std::pair<Position, Fault>> refused_;
};

}  // namespace

std::vector<TomlEntry> read_toml_file(const std::string& path) {
  const std::string text = read_source_text(path);
  try {
    const toml::table root = toml::parse(std::string_view(text));
    Flattener flattener(path, text);
    flattener.walk(root, "", 0);
    return flattener.finish();
  } catch (const toml::parse_error& error) {
    throw InvalidInput(syntax_fault(path, text, error));
  }
}

}  // namespace sotto
