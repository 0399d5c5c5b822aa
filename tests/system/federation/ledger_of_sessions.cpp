// SPDX-License-Identifier: MIT
#include "system/federation/ledger_of_sessions.hpp"

namespace sotto::test {

BookedUnits spent_in_rows(const Store& store, const Digest& run) {
  BookedUnits spent;
  for (const Digest& session : store.sessions().sessions_of(run)) {
    const std::int64_t last = store.rounds().last_round(session).value_or(1);
    for (std::int64_t round = 2; round <= last; ++round) spent = spent + store.rounds().row(session, round)->cost;
  }
  return spent;
}

namespace {

void expect_ledger(const Store& store, NodeId node, const std::vector<BegunSession>& sessions) {
  SCOPED_TRACE("the ledger of node " + std::to_string(node));
  const Manifest& manifest = sessions[0].session.manifest();
  const Round T = manifest.plan_of(node).gradient_rounds();
  BookedUnits expected;
  Round residues = 0;
  for (std::size_t k = 0; k < sessions.size(); ++k) {
    const Round last = static_cast<Round>(store.rounds().last_round(sessions[k].session.id()).value_or(1));
    for (Round round = 2; round <= last && sessions[k].gradient(round) <= T; ++round, ++residues)
      expected = expected + sessions[k].cost_of(node, round);
    if (k + 1 == sessions.size()) {
      EXPECT_EQ(last, sessions[k].last_round());
      continue;
    }
    const Round said = sessions[k].completed + last - 1, stands = sessions[k + 1].completed;
    EXPECT_TRUE(said == stands || said == stands + 1) << said << " rounds were said, and " << stands << " stand";
  }
  const BookedUnits in_rows = spent_in_rows(store, manifest.run_id());
  EXPECT_EQ(in_rows, expected);
  EXPECT_GE(residues, T);
  EXPECT_LE(residues, T + sessions.size() - 1);
  const BookedUnits debit = store.ledger().debit_of(manifest.run_id()).value().units;
  EXPECT_EQ(debit, units_of_run(manifest.plan_of(node)));
  EXPECT_EQ(larger_of(debit, in_rows), debit) << "in both pairs of units";
  EXPECT_GT(in_rows.all_others.alpha, in_rows.planned.alpha);
}

}  // namespace

void expect_ledgers_of_sessions(const FederationUnderTest& federation, const std::vector<NodeId>& nodes) {
  const OpenStores stores = open_stores(federation);
  const std::vector<BegunSession> sessions = begun_sessions_of(federation, stores);
  for (const NodeId i : nodes) expect_ledger(stores.at(i), i, sessions);
}

}  // namespace sotto::test
