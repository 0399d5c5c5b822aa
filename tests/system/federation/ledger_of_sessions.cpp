// SPDX-License-Identifier: MIT
#include "system/federation/ledger_of_sessions.hpp"

#include "sotto/federation/store/store.hpp"

namespace sotto::test {

BookedUnits spent_in_rows(const FederationUnderTest& federation, NodeId node) {
  const Store store = Store::open_to_read(federation.rehearsal().parties[node].state);
  BookedUnits spent;
  for (const Digest& session : store.sessions().sessions_of(federation.manifest().run_id()))
    for (std::int64_t round = 2; round <= store.rounds().last_round(session).value_or(1); ++round)
      spent = spent + store.rounds().row(session, round)->cost;
  return spent;
}

void expect_ledger_of_sessions(const FederationUnderTest& federation, NodeId node) {
  SCOPED_TRACE("the ledger of node " + std::to_string(node));
  const BookedUnits in_rows = spent_in_rows(federation, node);
  const std::vector<BegunSession> sessions = begun_sessions_of(federation);
  const Round T = federation.manifest().plan_of(node).gradient_rounds();
  const Store store = Store::open_to_read(federation.rehearsal().parties[node].state);
  BookedUnits expected;
  Round residues = 0;
  for (std::size_t k = 0; k < sessions.size(); ++k) {
    const Digest& session = sessions[k].session.id();
    const Round last = static_cast<Round>(store.rounds().last_round(session).value_or(1));
    for (Round round = 2; round <= last && sessions[k].gradient(round) <= T; ++round, ++residues)
      expected = expected + units_of_round(sessions[k].session.plan_of(node), sessions[k].gradient(round));
    if (k + 1 == sessions.size()) {
      EXPECT_EQ(last, sessions[k].last_round());
      continue;
    }
    const Round said = sessions[k].completed + last - 1, stands = sessions[k + 1].completed;
    EXPECT_TRUE(said == stands || said == stands + 1) << said << " rounds were said, and " << stands << " stand";
  }
  EXPECT_EQ(in_rows, expected);
  EXPECT_GE(residues, T);
  EXPECT_LE(residues, T + sessions.size() - 1);
  const BookedUnits debit = store.ledger().debit_of(federation.manifest().run_id()).value().units;
  EXPECT_EQ(debit, units_of_run(federation.manifest().plan_of(node)));
  EXPECT_EQ(larger_of(debit, in_rows), debit) << "in both pairs of units";
  EXPECT_GT(in_rows.all_others.alpha, in_rows.planned.alpha);
}

}  // namespace sotto::test
