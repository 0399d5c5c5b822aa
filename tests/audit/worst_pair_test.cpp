// SPDX-License-Identifier: MIT
// The worst pair of records: within what is declared, as far apart as theory says, and no random pair is further.
#include "sotto/audit/worst_pair.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "sotto/arithmetic/dot.hpp"
#include "sotto/problem/norms.hpp"
#include "support/random_points.hpp"

namespace sotto {
namespace {

constexpr double B = 2, R = 3;

/// Rows are all vectors of length up to B, or those whose last number is 1.
struct Case {
  Loss loss;
  std::vector<double> labels;
  std::size_t features = 3;
  bool intercept = false;
  std::optional<double> clip = {};
  Domain domain = Ball{3, R};

  LinearModelSetting setting() const {
    return {.loss = loss, .features = features, .records = 5, .row_norm = B, .strong_convexity = 1, .clip = clip};
  }
  double sensitivity() const { return LinearModel::constants_for(domain, setting()).record_sensitivity; }
  void write_row(std::span<const double> wish, std::span<double> row) const {
    const std::size_t free = intercept ? features - 1 : features;
    const double length = euclidean_norm(wish.first(free)), room = intercept ? std::sqrt(B * B - 1) : B;
    for (std::size_t k = 0; k < free; ++k) row[k] = length > room ? room * wish[k] / length : wish[k];
    if (intercept) row[free] = 1;
  }
  WorstPair worst() const {
    const LinearModelSetting of = setting();
    return find_worst_pair({.setting = of,
                            .domain = domain,
                            .write_row = [&](auto wish, auto row) { write_row(wish, row); },
                            .rows_may_be_zero = !intercept,
                            .labels = labels,
                            .first_share = 0,
                            .seed = 1});
  }
  /// The gradient of one record, by the model itself.
  std::vector<double> gradient(const PlantedRecord& record, std::span<const double> z) const {
    LinearModelSetting one = setting();
    one.records = 1;
    const LinearModel model(domain, one, {Records{features, record.row}, {record.label}});
    std::vector<double> all(z.size());
    model.gradient(z, all);
    for (std::size_t k = 0; k < z.size(); ++k) all[k] -= z[k];  // without the regulariser
    return all;
  }
  double apart(const WorstPair& pair) const {
    std::vector<double> difference = gradient(pair.data, pair.point);
    const std::vector<double> other = gradient(pair.neighbour, pair.point);
    for (std::size_t k = 0; k < other.size(); ++k) difference[k] -= other[k];
    return euclidean_norm(difference);
  }
};

/// max over angles of what two rows at that angle to the point, on opposite sides of it, come to.
template <class Slope>
double best_angle(Slope slope) {
  double best = 0;
  for (double angle = 0; angle < std::numbers::pi; angle += 1e-3)
    best = std::max(best, 2 * B * std::abs(slope(B * R * std::cos(angle))) * std::sin(angle));
  return best;
}

TEST(WorstPair, OfLogisticLossIsBothRowsMisjudgedOnEitherSideOfThePoint) {
  const Case one{.loss = LogisticLoss{}, .labels = {-1, 1}};
  const double theory = best_angle([](double m) { return 1 / (1 + std::exp(-m)); });
  EXPECT_GT(one.worst().apart, 0.99 * theory);
  EXPECT_GT(theory, 0.8 * one.sensitivity());
}

TEST(WorstPair, ReachesTheWholeSensitivityWhereALossAllowsIt) {
  for (const Case& one : {Case{.loss = SmoothedHingeLoss{0.5}, .labels = {-1, 1}},
                          Case{.loss = HuberLoss{.width = 0.5, .label_bound = 2}, .labels = {-2, 2}},
                          Case{.loss = LogisticLoss{}, .labels = {-1, 1}, .clip = 0.5},
                          Case{.loss = SquaredLoss{1}, .labels = {-1, 1}, .clip = 1.5},
                          Case{.loss = PoissonLoss{4}, .labels = {0, 4}, .clip = 1.0}})
    EXPECT_NEAR(one.worst().apart / one.sensitivity(), 1, 1e-3) << one.loss.index();
}

TEST(WorstPair, OfSquaredLossTradesTheMarginForTheAngle) {
  const Case one{.loss = SquaredLoss{1}, .labels = {-1, 1}};
  const double theory = best_angle([](double m) { return m + 1; });
  EXPECT_GT(one.worst().apart, 0.99 * theory);
}

TEST(WorstPair, OfPoissonLossHasOneRecordAtTheSteepestRate) {
  const Case one{.loss = PoissonLoss{4}, .labels = {0, 4}};
  EXPECT_GT(one.worst().apart, 0.5 * one.sensitivity());
}

TEST(WorstPair, OfSoftmaxLossReachesMostOfTheSensitivity) {
  for (const std::size_t classes : {2U, 3U, 9U}) {
    Case one{.loss = SoftmaxLoss{classes}, .labels = {}, .domain = Ball{3 * classes, 5 * R}};
    for (std::size_t k = 0; k < classes; ++k) one.labels.push_back(static_cast<double>(k));
    EXPECT_GT(one.worst().apart, 0.9 * one.sensitivity()) << classes;
  }
}

TEST(WorstPair, WithAnInterceptPullsThePointAlongIt) {
  const Case one{.loss = LogisticLoss{}, .labels = {-1, 1}, .intercept = true, .domain = Ball{3, 10}};
  EXPECT_GT(one.worst().apart, 0.99 * 2 * std::sqrt(B * B - 1)) << "what the intercept takes of a row is the same";
}

/// Every loss, on a domain of every kind by turns, with and without an intercept.
std::vector<Case> all_losses() {
  std::vector<Case> cases;
  const std::vector<Domain> domains{Ball{3, R}, Box{3, R}, L1Ball{3, R}, Simplex{3, R}};
  const auto add = [&](const Loss& loss, std::vector<double> labels) {
    for (const bool intercept : {false, true})
      cases.push_back({.loss = loss,
                       .labels = labels,
                       .intercept = intercept,
                       .domain = domains[(cases.size() + cases.size() / 4) % 4]});
  };
  for (int turn = 0; turn < 2; ++turn) {
    add(LogisticLoss{}, {-1, 1});
    add(SmoothedHingeLoss{2}, {-1, 1});
    add(SquaredLoss{1}, {-1, 1});
    add(HuberLoss{3, 1}, {-1, 1});
    add(PoissonLoss{3}, {0, 3});
  }
  return cases;
}

void expect_declared(const Case& one, const WorstPair& pair) {
  EXPECT_TRUE(contains(one.domain, pair.point));
  for (const PlantedRecord& record : {pair.data, pair.neighbour}) {
    EXPECT_LE(euclidean_norm(record.row), B * (1 + 1e-12));
    EXPECT_TRUE(!one.intercept || record.row.back() == 1);
    EXPECT_NE(std::find(one.labels.begin(), one.labels.end(), record.label), one.labels.end());
  }
}

/// The furthest of many pairs at points anywhere.
double furthest_at_random(const Case& one, test::RandomPoints& points) {
  double furthest = 0;
  for (int k = 0; k < 1500; ++k) {
    WorstPair any{};
    any.point = points.gaussian_vector(3);
    for (double& v : any.point) v *= 2 * R;
    project(one.domain, any.point);
    for (PlantedRecord* record : {&any.data, &any.neighbour}) {
      record->row.resize(3);
      std::vector<double> wish = points.gaussian_vector(3);
      for (double& v : wish) v *= points.log_uniform({0.1, 100});
      one.write_row(wish, record->row);
      record->label = one.labels[points.below(2)];
    }
    furthest = std::max(furthest, one.apart(any));
  }
  return furthest;
}

TEST(WorstPair, IsDeclaredAsFarApartAsTheModelSaysAndNotBeatenAtRandom) {
  test::RandomPoints points(41);
  for (const Case& one : all_losses()) {
    const WorstPair pair = one.worst();
    expect_declared(one, pair);
    EXPECT_NEAR(one.apart(pair), pair.apart, 1e-9 * pair.apart);
    EXPECT_LE(pair.apart, one.sensitivity() * (1 + 1e-9));
    EXPECT_GE(pair.apart, 0.99 * furthest_at_random(one, points))
        << one.loss.index() << " on " << one.domain.index() << " " << one.intercept;
  }
}

TEST(WorstPair, IsTheSameForTheSameSeed) {
  const Case one{.loss = LogisticLoss{}, .labels = {-1, 1}};
  const WorstPair first = one.worst(), again = one.worst();
  EXPECT_EQ(first.data.row, again.data.row);
  EXPECT_EQ(first.point, again.point);
}

}  // namespace
}  // namespace sotto
