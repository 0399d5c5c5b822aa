// SPDX-License-Identifier: MIT
// Ten processes with masked sums that speak to each other directly. `./dev soak` has them at full size: p = 1000, T =
// 100.
#include <csignal>
#include <cstdlib>
#include <iostream>
#include <nlohmann/json.hpp>

#include "sotto/federation/store/store.hpp"
#include "system/federation/ledger_of_sessions.hpp"
#include "system/federation/oracle.hpp"

namespace sotto::test {
namespace ten_members {

constexpr std::chrono::minutes enough{10};

struct Size {
  unsigned rounds, dimension;
  int lost_at;  ///< the gradient round
};

Size size() {
  return std::getenv("TEST_KILLS") == nullptr ? Size{10, 20, 4} : Size{100, 1000, 40};
}

Shape shape() {
  return {.nodes = 10,
          .graph = "erdos-renyi",
          .rounds = size().rounds,
          .consensus_rounds = 1,
          .dimension = size().dimension,
          .colluders = 3,
          .spare_rounds = 1,
          .direct = true};
}

/// For people, who read it off a soak.
void tell(const std::string& what, const FederationUnderTest& federation, NodeId node,
          std::chrono::steady_clock::time_point began) {
  const Store store = Store::open_to_read(federation.rehearsal().parties[node].state);
  const BookedUnits spent = spent_in_rows(store, federation.manifest().run_id()),
                    debit = units_of_run(federation.manifest().plan_of(node));
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - began;
  std::cout << what << ": " << took.count() << " s; site " << node << " spent " << spent.planned.alpha << " of "
            << debit.planned.alpha << " units of alpha as planned, " << spent.all_others.alpha << " of "
            << debit.all_others.alpha << " against all others" << std::endl;
}

void expect_equal_models(const FederationUnderTest& federation, const std::vector<NodeId>& nodes) {
  const auto model = [&](NodeId i) { return nlohmann::json::parse(federation.out(i))["x"].get<std::vector<double>>(); };
  EXPECT_EQ(model(nodes[0]).size(), size().dimension);
  for (const NodeId i : nodes) EXPECT_EQ(model(i), model(nodes[0])) << "node " << i;
}

TEST(TenMembers, FinishWithTheSameBits) {
  FederationUnderTest federation(shape(), 7);
  const auto began = std::chrono::steady_clock::now();
  federation.start_all();
  federation.expect_all_finish(enough);
  tell("ten members", federation, 0, began);
  expect_oracle_holds(federation);
  expect_equal_models(federation, {0, 1, 2, 3, 4, 5, 6, 7, 8, 9});
  expect_ledgers_of_sessions(federation, {0, 1, 2, 3, 4, 5, 6, 7, 8, 9});
  expect_reference_messages(federation);
}

TEST(TenMembers, OfWhomOneIsKilledForGoodAreAmendedAndFinishWithTheSameBits) {
  constexpr NodeId lost = 6;
  const std::vector<NodeId> remaining{0, 1, 2, 3, 4, 5, 7, 8, 9};
  FederationUnderTest federation(shape(), 7);
  const auto began = std::chrono::steady_clock::now();
  for (const NodeId i : remaining) federation.start(i);
  federation.start(lost, {{"TEST_FAILPOINT", "after commit:" + std::to_string(size().lost_at)}});
  ASSERT_EQ(federation.node(lost).wait(enough), 128 + SIGKILL) << federation.log(lost);
  for (const NodeId i : remaining) federation.stop(i);
  federation.amend_by_all({lost});
  for (const NodeId i : remaining) federation.start(i);
  federation.expect_finish(remaining, enough);
  tell("one of ten was lost", federation, 0, began);
  expect_oracle_holds(federation);
  expect_equal_models(federation, remaining);
  expect_ledgers_of_sessions(federation, remaining);
  expect_reference_messages(federation);
}

}  // namespace ten_members
}  // namespace sotto::test
