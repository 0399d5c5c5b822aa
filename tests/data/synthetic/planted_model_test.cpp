// SPDX-License-Identifier: MIT
// Labels have the law that the planted model gives them. Seeds are fixed; each comparison fails for one seed in a
// million or fewer, and a wrong law is told apart.

#include <gtest/gtest.h>

#include <cmath>

#include "sotto/data/model/prediction.hpp"
#include "sotto/data/synthetic/drawn_problem.hpp"

namespace sotto {
namespace {

struct Planted {
  PlantedModel model;
  LabelledRows rows;
  std::vector<double> margins;
};

constexpr std::uint32_t row_count = 40000;

/// Numbers in three columns and an intercept, labels by the loss.
Planted planted(const Loss& loss, double signal, const Domain& domain) {
  Schema schema;
  schema.columns = {{.name = "x", .repeat = 3, .range = PublicRange{0, 1}},
                    {.name = "y", .role = ColumnRole::label, .range = PublicRange{0, 1}}};
  LabelledRows rows = draw_rows(Encoding(schema), {.seed = 7, .set = 1, .rows = row_count}).rows;
  PlantedModel model = plant_model(loss, domain, rows.features, {.signal = signal, .intercept = true, .seed = 7});
  draw_labels(model, 7, 1, rows);
  std::vector<double> margins = margins_at(loss, model.x, rows.features);
  return {std::move(model), std::move(rows), std::move(margins)};
}

const Domain wide = Ball{.dimension = 4, .radius = 1e6};

/// (sum of (seen - expected)) / its deviation, for each tenth of the rows by some key.
double deviations(double seen_minus_expected, double variance) {
  return seen_minus_expected / std::sqrt(variance);
}

TEST(PlantedModel, HasTheSignalThatIsAskedForWhereTheDomainAllowsIt) {
  for (const double signal : {0.5, 2.0, 5.0}) {
    const Loss loss = LogisticLoss{};
    EXPECT_NEAR(planted(loss, signal, wide).model.signal, signal, 1e-9 * signal);
    const Planted narrow = planted(loss, signal, Ball{.dimension = 4, .radius = 0.1});
    EXPECT_LT(narrow.model.signal, 0.2);
    EXPECT_LE(std::hypot(narrow.model.x[0], narrow.model.x[1], narrow.model.x[2]), 0.1 + 1e-12);
  }
}

TEST(PlantedModel, GivesLevelsTheirProbabilities) {
  const Loss loss = LogisticLoss{};
  const Planted p = planted(loss, 2, wide);
  double low = 0, low_variance = 0, high = 0, high_variance = 0, turned = 0;
  for (std::size_t r = 0; r < row_count; ++r) {
    const double yes = 1 / (1 + std::exp(-p.margins[r])), seen = p.rows.labels[r] > 0 ? 1 : 0;
    (p.margins[r] < 0 ? low : high) += seen - yes;
    (p.margins[r] < 0 ? low_variance : high_variance) += yes * (1 - yes);
    turned += p.margins[r] < 0 ? seen - (1 - yes) : 0;
  }
  EXPECT_LT(std::abs(deviations(low, low_variance)), 5);
  EXPECT_LT(std::abs(deviations(high, high_variance)), 5);
  EXPECT_GT(std::abs(deviations(turned, low_variance)), 50) << "power: the opposite law is far off";
}

TEST(PlantedModel, MakesOneLevelMoreFrequent) {
  const Loss loss = SmoothedHingeLoss{};
  double yes = 0;
  for (const double label : planted(loss, 2, wide).rows.labels) yes += label > 0 ? 1.0 / row_count : 0;
  EXPECT_GT(yes, 0.25);
  EXPECT_LT(yes, 0.45);
}

TEST(PlantedModel, GivesClassesTheirProbabilities) {
  const Loss loss = SoftmaxLoss{.classes = 3};
  const Planted p = planted(loss, 2, Ball{.dimension = 12, .radius = 1e6});
  for (std::size_t k = 0; k < 3; ++k) {
    double difference = 0, variance = 0;
    for (std::size_t r = 0; r < row_count; ++r) {
      double sum = 0;
      for (std::size_t j = 0; j < 3; ++j) sum += std::exp(p.margins[3 * r + j]);
      const double probability = std::exp(p.margins[3 * r + k]) / sum;
      difference += (p.rows.labels[r] == static_cast<double>(k) ? 1 : 0) - probability;
      variance += probability * (1 - probability);
    }
    EXPECT_LT(std::abs(deviations(difference, variance)), 5) << "class " << k;
    EXPECT_GT(variance, 0.01 * row_count) << "power: the class occurs";
  }
}

TEST(PlantedModel, GivesCountsTheirRates) {
  const Loss loss = PoissonLoss{.label_bound = 50};
  const Planted p = planted(loss, 1, wide);
  double difference = 0, variance = 0, square = 0;
  for (std::size_t r = 0; r < row_count; ++r) {
    const double rate = std::exp(p.margins[r]), off = p.rows.labels[r] - rate;
    difference += off;
    variance += rate;
    square += off * off;
  }
  EXPECT_LT(std::abs(deviations(difference, variance)), 5);
  EXPECT_NEAR(square / variance, 1, 0.1) << "a count's variance is its rate";
}

/// Rates beyond a hundred are drawn by another law: it ends, and has the same mean and variance.
TEST(PlantedModel, GivesLargeCountsTheirRatesToo) {
  const Loss loss = PoissonLoss{.label_bound = 1e9};
  const Planted p = planted(loss, 4, wide);
  double difference = 0, square = 0, large = 0;
  for (std::size_t r = 0; r < row_count; ++r) {
    const double rate = std::exp(p.margins[r]);
    if (rate < 150) continue;
    const double standardised = (p.rows.labels[r] - rate) / std::sqrt(rate);
    difference += standardised;
    square += standardised * standardised;
    large += 1;
  }
  ASSERT_GT(large, 1000);
  EXPECT_LT(std::abs(deviations(difference, large)), 5);
  EXPECT_NEAR(square / large, 1, 5 * std::sqrt(2 / large));
}

TEST(PlantedModel, ExplainsFourFifthsOfNumbers) {
  const Loss loss = SquaredLoss{.label_bound = 100};
  const Planted p = planted(loss, 2, wide);
  double mean = 0, total = 0, left = 0;
  for (const double y : p.rows.labels) mean += y / row_count;
  for (std::size_t r = 0; r < row_count; ++r) {
    total += (p.rows.labels[r] - mean) * (p.rows.labels[r] - mean);
    const double off = p.rows.labels[r] - 100 * p.margins[r] / (2 * p.model.signal);
    left += off * off;
  }
  EXPECT_NEAR(1 - left / total, 0.8, 0.03) << "labels beyond their bound are moved to it";
}

}  // namespace
}  // namespace sotto
