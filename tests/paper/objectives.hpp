// SPDX-License-Identifier: MIT
// Objectives with mu < L for the tests: a quadratic with chosen curvatures, and ridge logistic regression.
#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "sotto/problem/objective.hpp"
#include "support.hpp"

namespace sotto::test {

/// f(x) = 1/2 sum_k a_k <q_k, x - m>^2 for an orthonormal basis q: curvatures a_k in turned directions.
class Quadratic final : public Objective {
 public:
  Quadratic(RandomPoints& points, std::vector<double> curvatures, std::vector<double> minimiser)
      : a_(std::move(curvatures)), m_(std::move(minimiser)) {
    while (q_.size() < a_.size()) {  // Gram and Schmidt
      std::vector<double> v = points.gaussian_vector(a_.size());
      for (const auto& q : q_) {
        const double along = inner(q, v);
        for (std::size_t k = 0; k < v.size(); ++k) v[k] -= along * q[k];
      }
      const double length = norm(v);
      for (double& x : v) x /= length;
      q_.push_back(std::move(v));
    }
  }
  std::size_t dimension() const override { return a_.size(); }
  double value(std::span<const double> x) const override {
    double sum = 0;
    for (std::size_t k = 0; k < a_.size(); ++k) sum += a_[k] * along(k, x) * along(k, x) / 2;
    return sum;
  }
  void gradient(std::span<const double> x, std::span<double> out) const override {
    std::fill(out.begin(), out.end(), 0.0);
    for (std::size_t k = 0; k < a_.size(); ++k)
      for (std::size_t j = 0; j < out.size(); ++j) out[j] += a_[k] * along(k, x) * q_[k][j];
  }
  /// Its data are m alone: D0 and G are what the test that uses it says they are.
  PublicConstants public_constants() const override {
    const auto [low, high] = std::minmax_element(a_.begin(), a_.end());
    return {.curvature = {*low, *high}, .record_sensitivity = sensitivity, .gradient_bound = gradient_bound};
  }
  double sensitivity = 1;
  double gradient_bound = 1;

 private:
  double along(std::size_t k, std::span<const double> x) const { return inner(q_[k], x) - inner(q_[k], m_); }
  std::vector<double> a_, m_;
  Stacked q_;
};

/// f(x) = sum_r ln(1 + exp(-b_r <a_r, x>)) + ridge/2 ||x||^2, rows with their label b_r already multiplied in.
class RidgeLogistic final : public Objective {
 public:
  RidgeLogistic(Stacked rows, double ridge) : rows_(std::move(rows)), ridge_(ridge) {}
  std::size_t dimension() const override { return rows_[0].size(); }
  double value(std::span<const double> x) const override {
    double sum = ridge_ * squared_norm(x) / 2;
    for (const auto& row : rows_) sum += std::log1p(std::exp(-inner(row, x)));
    return sum;
  }
  void gradient(std::span<const double> x, std::span<double> out) const override {
    for (std::size_t k = 0; k < out.size(); ++k) out[k] = ridge_ * x[k];
    for (const auto& row : rows_) {
      const double pull = -1 / (1 + std::exp(inner(row, x)));
      for (std::size_t k = 0; k < out.size(); ++k) out[k] += pull * row[k];
    }
  }
  PublicConstants public_constants() const override {
    double smoothness = ridge_, largest = 0;
    for (const auto& row : rows_) {
      smoothness += squared_norm(row) / 4;
      largest = std::max(largest, norm(row));
    }
    return {.curvature = {ridge_, smoothness}, .record_sensitivity = 2 * largest, .gradient_bound = 0};
  }

 private:
  Stacked rows_;
  double ridge_;
};

}  // namespace sotto::test
