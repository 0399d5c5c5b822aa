// SPDX-License-Identifier: MIT
// The lower bound on epsilon: right for a mechanism whose epsilon is known, and never surer than it says.
#include "sotto/audit/epsilon_bound.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "sotto/audit/trade_off.hpp"
#include "support/random_points.hpp"

namespace sotto {
namespace {

constexpr BoundRequest at_95{.delta = 0, .confidence = 0.95};

/// Randomised response: the truth with probability e^eps/(1+e^eps), the tightest mechanism there is.
Scores randomised_response(test::RandomPoints& points, double epsilon, std::size_t count) {
  const double truth = 1 / (1 + std::exp(-epsilon));
  Scores scores;
  for (std::size_t k = 0; k < count; ++k) {
    scores.data.push_back(points.uniform({0, 1}) < truth ? 1 : -1);
    scores.neighbour.push_back(points.uniform({0, 1}) < truth ? -1 : 1);
  }
  return scores;
}

double bound_of(const Scores& selection, const Scores& held_out, const BoundRequest& request) {
  return bound_epsilon(held_out, choose_threshold(selection, request), request).lower_bound;
}

TEST(EpsilonBound, OfRandomisedResponseIsCloseToItsEpsilonFromBelow) {
  // 4000 answers: the bound is about 0.13 below epsilon (2.3 standard errors of ln(p/q)); above it in 5 % of seeds.
  test::RandomPoints points(1);
  const double bound = bound_of(randomised_response(points, 1.5, 800), randomised_response(points, 1.5, 4000), at_95);
  EXPECT_LT(bound, 1.5);
  EXPECT_GT(bound, 1.25);
}

TEST(EpsilonBound, ExceedsTheTruthNoMoreOftenThanItSays) {
  // 1000 audits at 80 %: more than 20 % + 4.5 standard errors (5.7 %) wrong has 4e-6 false alarms. A bound from plain
  // rates, without limits, would be wrong in half of them.
  test::RandomPoints points(2);
  const BoundRequest request{.delta = 0, .confidence = 0.8};
  int wrong = 0, plainly_wrong = 0;
  for (int audit = 0; audit < 1000; ++audit) {
    const Scores held_out = randomised_response(points, 1, 200);
    const EpsilonBound bound = bound_epsilon(held_out, 0.5, request);
    wrong += bound.lower_bound > 1 ? 1 : 0;
    plainly_wrong += std::log(bound.right.rate() / bound.wrong.rate()) > 1 ? 1 : 0;
  }
  EXPECT_LT(wrong, 257);
  EXPECT_GT(plainly_wrong, 257);
}

TEST(EpsilonBound, IsZeroWhereNothingCanBeTold) {
  test::RandomPoints points(3);
  const auto same = [&] { return Scores{points.gaussian_vector(2000), points.gaussian_vector(2000)}; };
  // 95 %: the seed's luck is 5 %, and what it could show is small.
  EXPECT_LT(bound_of(same(), same(), at_95), 0.2);
  EXPECT_EQ(bound_of({}, {}, at_95), 0);
  EXPECT_EQ(bound_of({{1}, {-1}}, {{1}, {-1}}, {.delta = 0.999, .confidence = 0.95}), 0) << "delta explains it all";
}

TEST(EpsilonBound, TakesDeltaOffTheRightAnswers) {
  const Scores always{std::vector<double>(1000, 1.0), std::vector<double>(1000, -1.0)};
  const double without = bound_of(always, always, at_95),
               with = bound_of(always, always, {.delta = 0.5, .confidence = 0.95});
  const double right = rate_at_least({2000, 2000}, 0.975), wrong = rate_at_most({0, 2000}, 0.975);
  EXPECT_NEAR(without, std::log(right / wrong), 1e-9);
  EXPECT_NEAR(with, std::log((right - 0.5) / wrong), 1e-9);
}

TEST(EpsilonBound, FindsALeakOnOneSideAlone) {
  // The neighbour gives itself away in 2 % of runs, the data never does.
  Scores scores{std::vector<double>(5000, 0.0), std::vector<double>(5000, 0.0)};
  for (std::size_t k = 0; k < 5000; k += 50) scores.neighbour[k] = -INFINITY;
  const EpsilonBound bound = bound_epsilon(scores, choose_threshold(scores, at_95), at_95);
  EXPECT_EQ(bound.right.hits, 100U);
  EXPECT_EQ(bound.wrong.hits, 0U);
  EXPECT_GT(bound.lower_bound, 3);
}

TEST(Accuracy, IsTheShareOfRightSignsAndATieIsHalf) {
  EXPECT_EQ(accuracy({{1, 2, -1, 0}, {-1, -2, -3, 4}}), 5.5 / 8);
}

TEST(TradeOff, OfGaussianScoresFollowsTheExactCurveAndAnotherMuDoesNot) {
  // mu = 1 and 1: scores N(+-1/2, 1). 10000 a side, 99.99 % limits at 200 points: 200 * 1e-4 = 2 % by Bonferroni, far
  // less since the points move together; the rate under the curve is itself measured, hence the middle points only.
  test::RandomPoints points(4);
  Scores scores{points.gaussian_vector(10000), points.gaussian_vector(10000)};
  for (double& s : scores.data) s += 0.5;
  for (double& s : scores.neighbour) s -= 0.5;
  const auto outside = [&](double alpha) {
    int count = 0;
    for (const TradeOffPoint& point : trade_off(scores, {.confidence = 0.9999, .alpha = alpha})) {
      EXPECT_LE(point.false_negative.at_least, point.false_negative.rate);
      EXPECT_GE(point.false_negative.at_most, point.false_negative.rate);
      count += point.exact_false_negative < point.false_negative.at_least ||
                       point.exact_false_negative > point.false_negative.at_most
                   ? 1
                   : 0;
    }
    return count;
  };
  EXPECT_LE(outside(1), 4);
  EXPECT_GT(outside(1.2), 100);
  EXPECT_TRUE(trade_off({}, {.confidence = 0.95, .alpha = 1}).empty());
}

}  // namespace
}  // namespace sotto
