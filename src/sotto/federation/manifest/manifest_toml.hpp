// SPDX-License-Identifier: MIT
// A manifest as a file, made from a configuration and the parties.
#pragma once

#include <string>
#include <vector>

#include "sotto/experiment/configuration.hpp"
#include "sotto/federation/manifest/manifest.hpp"

namespace sotto {

struct ManifestDraft {
  Purpose purpose;
  Configuration configuration;  ///< each node with a file, whose number of rows is declared; the path is left out
  std::vector<Party> parties;
};

/// TOML that Manifest::read_text takes.
std::string manifest_toml(const ManifestDraft& draft);

}  // namespace sotto
