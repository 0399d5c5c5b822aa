// SPDX-License-Identifier: MIT
// F28, F29: runs that race for one budget, and budgets that are exactly enough or one unit short.
#include <fmt/format.h>

#include <fstream>

#include "sotto/federation/identity/site_identity.hpp"
#include "sotto/federation/store/store.hpp"
#include "system/federation/oracle.hpp"

namespace sotto::test {
namespace {

Store store_of(const FederationUnderTest& federation, NodeId i) {
  const std::filesystem::path& state = federation.rehearsal().parties[i].state;
  return Store::open(state, SiteIdentity::open(state).public_key().text());
}

/// With trust in nobody, and with masked sums.
class F28Race : public EitherTrust {};
class F29ExactBudget : public EitherTrust {};

/// Books what is left beyond the run's cost, and a little more.
void leave_only(const FederationUnderTest& federation, NodeId i, std::int64_t units_less) {
  const Store store = store_of(federation, i);
  const std::string& dataset = federation.manifest().parties()[i].dataset;
  const LedgerUnits cost = units_of_run(federation.manifest().plan_of(i)).planned;
  const std::int64_t limit =
      alpha_limit_in_units(store.ledger().balance(dataset).promise.planned, cost.total_variation);
  const LedgerUnits spare{.alpha = limit - cost.alpha + units_less, .total_variation = 0};
  ASSERT_GT(spare.alpha, 0);
  ASSERT_EQ(store.ledger().debit(digest_of("an earlier run"), dataset, same_for_all(spare)).outcome,
            Debit::Outcome::booked);
}

TEST_P(F29ExactBudget, ARunThatCostsAllThatIsLeftRuns) {
  FederationUnderTest federation(trusting({.rounds = 3, .consensus_rounds = 1}), 5);
  for (const NodeId i : {0u, 1u, 2u}) leave_only(federation, i, 0);
  sign_for_all(federation.rehearsal());
  expect_run_is_unharmed(federation);
  for (const NodeId i : {0u, 1u, 2u}) {
    const Store store = store_of(federation, i);
    const Balance balance = store.ledger().balance(federation.manifest().parties()[i].dataset);
    EXPECT_EQ(balance.alpha_left, 0);
    const BookedUnits run = units_of_run(federation.manifest().plan_of(i));
    EXPECT_EQ(balance.spent, store.ledger().debit_of(digest_of("an earlier run"))->units + run);
    EXPECT_EQ(run.all_others.alpha > run.planned.alpha, GetParam()) << "all others together see through masks";
  }
}

TEST_P(F29ExactBudget, ARunThatCostsOneUnitMoreThanIsLeftIsRefused) {
  FederationUnderTest federation(trusting({.rounds = 3, .consensus_rounds = 1}));
  leave_only(federation, 1, 1);
  sign_for_all(federation.rehearsal());
  federation.start(0);
  federation.start(2);
  federation.start(1);
  federation.expect_exit(1, 6, "is left");
  federation.stop_all();
  for (const NodeId i : {0u, 1u, 2u}) expect_nothing_spent(federation, i);
  expect_oracle_holds(federation);
}

TEST_P(F28Race, OfTwoRunsOnOneStateOneRunsAndTheOtherFindsNothingLeft) {
  const Shape shape = trusting({.nodes = 2, .rounds = 30, .consensus_rounds = 10});
  FederationUnderTest federation(shape, 5);
  const Rehearsal other = federation.with_other_manifest(fmt::format("\nrounds = {}\n", shape.rounds),
                                                         fmt::format("\nrounds = {}\n", shape.rounds + 1));
  federation.start_all();
  ASSERT_TRUE(federation.gets_to(0, 4));
  const RehearsedParty& party = federation.rehearsal().parties[0];
  const auto expect_of_other = [&](int code, const char* words) {
    NodeProcess second({.program = program_under_test(),
                        .words = {"node", "--manifest", other.manifest.string(), "--data", party.data, "--state",
                                  party.state.string(), "--listen", federation.unused_address(), "--json"},
                        .out = federation.folder() / fmt::format("second-{}.out", code),
                        .log = federation.folder() / fmt::format("second-{}.log", code)});
    EXPECT_EQ(second.wait(std::chrono::seconds(30)), code);
    std::ifstream out(federation.folder() / fmt::format("second-{}.out", code));
    const std::string said{std::istreambuf_iterator<char>(out), {}};
    EXPECT_NE(said.find(words), std::string::npos) << said;
  };
  expect_of_other(7, "in use");
  federation.expect_all_finish();
  sign_for_all(other);
  expect_of_other(6, "is left");
  expect_run_is_unharmed(federation);
  const Store store = store_of(federation, 0);
  const Balance balance = store.ledger().balance(federation.manifest().parties()[0].dataset);
  EXPECT_TRUE(fits(balance.promise, balance.spent));
  EXPECT_EQ(balance.spent, units_of_run(federation.manifest().plan_of(0))) << "of one run, in both pairs of units";
}

INSTANTIATE_TEST_SUITE_P(Trust, F28Race, ::testing::Bool(), name_of_trust);
INSTANTIATE_TEST_SUITE_P(Trust, F29ExactBudget, ::testing::Bool(), name_of_trust);

}  // namespace
}  // namespace sotto::test
