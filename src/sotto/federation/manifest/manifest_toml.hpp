// SPDX-License-Identifier: MIT
// A manifest as a file, made from a configuration and the parties.
#pragma once

#include <string>
#include <vector>

#include "sotto/federation/manifest/manifest.hpp"

namespace sotto {

struct ManifestDraft {
  Purpose purpose;
  Terms terms;  ///< of each node the number of records is declared; where they lie is left out
  std::uint64_t seed;
  std::vector<Party> parties;
};

/// TOML that Manifest::read_text takes.
std::string manifest_toml(const ManifestDraft& draft);

}  // namespace sotto
