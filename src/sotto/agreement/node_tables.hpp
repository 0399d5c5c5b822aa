// SPDX-License-Identifier: MIT
// The tables [node.N] of a configuration, by number.
#pragma once

#include <map>
#include <string>

#include "sotto/graph/graph.hpp"
#include "sotto/input/number_text.hpp"
#include "sotto/settings/reader.hpp"

namespace sotto {

/// Node -> "node.3". Tables that are not named by a number stay unknown, and are refused.
inline std::map<NodeId, std::string> node_tables(const Reader& reader) {
  std::map<NodeId, std::string> tables;
  for (const std::string& name : reader.names_within("node")) {
    const std::optional<NodeId> number = number_of_text<NodeId>(name);
    if (number && std::to_string(*number) == name) tables.emplace(*number, "node." + name);
  }
  return tables;
}

}  // namespace sotto
