// SPDX-License-Identifier: MIT
// The oracle: judges, after any fault, what the adversary heard and what the stores hold.
//   I1  a node said one thing only in each round            I4  results are the reference engine's, bit for bit
//   I2  the ledger was debited for all that was said        I5  nobody spoke before it had heard all neighbours
//   I3  all that was said is committed                      I6  no record, x, z or gradient in logs, answers, messages
// With masked sums z is public, a node hears all members, and there are sessions. Nobody speaks in one before all are
// ready (I5), nobody passes on what was not said (I1), and
//   I7  a session has one key of a member, and a round of it one residue
//   I8  no key of a session or pair, mask, own noise or estimate on the wire, in logs or on a disk in the clear
#pragma once

#include <set>

#include "system/federation/federation_under_test.hpp"

namespace sotto::test {

/// All but I4; while nodes may still wait, but none runs. Of all runs on the tape; where nobody stood in between, there
/// is no tape, and what each store heard is held against what the others committed. The stores of some nodes may have
/// been taken away by the test itself: those are not looked into.
void expect_oracle_holds(const FederationUnderTest& federation, const std::set<NodeId>& taken = {});
/// I3 at the very moment a node died, before a neighbour can hand anything back: all that it said is in its store.
void expect_committed_when_it_died(const FederationUnderTest& federation, NodeId node);
/// With a seed, after all have finished: every message and every result (I4); with masked sums every sum and result, in
/// all sessions.
void expect_reference_results(const FederationUnderTest& federation);
/// The same, without a search for what it was computed from.
void expect_reference_messages(const FederationUnderTest& federation);
/// No value of any record, as a person or a program would print it.
void expect_no_record_in(const FederationUnderTest& federation, const std::string& text);
/// Nothing of a node was booked, and nothing was said.
void expect_nothing_spent(const FederationUnderTest& federation, NodeId node);

/// With a seed: whoever was never started starts, and all finish. Messages, results and what lies on disks are those of
/// a run without faults; with masked sums ledgers hold both costs of it, against q members and against all others.
void expect_run_is_unharmed(FederationUnderTest& federation);

}  // namespace sotto::test
