// SPDX-License-Identifier: MIT
// A TOML file as a flat list of settings.
#pragma once

#include <optional>
#include <string>
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
  std::optional<std::vector<SweepEntry>>
      sweep;                         ///< what the table [sweep] holds, likewise; nothing where there is none
  std::vector<ColumnTable> columns;  ///< the tables [[column]]
};

/// Throws InvalidInput with file:line:column, as Settings::add_file says.
TomlFile read_toml_file(const std::string& path);
/// The same for a text; `name` stands for the path.
TomlFile read_toml_text(const std::string& name, const std::string& text);

}  // namespace sotto
