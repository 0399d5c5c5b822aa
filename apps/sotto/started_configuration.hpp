// SPDX-License-Identifier: MIT
// A configuration that somebody has begun: columns are named, and what only people can declare is left open.
#pragma once

#include <string>
#include <vector>

#include "header_line.hpp"
#include "sotto/agreement/data_settings.hpp"

namespace sotto::app {

struct StartedConfiguration {
  ProblemKind kind;
  std::string file;         ///< of the records
  bool has_header = false;  ///< the names of the columns are from its first line
  HeaderLine columns;
  std::string label;  ///< one of the columns; empty for mean estimation
};

/// TOML. Open lines stand behind a # and are marked DECLARE, so that a run is refused key by key until all are filled.
std::string to_toml(const StartedConfiguration& started);

}  // namespace sotto::app
