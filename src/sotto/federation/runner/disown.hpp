// SPDX-License-Identifier: MIT
// How a site heals a lock-out: a start that bears its signature, is not of this state and spent nothing, is disowned.
#pragma once

#include "sotto/federation/identity/site_identity.hpp"
#include "sotto/federation/store/store.hpp"
#include "sotto/federation/wire/standing.hpp"

namespace sotto {

/// What neighbours showed to this state before it stopped: starts with this site's signature that it does not know.
struct ForeignStart {
  SignedStanding start;
  std::string obstacle;  ///< why it cannot be disowned; empty where it can
};
std::vector<ForeignStart> foreign_starts(const Store& store, const SiteIdentity& site);

/// Into the store; from the next start on every hello carries it.
void disown(const Store& store, const SiteIdentity& site, const SignedStanding& start);

}  // namespace sotto
