// SPDX-License-Identifier: MIT
// Losses: slopes are those of the values, and no margin exceeds the public bounds.
#include "sotto/problem/losses.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "problem/models.hpp"
#include "sotto/input/invalid_input.hpp"
#include "sotto/problem/slopes.hpp"

namespace sotto {
namespace {

double value(const Loss& loss, const std::vector<double>& margins, double label) {
  return std::visit([&](const auto& of) { return value_of(of, margins, label); }, loss);
}

std::vector<double> slopes(const Loss& loss, std::vector<double> margins, double label) {
  std::visit([&](const auto& of) { become_slopes(of, std::span(margins), label); }, loss);
  return margins;
}

std::vector<double> random_margins(const Loss& loss, double reach, test::RandomPoints& points) {
  std::vector<double> margins(margins_of(loss));
  for (double& m : margins) m = points.uniform({-reach, reach});
  return margins;
}

TEST(Losses, SlopesAreThoseOfTheValue) {
  for (const auto& [name, loss] : test::all_losses()) {
    test::RandomPoints points(1);
    for (int k = 0; k < 200; ++k) {
      const std::vector<double> m = random_margins(loss, 3, points);
      const double label = test::random_label(loss, points);
      const std::vector<double> s = slopes(loss, m, label);
      for (std::size_t c = 0; c < m.size(); ++c) {
        auto up = m, down = m;
        up[c] += 1e-5;
        down[c] -= 1e-5;
        EXPECT_NEAR(s[c], (value(loss, up, label) - value(loss, down, label)) / 2e-5, 3e-5) << name;
      }
    }
  }
}

TEST(Losses, NeverExceedTheirBoundsAndComeNearThem) {
  constexpr double reach = 2;
  for (const auto& [name, loss] : test::all_losses()) {
    test::RandomPoints points(2);
    const LossBounds bounds = bounds_of(loss, reach);
    double steepest = 0, most_curved = 0;
    for (int k = 0; k < 40'000; ++k) {
      // Ends of the range are where most losses are steepest.
      std::vector<double> m = random_margins(loss, reach, points);
      if (k % 2 == 0)
        for (double& v : m) v = v > 0 ? reach : -reach;
      double label = test::random_label(loss, points);
      if (k % 3 == 0) label = allowed_label(loss, k % 2 == 0 ? -100 : 100);
      const std::vector<double> s = slopes(loss, m, label);
      steepest = std::max(steepest, test::norm(s));
      std::vector<double> towards = random_margins(loss, 1e-3, points), moved = m;
      if (k % 5 == 0) std::fill(towards.begin() + 2 % static_cast<int>(m.size()), towards.end(), 0.0);
      for (std::size_t c = 0; c < m.size(); ++c) moved[c] = std::clamp(m[c] + towards[c], -reach, reach);
      const double apart = test::norm(test::difference(moved, m));
      if (apart > 1e-6)
        most_curved = std::max(most_curved, test::norm(test::difference(slopes(loss, moved, label), s)) / apart);
    }
    EXPECT_LE(steepest, bounds.slope) << name;
    EXPECT_LE(most_curved, bounds.curvature * (1 + 1e-9)) << name;
    EXPECT_GE(steepest, 0.85 * bounds.slope) << name << ": the bound is needlessly large";
    EXPECT_GE(most_curved, 0.85 * bounds.curvature) << name << ": the bound is needlessly large";
  }
}

/// |exp(m) - y| is largest at y = 0 and the largest margin, or at the largest count and the smallest margin: whichever
/// is more.
TEST(Losses, OfCountsAreAsSteepAsTheLargestRateAndTheLargestCount) {
  for (const double reach : {0.1, 2.0, 4.0})
    for (const double largest_count : {0.5, 6.0, 9.0, 40.0, 1e4}) {
      const Loss loss = PoissonLoss{.label_bound = largest_count};
      const double by_rate = slopes(loss, {reach}, 0)[0], by_count = -slopes(loss, {-reach}, largest_count)[0];
      const double steepest = std::max(by_rate, by_count), bound = bounds_of(loss, reach).slope;
      EXPECT_LE(steepest, bound) << reach << ", " << largest_count;
      EXPECT_GE(steepest + 1, bound) << "a count is at most exp(-reach) < 1 above its slope";
    }
}

TEST(Losses, HaveNoJumpsAndTheirFormulasValues) {
  EXPECT_DOUBLE_EQ(value(HuberLoss{.width = 0.5}, {3}, 1), 0.5 * (2 - 0.25));
  EXPECT_DOUBLE_EQ(value(SmoothedHingeLoss{.width = 0.5}, {-1}, 1), 2 - 0.25);
  EXPECT_DOUBLE_EQ(value(LogisticLoss{}, {0}, -1), std::log(2.0));
  EXPECT_DOUBLE_EQ(value(PoissonLoss{.label_bound = 9}, {1}, 2), std::exp(1.0) - 2);
  EXPECT_DOUBLE_EQ(value(SoftmaxLoss{4}, {7, 7, 7, 7}, 2), std::log(4.0));
  for (const auto& [name, loss] : test::all_losses()) {
    if (margins_of(loss) > 1) continue;
    const double label = allowed_label(loss, 1);
    for (double m = -4; m < 4; m += 1e-3)
      ASSERT_NEAR(value(loss, {m}, label), value(loss, {m + 1e-3}, label), 1e-3 * bounds_of(loss, 5).slope + 1e-12)
          << name << m;
  }
}

TEST(Losses, StayFiniteAtMarginsThatOverflowExponentials) {
  for (const double m : {-1e4, 1e4}) {
    EXPECT_NEAR(value(LogisticLoss{}, {m}, m > 0 ? -1 : 1), 1e4, 1e-9);
    EXPECT_EQ(value(LogisticLoss{}, {m}, m > 0 ? 1 : -1), 0);
    EXPECT_EQ(slopes(LogisticLoss{}, {m}, 1)[0], m > 0 ? 0 : -1);
    EXPECT_EQ(slopes(SoftmaxLoss{2}, {m, 0}, 0), m > 0 ? (std::vector<double>{0, 0}) : (std::vector<double>{-1, 1}));
  }
}

TEST(Losses, MoveLabelsIntoTheirRange) {
  const double nan = std::nan("");
  EXPECT_EQ(allowed_label(SquaredLoss{.label_bound = 2}, -5), -2);
  EXPECT_EQ(allowed_label(PoissonLoss{.label_bound = 3}, -1), 0);
  EXPECT_EQ(allowed_label(PoissonLoss{.label_bound = 3}, 1e300), 3);
  EXPECT_EQ(allowed_label(LogisticLoss{}, 0.2), 1);
  EXPECT_EQ(allowed_label(LogisticLoss{}, nan), -1);
  EXPECT_EQ(allowed_label(SoftmaxLoss{.classes = 3}, 7), 2);
  EXPECT_EQ(allowed_label(SoftmaxLoss{.classes = 3}, 1.9), 1);
  EXPECT_EQ(allowed_label(HuberLoss{}, nan), 0);
}

TEST(Losses, RefuseWhatCannotBeBounded) {
  for (const Loss& loss : {Loss(SquaredLoss{.label_bound = 0}), Loss(HuberLoss{.width = -1}), Loss(SoftmaxLoss{1}),
                           Loss(SmoothedHingeLoss{.width = std::nan("")}), Loss(PoissonLoss{.label_bound = HUGE_VAL})})
    EXPECT_THROW(check(loss), InvalidInput);
}

}  // namespace
}  // namespace sotto
