// SPDX-License-Identifier: MIT
// Losses and random rows for tests of linear models.
#pragma once

#include <string>
#include <vector>

#include "sotto/problem/linear_model.hpp"
#include "sotto/problem/row_access.hpp"
#include "support/random_points.hpp"

namespace sotto::test {

struct NamedLoss {
  std::string name;
  Loss loss;
};

/// Every loss, with odd widths and bounds.
inline std::vector<NamedLoss> all_losses() {
  return {{"squared", SquaredLoss{.label_bound = 1.5}},
          {"huber", HuberLoss{.width = 0.7, .label_bound = 1.5}},
          {"logistic", LogisticLoss{}},
          {"smoothed hinge", SmoothedHingeLoss{.width = 0.3}},
          {"poisson", PoissonLoss{.label_bound = 6}},
          {"softmax", SoftmaxLoss{.classes = 4}}};
}

/// A label that a loss allows.
inline double random_label(const Loss& loss, RandomPoints& points) {
  if (const auto* softmax = std::get_if<SoftmaxLoss>(&loss)) return static_cast<double>(points.below(softmax->classes));
  return allowed_label(loss, points.uniform({-7, 7}));
}

/// Sparse rows of which about half the numbers are 0, and the same rows dense.
struct SameRows {
  LabelledRows sparse, dense;
};
inline SameRows random_rows(const Loss& loss, std::size_t features, std::size_t count, RandomPoints& points) {
  SparseRows sparse{.dimension = features};
  Records dense{.dimension = features, .values = std::vector<double>(features * count)};
  std::vector<double> labels;
  for (std::size_t r = 0; r < count; ++r) {
    for (std::uint32_t c = 0; c < features; ++c) {
      if (points.below(2) == 0) continue;
      sparse.columns.push_back(c);
      sparse.values.push_back(points.gaussian());
      dense.row(r)[c] = sparse.values.back();
    }
    sparse.begins.push_back(sparse.columns.size());
    labels.push_back(random_label(loss, points));
  }
  return {{sparse, labels}, {dense, labels}};
}

inline constexpr std::size_t features = 5, records = 12;

inline Domain domain_for(const Loss& loss) {
  return Ball{.dimension = margins_of(loss) * features, .radius = 1.6};
}

inline LinearModelSetting setting_for(const Loss& loss) {
  return {
      .loss = loss, .features = features, .records = records, .row_norm = 1.3, .weight = 0.8, .strong_convexity = 0.4};
}

inline std::vector<double> random_point(const Domain& domain, RandomPoints& points) {
  std::vector<double> x = points.gaussian_vector(dimension(domain));
  project(domain, x);
  return x;
}

inline double norm(const std::vector<double>& v) {
  double sum = 0;
  for (const double x : v) sum += x * x;
  return std::sqrt(sum);
}

inline std::vector<double> difference(std::vector<double> a, const std::vector<double>& b) {
  for (std::size_t k = 0; k < a.size(); ++k) a[k] -= b[k];
  return a;
}

inline std::vector<double> gradient_of(const Objective& f, const std::vector<double>& x) {
  std::vector<double> g(x.size());
  f.gradient(x, g);
  return g;
}

}  // namespace sotto::test
