// SPDX-License-Identifier: MIT
// What a run of masked sums has cost a site over all its sessions, to the unit.
#pragma once

#include "system/federation/sessions_of_run.hpp"

namespace sotto::test {

/// Of sites that have finished: every row costs what its round costs in its session's plan, in both pairs of units.
/// Each amendment repeats one round at most. All of it is below the debit, which is the whole run with its spare
/// rounds.
void expect_ledgers_of_sessions(const FederationUnderTest& federation, const std::vector<NodeId>& nodes);

/// The sum of what all rows of a site cost.
BookedUnits spent_in_rows(const Store& store, const Digest& run);

}  // namespace sotto::test
