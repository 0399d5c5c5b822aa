// SPDX-License-Identifier: MIT
// The ledger never overspends, books a run once, and returns no more than rounds left.
#include "sotto/federation/store/ledger.hpp"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>

#include "federation/store/some_state.hpp"
#include "sotto/federation/store/statement.hpp"
#include "support/random_points.hpp"

namespace sotto {
namespace {

using namespace test;  // NOLINT(google-build-using-namespace): a test's own words

class LedgerTest : public testing::Test {
 protected:
  TemporaryFolder folder_;
  Store store_ = Store::create_or_open(folder_.path(), owner_key);
  Ledger ledger_ = store_.ledger();

  Debit::Outcome debit(int run, LedgerUnits units, const std::string& dataset = "patients") {
    return debit_both(run, same_for_all(units), dataset);
  }
  Debit::Outcome debit_both(int run, const BookedUnits& units, const std::string& dataset = "patients") {
    return ledger_.debit(run_number(run), dataset, units).outcome;
  }
};

using enum Debit::Outcome;

TEST_F(LedgerTest, EqualFitsAndOneUnitMoreIsRefused) {
  ledger_.open_dataset("patients", some_promise);
  const std::int64_t limit = alpha_limit_in_units(some_promise, 50);
  const ChainHead before = ledger_.head();
  const Debit over =
      ledger_.debit(run_number(1), "patients", same_for_all({.alpha = limit + 1, .total_variation = 50}));
  EXPECT_EQ(over.outcome, refused);
  EXPECT_EQ(over.alpha_left, limit);
  EXPECT_EQ(over.wanted.planned.alpha, limit + 1);
  EXPECT_EQ(ledger_.head(), before);
  EXPECT_EQ(debit(1, {.alpha = limit, .total_variation = 50}), booked);
  EXPECT_EQ(ledger_.balance("patients").alpha_left, 0);
  EXPECT_EQ(debit(2, {.alpha = 1}), refused);
  EXPECT_EQ(debit(2, {.alpha = 1, .total_variation = 1}), refused);
}

TEST_F(LedgerTest, TheRestOfABudgetFitsToTheLastUnitAfterOtherRuns) {
  ledger_.open_dataset("patients", some_promise);
  const std::int64_t limit = alpha_limit_in_units(some_promise, 0);
  EXPECT_EQ(debit(1, {.alpha = limit / 3}), booked);
  EXPECT_EQ(debit(2, {.alpha = limit / 3}), booked);
  EXPECT_EQ(ledger_.balance("patients").alpha_left, limit - 2 * (limit / 3));
  EXPECT_EQ(debit(3, {.alpha = limit - 2 * (limit / 3) + 1}), refused);
  EXPECT_EQ(debit(3, {.alpha = limit - 2 * (limit / 3)}), booked);
}

TEST_F(LedgerTest, BooksExactlyWhatKeepsThePromiseWhateverWasBookedBefore) {
  RandomPoints points(21);
  ledger_.open_dataset("patients", some_promise);
  LedgerUnits sum;
  int refusals = 0;
  for (int run = 1; run <= 60; ++run) {
    const LedgerUnits wanted{
        .alpha = 1 + static_cast<std::int64_t>(points.log_uniform({1e6, std::ldexp(1.0, 38)})),
        .total_variation = static_cast<std::int64_t>(points.log_uniform({1, std::ldexp(1e-8, 60)}))};
    const bool may = fits(some_promise, sum + wanted);
    EXPECT_EQ(debit(run, wanted), may ? booked : refused);
    if (may) sum = sum + wanted;
    refusals += may ? 0 : 1;
    EXPECT_EQ(ledger_.spent("patients"), same_for_all(sum));
    EXPECT_TRUE(fits(some_promise, ledger_.spent("patients").planned));
  }
  EXPECT_GT(refusals, 5);
  EXPECT_LT(refusals, 55);
}

TEST_F(LedgerTest, ARunIsBookedOnceAndAskingAgainIsNoSecondDebit) {
  ledger_.open_dataset("patients", some_promise);
  ledger_.open_dataset("others", some_promise);
  EXPECT_EQ(debit(1, {.alpha = 100, .total_variation = 3}), booked);
  const ChainHead before = ledger_.head();
  EXPECT_EQ(debit(1, {.alpha = 100, .total_variation = 3}), already_booked);
  store_fault([&] { debit(1, {.alpha = 99, .total_variation = 3}); });
  store_fault([&] { debit(1, {.alpha = 100, .total_variation = 4}); });
  store_fault([&] { debit(1, {.alpha = 100, .total_variation = 3}, "others"); });
  EXPECT_EQ(ledger_.head(), before);
  EXPECT_EQ(ledger_.spent("patients"), same_for_all({100, 3}));
}

TEST_F(LedgerTest, DatasetsDoNotShareABudgetAndAnUnknownOneHasNone) {
  ledger_.open_dataset("patients", some_promise);
  ledger_.open_dataset("others", some_promise);
  const std::int64_t limit = alpha_limit_in_units(some_promise, 0);
  EXPECT_EQ(debit(1, {.alpha = limit}), booked);
  EXPECT_EQ(debit(2, {.alpha = limit}, "others"), booked);
  EXPECT_EQ(ledger_.history("others").size(), 2u);
  EXPECT_EQ(ledger_.history().size(), 4u);
  fault_of_kind(FaultKind::budget, [&] { debit(3, {.alpha = 1}, "nobody"); });
  fault_of_kind(FaultKind::budget, [&] { ledger_.balance("nobody"); });
  EXPECT_FALSE(ledger_.dataset("nobody"));
}

TEST_F(LedgerTest, ADatasetIsOpenedOnceWithAPromiseThatIsOne) {
  ledger_.open_dataset("patients", some_promise);
  fault_of_kind(FaultKind::budget, [&] { ledger_.open_dataset("patients", {.epsilon = 100, .delta = 0.1}); });
  EXPECT_EQ(ledger_.dataset("patients")->planned.epsilon, some_promise.epsilon);
  for (const PrivacyBudget& bad :
       {PrivacyBudget{0, 1e-6}, PrivacyBudget{1, 0}, PrivacyBudget{1, 1}, PrivacyBudget{HUGE_VAL, 1e-6}})
    fault_of_kind(FaultKind::configuration, [&] { ledger_.open_dataset("more", bad); });
  for (const std::string& name : {std::string(), std::string("a b"), std::string("a\nb"), std::string(129, 'a')})
    fault_of_kind(FaultKind::configuration, [&] { ledger_.open_dataset(name, some_promise); });
  EXPECT_EQ(ledger_.head().entries, 1);
}

TEST_F(LedgerTest, KeepsAPromiseToItsLastBit) {
  const PrivacyBudget odd{.epsilon = 0.1 + 0.2, .delta = 1e-6 / 3, .adjacency = Adjacency::add_remove};
  ledger_.open_dataset("odd", odd);
  const PrivacyBudget kept = ledger_.dataset("odd")->planned;
  EXPECT_EQ(kept.epsilon, odd.epsilon);
  EXPECT_EQ(kept.delta, odd.delta);
  EXPECT_EQ(kept.adjacency, odd.adjacency);
}

TEST_F(LedgerTest, ARunThatCostsNothingOrLessIsRefused) {
  ledger_.open_dataset("patients", some_promise);
  fault_of_kind(FaultKind::numerical, [&] { debit(1, {}); });
  fault_of_kind(FaultKind::numerical, [&] { debit(1, {.alpha = -1}); });
  fault_of_kind(FaultKind::numerical, [&] { debit(1, {.alpha = 1, .total_variation = -1}); });
}

TEST_F(LedgerTest, ReleaseReturnsTheDebitWithoutTheRoundsThatHaveARow) {
  RandomPoints points(22);
  ledger_.open_dataset("patients", some_promise);
  LedgerUnits kept_in_all;
  for (int run = 1; run <= 40; ++run) {
    const auto planned = 1 + static_cast<std::int64_t>(points.below(8));
    const auto done = static_cast<std::int64_t>(points.below(static_cast<std::uint64_t>(planned) + 1));
    LedgerUnits sum_of_rounds, debit_units;
    std::vector<LedgerUnits> costs;
    for (std::int64_t k = 0; k < planned; ++k) {
      costs.push_back({static_cast<std::int64_t>(points.below(1000)), static_cast<std::int64_t>(points.below(10))});
      debit_units = debit_units + costs.back();
    }
    debit_units.alpha = std::max<std::int64_t>(1, debit_units.alpha - static_cast<std::int64_t>(points.below(planned)));
    ASSERT_EQ(debit(run, debit_units), booked);
    for (std::int64_t k = 0; k < done; ++k) {
      store_.rounds().commit(run_number(run), some_round(k + 2, costs[static_cast<std::size_t>(k)]));
      sum_of_rounds = sum_of_rounds + costs[static_cast<std::size_t>(k)];
    }
    const BookedUnits expected = ledger_.returnable(run_number(run));
    const LedgerUnits returned = ledger_.release(run_number(run)).planned;
    EXPECT_EQ(expected, same_for_all(returned));
    EXPECT_EQ(returned.alpha, std::max<std::int64_t>(0, debit_units.alpha - sum_of_rounds.alpha));
    EXPECT_EQ(returned.total_variation, debit_units.total_variation - sum_of_rounds.total_variation);
    kept_in_all = kept_in_all + (debit_units - returned);
    EXPECT_EQ(ledger_.spent("patients"), same_for_all(kept_in_all));
    EXPECT_GE(debit_units.alpha - returned.alpha, std::min(debit_units.alpha, sum_of_rounds.alpha));
  }
}

TEST_F(LedgerTest, AReleasedRunIsClosedForEver) {
  ledger_.open_dataset("patients", some_promise);
  fault_of_kind(FaultKind::budget, [&] { ledger_.release(run_number(1)); });
  debit(1, {.alpha = 100});
  store_.rounds().commit(run_number(1), some_round(2, {.alpha = 30}));
  EXPECT_FALSE(ledger_.is_released(run_number(1)));
  EXPECT_EQ(ledger_.release(run_number(1)), same_for_all({.alpha = 70}));
  EXPECT_TRUE(ledger_.is_released(run_number(1)));
  EXPECT_EQ(debit(1, {.alpha = 100}), closed);
  fault_of_kind(FaultKind::budget, [&] { ledger_.release(run_number(1)); });
  fault_of_kind(FaultKind::budget, [&] { ledger_.returnable(run_number(1)); });
  store_fault([&] { store_.rounds().commit(run_number(1), some_round(3, {.alpha = 30})); });
  EXPECT_EQ(ledger_.spent("patients"), same_for_all({.alpha = 30}));
}

constexpr double some_cap = 5;
const PrivacyBudget cap_as_promise{.epsilon = some_cap, .delta = some_promise.delta};

TEST_F(LedgerTest, ARunThatFitsThePromiseAndNotTheCapIsRefusedAndEqualFits) {
  ledger_.open_dataset("patients", some_promise, some_cap);
  ledger_.open_dataset("uncapped", some_promise);
  const std::int64_t cap = alpha_limit_in_units(cap_as_promise, 0), half = alpha_limit_in_units(some_promise, 0) / 2;
  ASSERT_GT(cap, half);
  const auto run_of = [&](std::int64_t all) {
    return BookedUnits{.planned = {.alpha = half}, .all_others = {.alpha = all}};
  };
  const ChainHead before = ledger_.head();
  EXPECT_EQ(debit_both(1, run_of(cap + 1)), refused);
  EXPECT_EQ(ledger_.head(), before);
  EXPECT_EQ(debit_both(2, run_of(cap + 1), "uncapped"), booked) << "without a cap only the promise counts";
  EXPECT_EQ(debit_both(1, run_of(cap - half)), booked);
  EXPECT_EQ(debit_both(3, run_of(half + 1)), refused) << "one unit short";
  EXPECT_EQ(debit_both(3, run_of(half)), booked);
  EXPECT_EQ(ledger_.balance("patients").alpha_all_left, 0);
  EXPECT_EQ(debit(4, {.alpha = 1}), refused);
}

TEST_F(LedgerTest, ARunThatCostsTooMuchTotalVariationAgainstAllOthersIsRefused) {
  ledger_.open_dataset("patients", some_promise, some_cap);
  const std::int64_t most = total_variation_limit_in_units(cap_as_promise);
  const auto run_of = [](std::int64_t all) {
    return BookedUnits{.planned = {.alpha = 1}, .all_others = {.alpha = 1, .total_variation = all}};
  };
  EXPECT_EQ(debit_both(1, run_of(most + 1)), refused);
  EXPECT_EQ(debit_both(1, run_of(most)), booked);
}

TEST_F(LedgerTest, KeepsBothPairsApartInSpendingAndReturning) {
  ledger_.open_dataset("patients", some_promise, some_cap);
  const BookedUnits whole{.planned = {.alpha = 100, .total_variation = 10},
                          .all_others = {.alpha = 900, .total_variation = 90}};
  for (const BookedUnits& bad : {BookedUnits{.planned = {.alpha = 1}, .all_others = {.alpha = -1}},
                                 BookedUnits{.planned = {.alpha = 1}, .all_others = {1, -1}}})
    EXPECT_THROW(debit_both(2, bad), InvalidInput) << "a booking that gives back";
  EXPECT_EQ(debit_both(1, whole), booked);
  EXPECT_EQ(debit_both(1, whole), already_booked);
  BookedUnits other = whole;
  ++other.all_others.alpha;
  store_fault([&] { debit_both(1, other); });
  EXPECT_EQ(ledger_.debit_of(run_number(1))->units, whole);
  const BookedUnits cost{.planned = {.alpha = 30, .total_variation = 4},
                         .all_others = {.alpha = 270, .total_variation = 36}};
  store_.rounds().commit(run_number(1), masked_round(2, cost));
  EXPECT_EQ(ledger_.returnable(run_number(1)), whole - cost);
  EXPECT_EQ(ledger_.release(run_number(1)), whole - cost);
  EXPECT_EQ(ledger_.spent("patients"), cost);
  const Balance balance = ledger_.balance("patients");
  EXPECT_EQ(balance.spent, cost);
  EXPECT_EQ(balance.alpha_all_limit, alpha_limit_in_units(cap_as_promise, 36));
  EXPECT_EQ(balance.alpha_all_left, *balance.alpha_all_limit - 270);
  EXPECT_EQ(balance.promise.all_others->epsilon, some_cap);
}

TEST_F(LedgerTest, ACapIsFiniteAndNotBelowThePromise) {
  for (const double bad : {std::nextafter(some_promise.epsilon, 0.0), -1.0, std::nan(""), HUGE_VAL})
    fault_of_kind(FaultKind::configuration, [&] { ledger_.open_dataset("patients", some_promise, bad); });
  EXPECT_EQ(ledger_.head().entries, 0);
  ledger_.open_dataset("patients", some_promise, some_promise.epsilon);
  EXPECT_EQ(ledger_.balance("patients").alpha_all_left, ledger_.balance("patients").alpha_left);
  ledger_.open_dataset("uncapped", some_promise);
  EXPECT_EQ(ledger_.balance("uncapped").alpha_all_left, std::nullopt);
}

/// What it books of the second pair is no number, and enters no hash.
TEST_F(LedgerTest, ARunOfIndependentNoiseLeavesTheSecondPairAbsent) {
  fill(store_);
  for (const std::string table : {"ledger", "rounds"})
    EXPECT_EQ(store_.database().whole_number("SELECT count(alpha_all) + count(total_variation_all) FROM " + table), 0);
  EXPECT_EQ(store_.database().whole_number("SELECT count(epsilon_all) FROM ledger"), 0);
  EXPECT_EQ(store_.database().whole_number("SELECT count(alpha_all_so_far) FROM rounds"), 0);
}

TEST_F(LedgerTest, RowsOfNoTableAreChangedRemovedOrReplaced) {
  fill(store_);
  fill_masked(store_);
  const std::string before = contents(store_);
  for (const Table* table : chained_tables()) {
    const std::string name(table->name), column(table->columns[0].name);
    for (const std::string& sql :
         {"UPDATE " + name + " SET " + column + " = " + column + " + 100", "DELETE FROM " + name,
          "UPDATE " + name + " SET hash = zeroblob(32)", "INSERT OR REPLACE INTO " + name + " SELECT * FROM " + name}) {
      // no start was taken yet: nothing to refuse
      if (store_.database().whole_number("SELECT count(*) FROM " + name) == 0) continue;
      const std::string fault = store_fault([&] { store_.database().execute(sql); });
      EXPECT_NE(fault.find("rows are never"), std::string::npos) << fault;
    }
  }
  store_fault([&] { store_.database().execute("DELETE FROM heard"); });
  store_fault([&] { store_.database().execute("UPDATE heard SET round = round"); });
  store_fault([&] { store_.database().execute("UPDATE heard SET round = round + 1, site = 'x'"); });
  EXPECT_EQ(contents(store_), before);
}

/// Opens until nobody else has the state open; books one run.
int book_in_a_race(const std::filesystem::path& folder, int run, std::int64_t alpha) {
  for (;;) {
    try {
      const Store store = Store::open(folder, owner_key);
      return store.ledger().debit(run_number(run), "patients", same_for_all({.alpha = alpha})).outcome == booked ? 0
                                                                                                                 : 1;
    } catch (const InvalidInput& refused) {
      if (std::string(refused.what()).find("in use") == std::string::npos) return 2;
    }
  }
}

TEST(LedgerRace, ProcessesThatRaceForOneBudgetBookNoMoreThanItHolds) {
  const TemporaryFolder folder;
  const std::int64_t limit = alpha_limit_in_units(some_promise, 0);
  { Store::create_or_open(folder.path(), owner_key).ledger().open_dataset("patients", some_promise); }
  int gate[2];
  ASSERT_EQ(pipe(gate), 0);
  std::vector<pid_t> children;
  for (int run = 0; run < 6; ++run) {
    const pid_t child = fork();
    if (child == 0) {
      char c = 0;
      close(gate[1]);
      const ssize_t opened = read(gate[0], &c, 1);  // all begin when the parent closes its end
      _exit(opened == 0 ? book_in_a_race(folder.path(), run, limit / 3) : 3);
    }
    children.push_back(child);
  }
  close(gate[0]);
  close(gate[1]);
  int booked_runs = 0, refused_runs = 0;
  for (const pid_t child : children) {
    int status = 0;
    waitpid(child, &status, 0);
    booked_runs += WIFEXITED(status) && WEXITSTATUS(status) == 0 ? 1 : 0;
    refused_runs += WIFEXITED(status) && WEXITSTATUS(status) == 1 ? 1 : 0;
  }
  EXPECT_EQ(booked_runs, 3);
  EXPECT_EQ(refused_runs, 3);
  EXPECT_EQ(Store::open(folder.path(), owner_key).ledger().spent("patients").planned.alpha, 3 * (limit / 3));
}

}  // namespace
}  // namespace sotto
