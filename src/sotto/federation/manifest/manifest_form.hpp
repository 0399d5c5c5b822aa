// SPDX-License-Identifier: MIT
// A manifest that is being written: terms that parties can agree on, and rows that may still have gaps.
#pragma once

#include <string>
#include <vector>

#include "sotto/federation/manifest/manifest.hpp"

namespace sotto {

struct ManifestForm {
  Purpose purpose;
  Terms terms;
  std::uint64_t seed;
  std::vector<PartyRow> parties;  ///< what is empty is marked in the file, to be filled in
};

/// TOML that Manifest::read_text takes once every gap is filled.
std::string manifest_toml(const ManifestForm& form);

/// What parties can agree on of these terms: no file is named, no row is of another node, and nodes use the lattice. A
/// file for all nodes becomes one of each party, whose number of records is a gap.
Terms agreed_terms(const Terms& terms, std::uint64_t seed);

/// The keys that are gaps: "node.0.address".
std::vector<std::string> gaps_in(const ManifestForm& form);

/// The same with words of the right kind in every gap, for a look at the terms.
ManifestForm with_gaps_filled(ManifestForm form);

}  // namespace sotto
