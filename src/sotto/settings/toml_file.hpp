// SPDX-License-Identifier: MIT
// A TOML file as a flat list of settings.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sotto/settings/settings.hpp"

namespace sotto {

struct TomlEntry {
  std::string key;  ///< dotted
  Setting setting;
  bool is_table;
};

struct TomlFile {
  std::vector<TomlEntry> entries;  ///< values and the tables that hold them, in the order of the file
  /// What the table [sweep] holds, likewise; nothing where there is none.
  std::optional<std::vector<SweepEntry>> sweep;
  std::vector<ColumnTable> columns;  ///< the tables [[column]]
};

/// Throws InvalidInput with file:line:column, as Settings::add_file says.
TomlFile read_toml_file(const std::string& path);
/// The same for a text; `name` stands for the path.
TomlFile read_toml_text(const std::string& name, const std::string& text);

/// The limit that a text is beyond, as a rule; nothing where it can be read. The parser's tables are freed by
/// recursion, and a key of tens of thousands of parts would end the process.
std::optional<std::string> broken_limit(std::string_view text);

}  // namespace sotto
