// SPDX-License-Identifier: MIT
// How the provenance of a folder is written. Sources alone include this.
#pragma once

#include "sotto/report/document/json_values.hpp"
#include "sotto/report/document/provenance.hpp"

namespace sotto {

/// What a folder says of itself beside who made it.
struct ProvenanceFacts {
  std::string notice;
  Json facts;  ///< seed, what was run, and how far
  bool is_private = false;
};

/// sotto.manifest/1 of these files, added to them.
void add_provenance(Files& files, const RunIdentity& made_by, const ProvenanceFacts& about);

}  // namespace sotto
