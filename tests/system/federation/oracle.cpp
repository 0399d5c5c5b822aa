// SPDX-License-Identifier: MIT
// The oracle.
#include "system/federation/oracle.hpp"

#include <fmt/format.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <set>

#include "sotto/engine/reference.hpp"
#include "sotto/federation/store/store.hpp"
#include "sotto/privacy/seeded_lattice_noise.hpp"
#include "system/federation/round_on_tape.hpp"

namespace sotto::test {
namespace {

using Said = std::map<std::pair<NodeId, Round>, std::set<std::string>>;

/// Only what a node said itself; what a rule put on the wire in its place is the test's own.
Said said_on(const Tape& tape) {
  Said said;
  for (const TapeEntry& entry : tape.entries())
    if (const auto round = round_of(entry); round && entry.kind == TapeEntry::Kind::said)
      said[{round->node, round->round}].insert(round->bytes);
  return said;
}

void expect_committed_and_paid(const FederationUnderTest& federation, const Said& said) {
  const Digest run = federation.manifest().run_id();
  for (NodeId i = 0; i < federation.trial().parties.size(); ++i) {
    const Store store = Store::open_to_read(federation.trial().parties[i].state);
    LedgerUnits cost;
    for (const auto& [at, payloads] : said) {
      if (at.first != i) continue;
      const std::optional<RoundRow> row = store.rounds().row(run, at.second);
      ASSERT_TRUE(row) << "I3: node " << i << " said round " << at.second << " without committing it";
      EXPECT_EQ(*payloads.begin(), row->bytes) << "I3: node " << i << ", round " << at.second;
      cost = cost + units_of_round(federation.manifest().plan_of(i), at.second - 1);
    }
    const std::optional<LedgerEntry> debit = store.ledger().debit_of(run);
    if (cost == LedgerUnits{} && !debit) continue;
    ASSERT_TRUE(debit) << "I2: node " << i << " spoke without a debit";
    EXPECT_GE(debit->units.alpha, cost.alpha) << "I2";
    EXPECT_GE(debit->units.total_variation, cost.total_variation) << "I2";
    const Balance balance = store.ledger().balance(debit->dataset);
    EXPECT_TRUE(fits(balance.promise, balance.spent)) << "I2: the budget is overspent";
  }
}

/// A round r+1 of a node comes after round r of each neighbour was handed to it.
void expect_order(const FederationUnderTest& federation) {
  std::map<NodeId, std::map<NodeId, Round>> delivered;
  for (const TapeEntry& entry : federation.proxy_tape().entries()) {
    const auto round = round_of(entry);
    if (!round) continue;
    if (entry.kind == TapeEntry::Kind::delivered) {
      Round& last = delivered[entry.passing.to][entry.passing.from];
      last = std::max(last, round->round);
      continue;
    }
    for (const NodeId j : federation.manifest().neighbours_of(round->node)) {
      if (round->round > 2) {
        EXPECT_GE(delivered[round->node][j], round->round - 1)
            << "I5: node " << round->node << " said round " << round->round << " before it heard node " << j;
      }
    }
  }
}

/// Keeps all that is said, by round and node.
class Recorder final : public Eavesdropper {
 public:
  void hear(Round t, std::span<const Released> y) override {
    for (NodeId i = 0; i < y.size(); ++i) said[{i, t}].assign(y[i].values().begin(), y[i].values().end());
  }
  std::map<std::pair<NodeId, Round>, std::vector<double>> said;
};

Recorder run_of_reference(const FederationUnderTest& federation) {
  const Manifest& manifest = federation.manifest();
  const Scenario& scenario = manifest.scenario();
  std::vector<std::unique_ptr<Objective>> owned;
  std::vector<const Objective*> objectives;
  RowCounts counts;
  for (NodeId i = 0; i < manifest.parties().size(); ++i) {
    owned.push_back(scenario.real()->objective_of_party(i, {federation.trial().parties[i].data, ""}, counts));
    objectives.push_back(owned.back().get());
  }
  const std::vector<Plan> own_plans = scenario.own_plans();
  const Plan plan = scenario.plan();
  SeededLatticeNoise noise({.seed = *federation.seed(), .trial = 0});
  Recorder recorder;
  const std::atomic<bool> never{false};
  run_reference({.weights = scenario.weights(),
                 .domain = scenario.domain(),
                 .plan = plan,
                 .objectives = objectives,
                 .own_plans = own_plans,
                 .consensus = scenario.configuration().algorithm.consensus},
                FixedRounds{manifest.consensus_rounds()}, noise, recorder, never);
  return recorder;
}

}  // namespace

void expect_no_record_in(const FederationUnderTest& federation, const std::string& text) {
  for (const TrialParty& party : federation.trial().parties) {
    std::ifstream file(party.data);
    std::string line;
    std::getline(file, line);  // names
    while (std::getline(file, line)) {
      std::istringstream cells(line);
      for (std::string cell; std::getline(cells, cell, ',');)
        EXPECT_EQ(text.find(cell.substr(0, 8)), std::string::npos) << "I6: " << cell << " of " << party.name;
    }
  }
}

void expect_oracle_holds(const FederationUnderTest& federation) {
  const Said said = said_on(federation.proxy_tape());
  for (const auto& [at, payloads] : said)
    EXPECT_EQ(payloads.size(), 1u) << "I1: node " << at.first << " said two things in round " << at.second;
  expect_committed_and_paid(federation, said);
  expect_order(federation);
  for (NodeId i = 0; i < federation.trial().parties.size(); ++i)
    expect_no_record_in(federation, federation.log(i) + federation.out(i));
}

void expect_committed_when_it_died(const FederationUnderTest& federation, NodeId node) {
  const Store store = Store::open_to_read(federation.trial().parties[node].state);
  for (const auto& [at, payloads] : said_on(federation.proxy_tape())) {
    if (at.first != node) continue;
    const std::optional<RoundRow> row = store.rounds().row(federation.manifest().run_id(), at.second);
    ASSERT_TRUE(row) << "I3: node " << node << " said round " << at.second << " before it was committed";
    EXPECT_EQ(*payloads.begin(), row->bytes);
  }
}

void expect_reference_results(const FederationUnderTest& federation) {
  const Recorder reference = run_of_reference(federation);
  const Round last = federation.manifest().last_round();
  for (NodeId i = 0; i < federation.trial().parties.size(); ++i) {
    const Store store = Store::open_to_read(federation.trial().parties[i].state);
    for (Round t = 2; t <= last; ++t) {
      const std::optional<RoundRow> row = store.rounds().row(federation.manifest().run_id(), t);
      ASSERT_TRUE(row) << "node " << i << ", round " << t;
      EXPECT_EQ(round_in(row->bytes)->values, reference.said.at({i, t})) << "I4: node " << i << ", round " << t;
    }
    const auto result = nlohmann::json::parse(federation.out(i));
    std::vector<double> x = reference.said.at({i, last});
    project(federation.manifest().scenario().domain(), x);
    EXPECT_EQ(result["x"].get<std::vector<double>>(), x) << "I4: result of node " << i;
  }
}

void expect_nothing_spent(const FederationUnderTest& federation, NodeId node) {
  const Store store = Store::open_to_read(federation.trial().parties[node].state);
  EXPECT_FALSE(store.ledger().debit_of(federation.manifest().run_id())) << "node " << node;
  for (const TapeEntry& entry : federation.proxy_tape().entries())
    if (const auto round = round_of(entry)) {
      EXPECT_NE(round->node, node) << "node " << node << " said round " << round->round;
    }
}

}  // namespace sotto::test
