// SPDX-License-Identifier: MIT
// The sessions of a run under test, as the amendments beside its manifest and the stores of its sites tell.
#pragma once

#include <map>
#include <set>

#include "sotto/federation/store/store.hpp"
#include "sotto/federation/wire/session_word.hpp"
#include "system/federation/federation_under_test.hpp"

namespace sotto::test {

/// In their order; with trust in nobody there is one.
std::vector<Session> sessions_of(const FederationUnderTest& federation);

struct BegunSession {
  Session session;
  Round completed = 0;  ///< gradient rounds that were done before it: what its members agreed on

  /// The gradient round that a message of this round belongs to.
  Round gradient(Round round) const { return completed + round - 1; }
  Round last_round() const { return session.last_round(completed); }
  BookedUnits cost_of(NodeId node, Round round) const { return units_of_round(session.plan_of(node), gradient(round)); }
};

/// The stores of all sites but some, each opened once: an opening checks the whole file. No node may be running.
using OpenStores = std::map<NodeId, Store>;
OpenStores open_stores(const FederationUnderTest& federation, const std::set<NodeId>& taken = {});

/// What sites said that they are ready for; all say the same.
std::vector<BegunSession> begun_sessions_of(const FederationUnderTest& federation, const OpenStores& stores);

/// What tells a word of this session from anything else.
SessionWord::Expected words_of(const Session& session);

}  // namespace sotto::test
