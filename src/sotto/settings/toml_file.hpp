// SPDX-License-Identifier: MIT
// A TOML file as a flat list of settings.
#pragma once

#include <string>
#include <vector>

#include "sotto/settings/settings.hpp"

namespace sotto {

struct TomlEntry {
  std::string key;  ///< dotted
  Setting setting;
  bool is_table;
};

/// Values and the tables that hold them, in the order of the file. Throws InvalidInput with file:line:column,
/// as Settings::add_file says.
std::vector<TomlEntry> read_toml_file(const std::string& path);

}  // namespace sotto
