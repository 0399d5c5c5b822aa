// SPDX-License-Identifier: MIT
// How a last word is given, which closes the run where it is given, and what a site must be shown before it takes
// budget back.
#pragma once

#include <vector>

#include "sotto/federation/identity/site_identity.hpp"
#include "sotto/federation/manifest/last_word.hpp"
#include "sotto/federation/manifest/manifest.hpp"
#include "sotto/federation/store/store.hpp"

namespace sotto {

/// The party of a manifest with this name. Refuses (InvalidInput) another one, and one that is no neighbour of `self`.
NodeId neighbour_named(const Manifest& manifest, NodeId self, const std::string& name);

/// What this site holds last of a neighbour. The run is closed here, on the disk, before this returns; the same word is
/// given again. Refuses (InvalidInput, budget) where this site itself lost rounds of the run.
LastWord give_last_word(const Store& store, const SiteIdentity& site, const Manifest& manifest, NodeId neighbour);

/// Refuses (InvalidInput, budget), with every reason at once, unless each neighbour's word is there, is signed, is of
/// this run and this site, and says no more than the rows here hold.
void demand_last_words(const Store& store, const Manifest& manifest, NodeId self, const std::vector<LastWord>& words);

}  // namespace sotto
