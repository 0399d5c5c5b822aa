// SPDX-License-Identifier: MIT
// The oracle.
#include "system/federation/oracle.hpp"

#include <nlohmann/json.hpp>
#include <tuple>

#include "sotto/federation/store/store.hpp"
#include "system/federation/canaries.hpp"
#include "system/federation/reference_run.hpp"
#include "system/federation/round_on_tape.hpp"

namespace sotto::test {
namespace {

/// One round of one node in one run.
struct At {
  Digest run;
  NodeId node;
  Round round;
  bool operator<(const At& other) const {
    return std::tuple(run.view(), node, round) < std::tuple(other.run.view(), other.node, other.round);
  }
};
using Said = std::map<At, std::set<std::string>>;

/// Only what a node said itself; what a rule put on the wire in its place is the test's own.
Said said_on(const Tape& tape) {
  Said said;
  for (const TapeEntry& entry : tape.entries())
    if (const auto round = round_of(entry); round && entry.kind == TapeEntry::Kind::said)
      said[{round->run.value(), round->node, round->round}].insert(round->bytes);
  return said;
}

void expect_paid(const FederationUnderTest& federation, const Store& store, NodeId i, const Said& said) {
  const Digest own_run = federation.manifest().run_id();
  BookedUnits cost;
  for (const auto& [at, payloads] : said) {
    if (at.node != i) continue;
    ASSERT_TRUE(store.ledger().debit_of(at.run)) << "I2: node " << i << " spoke without a debit";
    if (at.run == own_run) cost = cost + units_of_round(federation.manifest().plan_of(i), at.round - 1);
  }
  if (const std::optional<LedgerEntry> debit = store.ledger().debit_of(own_run)) {
    EXPECT_EQ(larger_of(debit->units, cost), debit->units) << "I2";
  }
  for (const std::string& dataset : store.ledger().datasets()) {
    const Balance balance = store.ledger().balance(dataset);
    EXPECT_TRUE(fits(balance.promise, balance.spent)) << "I2: the budget is overspent";
  }
}

void expect_committed(const FederationUnderTest& federation, const Store& store, NodeId i, const Said& said) {
  for (const auto& [at, payloads] : said) {
    if (at.node != i) continue;
    const std::optional<RoundRow> row = store.rounds().row(at.run, at.round);
    ASSERT_TRUE(row) << "I3: node " << i << " said round " << at.round << " without committing it";
    EXPECT_EQ(*payloads.begin(), row->bytes) << "I3: node " << i << ", round " << at.round;
    if (at.run == federation.manifest().run_id()) {
      EXPECT_EQ(row->cost, units_of_round(federation.manifest().plan_of(i), at.round - 1))
          << "I2: node " << i << ", round " << at.round << ": what is released later follows from what rounds cost";
    }
  }
}

void expect_committed_and_paid(const FederationUnderTest& federation, const Said& said, const std::set<NodeId>& taken) {
  for (NodeId i = 0; i < federation.rehearsal().parties.size(); ++i) {
    if (taken.contains(i)) continue;
    const Store store = Store::open_to_read(federation.rehearsal().parties[i].state);
    expect_committed(federation, store, i, said);
    expect_paid(federation, store, i, said);
    if (!federation.is_direct() && store.rounds().last_round(federation.manifest().run_id()).value_or(1) > 2) {
      EXPECT_FALSE(said.empty()) << "rounds went on, and nobody listened: nothing was judged";
    }
  }
}

/// All that went into a round of one node is what the other one committed: it said that, once, to all (I1, I3, I5).
void expect_heard_is_committed(const FederationUnderTest& federation) {
  const Digest run = federation.manifest().run_id();
  std::vector<std::vector<std::optional<RoundRow>>> rows(federation.rehearsal().parties.size());
  for (NodeId i = 0; i < rows.size(); ++i) {
    const Store store = Store::open_to_read(federation.rehearsal().parties[i].state);
    for (Round t = 0; t <= federation.manifest().last_round(); ++t) rows[i].push_back(store.rounds().row(run, t));
  }
  for (NodeId i = 0; i < rows.size(); ++i) {
    const std::vector<NodeId> neighbours = federation.manifest().neighbours_of(i);
    for (Round t = 3; t < rows[i].size() && rows[i][t]; ++t) {
      std::string expected;
      for (const NodeId j : neighbours) {
        ASSERT_TRUE(rows[j][t - 1]) << "I3: node " << j << " said round " << t - 1 << " without committing it";
        expected += rows[j][t - 1]->digest.view();
      }
      EXPECT_EQ(rows[i][t]->inputs, expected) << "I1: node " << i << " heard something else in round " << t - 1;
    }
  }
}

/// A round r+1 of a node comes after round r of each neighbour was handed to it.
void expect_order(const FederationUnderTest& federation) {
  std::map<std::pair<std::string, NodeId>, std::map<NodeId, Round>> delivered;
  for (const TapeEntry& entry : federation.proxy_tape().entries()) {
    const auto round = round_of(entry);
    if (!round) continue;
    const std::string run(round->run.value().view());
    if (entry.kind == TapeEntry::Kind::delivered) {
      Round& last = delivered[{run, entry.passing.to}][entry.passing.from];
      last = std::max(last, round->round);
      continue;
    }
    for (const NodeId j : federation.manifest().neighbours_of(round->node)) {
      if (round->round > 2) {
        EXPECT_GE((delivered[{run, round->node}][j]), round->round - 1)
            << "I5: node " << round->node << " said round " << round->round << " before it heard node " << j;
      }
    }
  }
}

/// All that a node let out: what it wrote, and every byte of every frame it sent.
std::string let_out(const FederationUnderTest& federation) {
  std::string bytes;
  for (NodeId i = 0; i < federation.rehearsal().parties.size(); ++i) bytes += federation.log(i) + federation.out(i);
  for (const TapeEntry& entry : federation.proxy_tape().entries())
    if (entry.kind == TapeEntry::Kind::said) bytes += encode(entry.passing.frame);
  return bytes;
}

void expect_none(const std::vector<std::string>& found) {
  EXPECT_TRUE(found.empty()) << "I6: " << found.size() << " numbers that must not leave a node were found, first "
                             << found.front();
}

}  // namespace

void expect_no_record_in(const FederationUnderTest& federation, const std::string& text) {
  Canaries canaries;
  canaries.plant_records(federation.rehearsal());
  expect_none(canaries.found_roughly_in(text));
}

void expect_oracle_holds(const FederationUnderTest& federation, const std::set<NodeId>& taken) {
  const Said said = said_on(federation.proxy_tape());
  for (const auto& [at, payloads] : said)
    EXPECT_EQ(payloads.size(), 1u) << "I1: node " << at.node << " said two things in round " << at.round;
  expect_committed_and_paid(federation, said, taken);
  if (federation.is_direct()) expect_heard_is_committed(federation);
  expect_order(federation);
  Canaries canaries;
  canaries.plant_records(federation.rehearsal());
  ASSERT_GT(canaries.count(), 0u);
  expect_none(canaries.found_in(let_out(federation)));
  for (NodeId i = 0; i < federation.rehearsal().parties.size(); ++i)
    expect_none(canaries.found_roughly_in(federation.log(i)));
}

void expect_committed_when_it_died(const FederationUnderTest& federation, NodeId node) {
  const Store store = Store::open_to_read(federation.rehearsal().parties[node].state);
  expect_committed(federation, store, node, said_on(federation.proxy_tape()));
}

void expect_reference_results(const FederationUnderTest& federation) {
  const ReferenceRun reference(federation.manifest(), federation.rehearsal(), *federation.seed());
  const Round last = federation.manifest().last_round();
  for (NodeId i = 0; i < federation.rehearsal().parties.size(); ++i) {
    const Store store = Store::open_to_read(federation.rehearsal().parties[i].state);
    for (Round t = 2; t <= last; ++t) {
      const std::optional<RoundRow> row = store.rounds().row(federation.manifest().run_id(), t);
      ASSERT_TRUE(row) << "node " << i << ", round " << t;
      EXPECT_EQ(round_in(row->bytes)->values, reference.said(i, t)) << "I4: node " << i << ", round " << t;
    }
    const auto result = nlohmann::json::parse(federation.out(i));
    std::vector<double> x = reference.said(i, last);
    project(federation.manifest().agreement().domain(), x);
    EXPECT_EQ(result["x"].get<std::vector<double>>(), x) << "I4: result of node " << i;
  }
  const Canaries canaries = reference.private_numbers();
  expect_none(canaries.found_in(let_out(federation)));
  for (NodeId i = 0; i < federation.rehearsal().parties.size(); ++i)
    expect_none(canaries.found_roughly_in(federation.log(i)));
}

void expect_nothing_spent(const FederationUnderTest& federation, NodeId node) {
  const Store store = Store::open_to_read(federation.rehearsal().parties[node].state);
  EXPECT_FALSE(store.ledger().debit_of(federation.manifest().run_id())) << "node " << node;
  EXPECT_FALSE(store.rounds().last_round(federation.manifest().run_id())) << "node " << node << " drew noise";
  for (const TapeEntry& entry : federation.proxy_tape().entries())
    if (const auto round = round_of(entry)) {
      EXPECT_NE(round->node, node) << "node " << node << " said round " << round->round;
    }
}

}  // namespace sotto::test
