// SPDX-License-Identifier: MIT
// Linear models: gradients, public constants against random search, and records that try to exceed them.
#include "sotto/problem/linear_model.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "problem/models.hpp"
#include "sotto/input/invalid_input.hpp"

namespace sotto {
namespace {

LinearModel random_model(const Loss& loss, test::RandomPoints& points) {
  return {test::domain_for(loss), test::setting_for(loss),
          test::random_rows(loss, test::features, test::records, points).dense};
}

TEST(LinearModel, GradientIsTheSlopeOfTheValue) {
  for (const auto& [name, loss] : test::all_losses()) {
    test::RandomPoints points(1);
    const Domain domain = test::domain_for(loss);
    const LinearModel f = random_model(loss, points);
    for (int k = 0; k < 20; ++k) {
      const std::vector<double> x = test::random_point(domain, points), g = test::gradient_of(f, x);
      for (std::size_t c = 0; c < x.size(); ++c) {
        auto up = x, down = x;
        up[c] += 1e-5;
        down[c] -= 1e-5;
        EXPECT_NEAR(g[c], (f.value(up) - f.value(down)) / 2e-5, 1e-4) << name;
      }
    }
  }
}

TEST(LinearModel, OfSparseRowsIsThatOfTheSameDenseRows) {
  for (const auto& [name, loss] : test::all_losses()) {
    test::RandomPoints points(2);
    const test::SameRows rows = test::random_rows(loss, test::features, test::records, points);
    const LinearModel sparse(test::domain_for(loss), test::setting_for(loss), rows.sparse),
        dense(test::domain_for(loss), test::setting_for(loss), rows.dense);
    const std::vector<double> x = test::random_point(test::domain_for(loss), points);
    EXPECT_LE(test::norm(test::difference(test::gradient_of(sparse, x), test::gradient_of(dense, x))), 1e-13) << name;
    EXPECT_NEAR(sparse.value(x), dense.value(x), 1e-13) << name;
  }
}

TEST(LinearModel, GradientsAtManyPointsAreThoseAtEachBitForBit) {
  for (const auto& [name, loss] : test::all_losses()) {
    test::RandomPoints points(3);
    const LinearModel f = random_model(loss, points);
    constexpr std::size_t count = 3;
    std::vector<double> together(count * f.dimension()), out(together.size());
    std::vector<std::vector<double>> apart;
    for (std::size_t k = 0; k < count; ++k) {
      apart.push_back(test::random_point(test::domain_for(loss), points));
      for (std::size_t c = 0; c < f.dimension(); ++c) together[c * count + k] = apart[k][c];
    }
    f.gradients(together, out);
    for (std::size_t k = 0; k < count; ++k) {
      const std::vector<double> g = test::gradient_of(f, apart[k]);
      for (std::size_t c = 0; c < f.dimension(); ++c) EXPECT_EQ(out[c * count + k], g[c]) << name;
    }
  }
}

TEST(LinearModel, CurvatureAndGradientKeepTheirPublicBounds) {
  for (const auto& [name, loss] : test::all_losses()) {
    test::RandomPoints points(4);
    const Domain domain = test::domain_for(loss);
    for (int model = 0; model < 10; ++model) {
      const LinearModel f = random_model(loss, points);
      const PublicConstants known = f.public_constants();
      for (int k = 0; k < 50; ++k) {
        const std::vector<double> x = test::random_point(domain, points), y = test::random_point(domain, points);
        const std::vector<double> moved = test::difference(test::gradient_of(f, x), test::gradient_of(f, y)),
                                  apart = test::difference(x, y);
        const double squared = dot(apart, apart);
        EXPECT_LE(test::norm(moved), known.curvature.smoothness * std::sqrt(squared) * (1 + 1e-12)) << name;
        EXPECT_GE(dot(moved, apart), known.curvature.strong_convexity * squared * (1 - 1e-12)) << name;
        EXPECT_LE(test::norm(test::gradient_of(f, x)), known.gradient_bound) << name;
      }
    }
  }
}

/// Rows that try to pull as hard as they can, or to be no numbers at all.
LabelledRows with_extreme_record(LabelledRows rows, const Loss& loss, test::RandomPoints& points) {
  const double inf = std::numeric_limits<double>::infinity();
  const double extremes[] = {std::nan(""), inf, -inf, 1e300, -1e300, 0, 5e-324, points.gaussian(), 2, -2};
  const bool wild = points.below(2) == 0;
  for (double& v : numbers_of(rows.features, 3)) v = wild ? extremes[points.below(10)] : 3 * points.gaussian();
  rows.labels[3] = wild ? extremes[points.below(10)] : test::random_label(loss, points);
  return rows;
}

TEST(LinearModel, ReplacingOneRecordMovesTheGradientByAtMostD0WhateverItHolds) {
  for (const auto& [name, loss] : test::all_losses()) {
    for (const bool clipped : {false, true}) {
      test::RandomPoints points(5);
      LinearModelSetting setting = test::setting_for(loss);
      if (clipped) setting.clip = 0.31;
      const Domain domain = test::domain_for(loss);
      double furthest = 0;
      for (int k = 0; k < 2000; ++k) {
        const LabelledRows rows = test::random_rows(loss, test::features, test::records, points).sparse;
        const LinearModel f(domain, setting, with_extreme_record(rows, loss, points)),
            g(domain, setting, with_extreme_record(rows, loss, points));
        const std::vector<double> x = test::random_point(domain, points);
        furthest = std::max(furthest, test::norm(test::difference(test::gradient_of(f, x), test::gradient_of(g, x))));
      }
      const double allowed = LinearModel::constants_for(domain, setting).record_sensitivity;
      EXPECT_LE(furthest, allowed * (1 + 1e-13)) << name;
      EXPECT_GE(furthest, (clipped ? 0.8 : 0.3) * allowed) << name << ": the search found nothing near the bound";
      EXPECT_DOUBLE_EQ(allowed, clipped ? 2 * 0.8 * 0.31 : allowed);
    }
  }
}

TEST(LinearModel, ARowOfZerosHasNoGradient) {
  for (const auto& [name, loss] : test::all_losses()) {
    LinearModelSetting setting = test::setting_for(loss);
    setting.records = 1;
    const LinearModel f(test::domain_for(loss), setting,
                        {Records{.dimension = test::features, .values = std::vector<double>(test::features)}, {1}});
    test::RandomPoints points(6);
    std::vector<double> x = test::random_point(test::domain_for(loss), points), g = test::gradient_of(f, x);
    for (std::size_t c = 0; c < x.size(); ++c) EXPECT_EQ(g[c], setting.strong_convexity * x[c]) << name;
  }
}

TEST(LinearModel, RecordsSumInIntegersToTheirPartOfTheGradient) {
  for (const auto& [name, loss] : test::all_losses()) {
    test::RandomPoints points(7);
    const test::SameRows rows = test::random_rows(loss, test::features, test::records, points);
    const std::vector<double> x = test::random_point(test::domain_for(loss), points);
    for (const LabelledRows& some : {rows.sparse, rows.dense}) {
      const LinearModel f(test::domain_for(loss), test::setting_for(loss), some);
      const auto clip = RecordClip::to_norm(f.public_constants().record_sensitivity / 2);
      QuantisedSum scratch(f.dimension(), clip);
      const QuantisedSum& sum = f.record_gradients(x, scratch);
      std::vector<double> rest = test::gradient_of(f, x), shared(x.size());
      f.shared_gradient(x, shared);
      for (std::size_t c = 0; c < x.size(); ++c)
        EXPECT_NEAR(static_cast<double>(sum.values()[c]) * clip.unit(), rest[c] - shared[c],
                    test::records * clip.unit() + 1e-13)
            << name;
    }
  }
}

TEST(LinearModel, WeightsAndClippingGoIntoTheConstantsAndNothingElseDoes) {
  const Loss loss = LogisticLoss{};
  const Domain domain = test::domain_for(loss);
  const PublicConstants known = LinearModel::constants_for(domain, test::setting_for(loss));
  EXPECT_DOUBLE_EQ(known.record_sensitivity, 2 * 0.8 * 1.3);
  EXPECT_DOUBLE_EQ(known.curvature.smoothness, 0.4 + 0.8 * 12 * 0.25 * 1.3 * 1.3);
  EXPECT_DOUBLE_EQ(known.curvature.strong_convexity, 0.4);
  EXPECT_TRUE(known.uses_record_count);
}

TEST(LinearModel, RefusesAnotherNumberOfRowsOrFeaturesAndWhatIsNotPositive) {
  const Loss loss = LogisticLoss{};
  test::RandomPoints points(8);
  const LabelledRows rows = test::random_rows(loss, test::features, test::records, points).dense;
  LinearModelSetting setting = test::setting_for(loss);
  setting.records = 11;
  EXPECT_THROW(LinearModel(test::domain_for(loss), setting, rows), InvalidInput);
  setting = test::setting_for(loss);
  setting.strong_convexity = 0;
  EXPECT_THROW(LinearModel(test::domain_for(loss), setting, rows), InvalidInput);
  setting = test::setting_for(loss);
  setting.features = 6;
  EXPECT_THROW(LinearModel(Ball{.dimension = 6, .radius = 1}, setting, rows), InvalidInput);
  EXPECT_THROW(LinearModel(Ball{.dimension = 4, .radius = 1}, test::setting_for(loss), rows), InvalidInput);
}

}  // namespace
}  // namespace sotto
