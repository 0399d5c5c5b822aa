// SPDX-License-Identifier: MIT
// Units of a ledger: costs round up, limits down, sums are exact, and what fits keeps the promise.
#include "sotto/privacy/ledger_units.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "support/random_points.hpp"

namespace sotto {
namespace {

using test::RandomPoints;

constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();

PrivacyBudget random_budget(RandomPoints& points) {
  return {.epsilon = points.log_uniform({1e-3, 30}), .delta = points.log_uniform({1e-12, 0.1})};
}

template <class Action>
void expect_numerical_refusal(Action action, const std::string& what) {
  try {
    action();
    ADD_FAILURE() << "accepted: " << what;
  } catch (const InvalidInput& refused) {
    EXPECT_EQ(refused.kind(), FaultKind::numerical) << what;
  }
}

TEST(LedgerUnits, CoverACostWithLessThanOneUnitOfRounding) {
  RandomPoints points(11);
  for (int k = 0; k < 2000; ++k) {
    const Cost cost{.alpha = points.log_uniform({1e-15, 8e6}), .total_variation = points.log_uniform({1e-25, 7})};
    const LedgerUnits units = units_of(cost);
    const long double alpha = std::ldexp(static_cast<long double>(cost.alpha), 40);
    const long double variation = std::ldexp(static_cast<long double>(cost.total_variation), 60);
    EXPECT_GE(static_cast<long double>(units.alpha), alpha);
    EXPECT_LT(static_cast<long double>(units.alpha) - 1, alpha);
    EXPECT_GE(static_cast<long double>(units.total_variation), variation);
    EXPECT_LT(static_cast<long double>(units.total_variation) - 1, variation);
  }
}

TEST(LedgerUnits, OfTheSmallestPositiveCostIsOneAndOfNothingNone) {
  EXPECT_EQ(units_of({}), LedgerUnits{});
  EXPECT_EQ(units_of({.alpha = 5e-324, .total_variation = 5e-324}), (LedgerUnits{1, 1}));
  EXPECT_EQ(units_of({.alpha = 1, .total_variation = 1}), (LedgerUnits{std::int64_t{1} << 40, std::int64_t{1} << 60}));
}

TEST(LedgerUnits, AreReadBackAsTheSameUnitsWhereADoubleHoldsThem) {
  RandomPoints points(12);
  for (int k = 0; k < 2000; ++k) {
    const LedgerUnits units{static_cast<std::int64_t>(points.below(std::uint64_t{1} << 53)),
                            static_cast<std::int64_t>(points.below(std::uint64_t{1} << 53))};
    EXPECT_EQ(units_of(cost_of(units)), units);
  }
}

TEST(LedgerUnits, AsACostAreNeverLessThanWasBooked) {
  RandomPoints points(13);
  for (int k = 0; k < 2000; ++k) {
    const LedgerUnits units{most - static_cast<std::int64_t>(points.below(std::uint64_t{1} << 62)),
                            most - static_cast<std::int64_t>(points.below(std::uint64_t{1} << 62))};
    const Cost cost = cost_of(units);
    EXPECT_GE(std::ldexp(static_cast<long double>(cost.alpha), 40), static_cast<long double>(units.alpha));
    EXPECT_GE(std::ldexp(static_cast<long double>(cost.total_variation), 60),
              static_cast<long double>(units.total_variation));
    EXPECT_NEAR(std::ldexp(cost.alpha, 40) / static_cast<double>(units.alpha), 1, 1e-15);
  }
  EXPECT_EQ(cost_of({.alpha = most}).alpha, 8388608.0);
}

TEST(LedgerUnits, RefuseWhatCannotBeCounted) {
  for (const double bad : {std::nan(""), HUGE_VAL, -HUGE_VAL, -1e-300, 1e300}) {
    expect_numerical_refusal([&] { units_of({.alpha = bad}); }, "alpha " + show(bad));
    expect_numerical_refusal([&] { units_of({.total_variation = bad}); }, "total variation " + show(bad));
  }
  expect_numerical_refusal([] { units_of({.alpha = 8388608.0}); }, "2^63 units of alpha");
  expect_numerical_refusal([] { units_of({.total_variation = 8.0}); }, "2^63 units of total variation");
  EXPECT_EQ(units_of({.alpha = std::nextafter(8388608.0, 0)}).alpha, most - 1023);
  expect_numerical_refusal([] { cost_of({.alpha = -1}); }, "negative alpha");
  expect_numerical_refusal([] { alpha_limit_in_units({1, 1e-6}, -1); }, "negative total variation");
}

TEST(LedgerUnits, AddAndSubtractExactlyOrNotAtAll) {
  EXPECT_EQ((LedgerUnits{most - 1, 5} + LedgerUnits{1, 7}), (LedgerUnits{most, 12}));
  EXPECT_EQ((LedgerUnits{7, most} - LedgerUnits{7, 1}), (LedgerUnits{0, most - 1}));
  expect_numerical_refusal([] { (void)(LedgerUnits{most, 0} + LedgerUnits{1, 0}); }, "alpha past the end");
  expect_numerical_refusal([] { (void)(LedgerUnits{0, most} + LedgerUnits{0, 1}); }, "total variation past the end");
  expect_numerical_refusal([] { (void)(LedgerUnits{1, 5} - LedgerUnits{2, 0}); }, "alpha below nothing");
  expect_numerical_refusal([] { (void)(LedgerUnits{1, 5} - LedgerUnits{0, 6}); }, "total variation below nothing");
}

TEST(BookedUnits, AddAndSubtractInBothPairsOrNotAtAll) {
  const BookedUnits first{{1, 2}, {30, 40}}, second{{5, 6}, {700, 800}};
  EXPECT_EQ(first + second, (BookedUnits{{6, 8}, {730, 840}}));
  EXPECT_EQ((first + second) - second, first);
  EXPECT_EQ(larger_of(BookedUnits{{1, 9}, {3, 8}}, BookedUnits{{2, 4}, {1, 9}}), (BookedUnits{{2, 9}, {3, 9}}));
  expect_numerical_refusal([] { (void)(BookedUnits{{0, 0}, {most, 0}} + same_for_all({1, 0})); }, "past the end");
  expect_numerical_refusal([] { (void)(same_for_all({5, 5}) - BookedUnits{{5, 5}, {5, 6}}); }, "below nothing");
}

TEST(BookedUnits, OfARoundCostAllOthersNoLessThanSomeOfThem) {
  EXPECT_TRUE(is_cost_of_round({}));
  EXPECT_TRUE(is_cost_of_round(same_for_all({3, 4})));
  EXPECT_TRUE(is_cost_of_round({{3, 4}, {3, 5}}));
  for (const BookedUnits& none :
       {BookedUnits{{3, 4}, {2, 4}}, BookedUnits{{3, 4}, {3, 3}}, same_for_all({-1, 0}), same_for_all({0, -1})})
    EXPECT_FALSE(is_cost_of_round(none));
}

TEST(BookedUnits, FitWherePromiseAndCapBothHold) {
  const PrivacyBudget budget{1, 1e-6}, cap{4, 1e-6};
  const std::int64_t most_planned = alpha_limit_in_units(budget, 0), most_all = alpha_limit_in_units(cap, 0);
  const DatasetPromise capped = promise_of(budget, 4.0), uncapped = promise_of(budget, std::nullopt);
  const auto fit = [](const DatasetPromise& promise, std::int64_t planned, std::int64_t all) {
    return fits(promise, BookedUnits{{planned, 0}, {all, 0}});
  };
  EXPECT_TRUE(fit(capped, most_planned, most_all));
  EXPECT_FALSE(fit(capped, most_planned + 1, most_all));
  EXPECT_FALSE(fit(capped, most_planned, most_all + 1));
  EXPECT_TRUE(fit(uncapped, most_planned, most_all + 1));
  const BookedUnits all_of_cap{{1, 0}, {most_all, 0}};
  EXPECT_NE(shortfall(capped, all_of_cap, same_for_all({1, 0})).find("against all other members together"),
            std::string::npos);
  EXPECT_EQ(shortfall(capped, same_for_all({most_planned, 0}), same_for_all({1, 0})),
            shortfall(budget, {most_planned, 0}, {1, 0}));
}

/// All others together learn no less than some of them.
TEST(BookedUnits, ACapIsFiniteAndNotBelowThePromise) {
  const auto is_fit = [](double cap) {
    Faults faults;
    check(promise_of({1, 1e-6}, cap), faults);
    return faults.empty();
  };
  EXPECT_TRUE(is_fit(1));
  EXPECT_TRUE(is_fit(4));
  for (const double bad : {0.999, 0.0, -1.0, std::numeric_limits<double>::infinity(), std::nan("")})
    EXPECT_FALSE(is_fit(bad)) << bad;
}

TEST(LedgerUnits, LimitOfAlphaIsTheAccountantsBesideAllThatIsSetAsideAndDoesNotDependOnWhatIsSpentOfIt) {
  RandomPoints points(14);
  for (int k = 0; k < 300; ++k) {
    const PrivacyBudget budget = random_budget(points);
    const double limit = alpha_limit_or_none(Accountant::exact, budget, reserved_total_variation(budget));
    const std::int64_t counted = alpha_limit_in_units(budget, 0), variation = total_variation_limit_in_units(budget);
    EXPECT_LE(static_cast<double>(counted), std::ldexp(limit, 40));
    EXPECT_GT(static_cast<double>(counted), std::ldexp(limit, 40) - 1);
    EXPECT_EQ(alpha_limit_in_units(budget, variation), counted);
    EXPECT_EQ(alpha_limit_in_units(budget, variation + 1), 0) << "more than was set aside";
  }
}

TEST(LedgerUnits, SetASmallPartOfDeltaAsideForTotalVariation) {
  RandomPoints points(16);
  for (int k = 0; k < 300; ++k) {
    const PrivacyBudget budget = random_budget(points);
    const double share = reserved_total_variation(budget) * (1 + std::exp(budget.epsilon)) / budget.delta;
    EXPECT_GE(share, (1 - 1e-12) / 1024);
    EXPECT_LE(share, 0.125);
    EXPECT_TRUE(share > 0.1249 || reserved_total_variation(budget) >= 0x1p-40 * (1 - 1e-12));
    EXPECT_LE(std::ldexp(static_cast<double>(total_variation_limit_in_units(budget)), -60),
              reserved_total_variation(budget));
  }
}

TEST(LedgerUnits, ThatFitKeepThePromise) {
  RandomPoints points(15);
  for (int k = 0; k < 300; ++k) {
    const PrivacyBudget budget = random_budget(points);
    const Cost slack{.total_variation = points.uniform({0, 1.1}) * budget.delta / (1 + std::exp(budget.epsilon))};
    LedgerUnits sum = units_of(slack);
    sum.alpha = alpha_limit_in_units(budget, sum.total_variation);
    if (fits(budget, sum)) {
      EXPECT_LE(delta_of(Accountant::exact, cost_of(sum), budget.epsilon), budget.delta * (1 + 1e-9));
    }
    EXPECT_EQ(fits(budget, sum), sum.alpha > 0);
    ++sum.alpha;
    EXPECT_FALSE(fits(budget, sum)) << "one unit more";
  }
}

TEST(LedgerUnits, AShortfallNamesWhatIsLacking) {
  const PrivacyBudget budget{.epsilon = 2, .delta = 1e-6};
  const std::int64_t alpha = alpha_limit_in_units(budget, 0), variation = total_variation_limit_in_units(budget);
  const std::string lacks_alpha = shortfall(budget, {alpha / 2, 5}, {alpha, 1});
  EXPECT_TRUE(lacks_alpha.starts_with("the run costs epsilon ") && lacks_alpha.find("(100.0 %), and epsilon ") < 60)
      << lacks_alpha;
  EXPECT_NE(lacks_alpha.find("(50.0 %) is left"), std::string::npos) << lacks_alpha;
  EXPECT_EQ(shortfall(budget, {10, 5}, {1, variation}),
            "the run costs 100.0 % of the total variation that delta has for it, and 99.9 % is left (`sotto budget "
            "show`)");
  EXPECT_NE(shortfall(budget, {10, variation + 5}, {1, 1}).find("and 0.0 % is left"), std::string::npos);
}

TEST(LedgerUnits, AShareIsShownFromTheSideThatPromisesNoMore) {
  const PrivacyBudget budget{.epsilon = 2, .delta = 1e-6};
  const std::int64_t alpha = alpha_limit_in_units(budget, 0);
  for (const std::int64_t part : {alpha / 7, alpha / 3, alpha / 2}) {
    const double exact = epsilon_of(Accountant::exact, cost_of({.alpha = part}), budget.delta);
    const double above = std::stod(shown_epsilon(budget, {.alpha = part}, ShownFrom::above));
    const double below = std::stod(shown_epsilon(budget, {.alpha = part}, ShownFrom::below));
    EXPECT_TRUE(below <= exact && exact <= above && above - below < 2e-4) << part;
  }
  EXPECT_EQ(shown_share(budget, 0, ShownFrom::below), "epsilon 0.0000 (0.0 %)");
  EXPECT_EQ(shown_percent(budget, alpha, ShownFrom::above), "100.0 %");
  EXPECT_EQ(shown_percent(budget, alpha / 3, ShownFrom::above), "33.4 %");
  EXPECT_EQ(shown_percent(budget, alpha / 3, ShownFrom::below), "33.3 %");
}

TEST(LedgerUnits, NothingIsLeftOnceTheSlackReachesDelta) {
  const PrivacyBudget budget{.epsilon = 2, .delta = 1e-6};
  const LedgerUnits spent = units_of({.total_variation = budget.delta / (1 + std::exp(2.0))});
  EXPECT_EQ(alpha_limit_in_units(budget, spent.total_variation), 0);
  EXPECT_FALSE(fits(budget, spent));
  EXPECT_TRUE(fits(budget, {}));
  EXPECT_FALSE(fits(budget, {.alpha = -1}));
  EXPECT_FALSE(fits(budget, {.total_variation = -1}));
}

TEST(LedgerUnits, OfAHugePromiseEndWhereCountingEnds) {
  EXPECT_EQ(alpha_limit_in_units({.epsilon = 1e9, .delta = 1e-6}, 0), most);
}

}  // namespace
}  // namespace sotto
