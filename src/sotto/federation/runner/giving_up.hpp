// SPDX-License-Identifier: MIT
// What a site says for good, by a command. A last word closes the run where it is given, and is shown before budget is
// taken back. A start that bears the site's signature, is not of this state and spent nothing, is disowned: that heals
// a lock-out.
#pragma once

#include <filesystem>
#include <optional>
#include <vector>

#include "sotto/federation/identity/site_identity.hpp"
#include "sotto/federation/manifest/session.hpp"
#include "sotto/federation/manifest/signature.hpp"
#include "sotto/federation/store/store.hpp"
#include "sotto/federation/wire/standing.hpp"

namespace sotto {

/// The member of a session with this name. Refuses (InvalidInput) another one, and one that is no neighbour of `self`.
NodeId neighbour_named(const Session& session, NodeId self, const std::string& name);

/// What this site holds last of a neighbour, in the last session of the run in which it heard it. The run is closed
/// here, on the disk, before this returns; the same word is given again. Refuses (InvalidInput, budget) where this site
/// itself lost rounds of the run, and for a member that was left out of a run that goes on.
LastWord give_last_word(const Store& store, const SiteIdentity& site, const Session& session, NodeId neighbour);

/// Refuses (InvalidInput, budget), with every reason at once, unless each neighbour's word is there, is signed, is of
/// this run and this site, and says no more than the rows here hold. A neighbour that an amendment left out may owe its
/// word where others remain. What it alone may have heard stays booked, and is the answer: two rounds a session, since
/// a member says round r when all others have used r - 2.
BookedUnits demand_last_words(const Store& store, const Session& session, NodeId self,
                              const std::vector<LastWord>& words);

/// Where a node keeps its secret for a session of masked sums, encrypted.
std::filesystem::path session_secret_file(const std::filesystem::path& state, const Digest& session);
/// Those of all sessions of a run but one go: nobody needs them any more.
void forget_session_secrets(const Store& store, const std::filesystem::path& state, const Digest& run,
                            const std::optional<Digest>& but = std::nullopt);

/// What neighbours showed to this state before it stopped: starts with this site's signature that it does not know.
struct ForeignStart {
  SignedStanding start;
  std::string obstacle;  ///< why it cannot be disowned; empty where it can
};
std::vector<ForeignStart> foreign_starts(const Store& store, const SiteIdentity& site);

/// Into the store; from the next start on every hello carries it.
void disown(const Store& store, const SiteIdentity& site, const SignedStanding& start);

}  // namespace sotto
