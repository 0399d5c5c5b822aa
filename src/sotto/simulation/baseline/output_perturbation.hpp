// SPDX-License-Identifier: MIT
// Output perturbation: a node's own minimiser with Gaussian noise, released once.
#pragma once

#include "sotto/simulation/baseline/baseline.hpp"
#include "sotto/simulation/baseline/baseline_noise.hpp"
#include "sotto/simulation/baseline/points.hpp"

namespace sotto {

/// The standard deviation, per coordinate, that keeps a plan's promise when a minimiser is released once: one record
/// moves it by at most D0/mu, as f is mu-strongly convex and D0 bounds the change of its gradient.
double output_noise_scale(const Plan& plan);

/// x_i* + noise of every node. Nodes with a plan of their own keep their own promise.
class OutputPerturbation {
 public:
  explicit OutputPerturbation(const Plan& plan) : common_scale_(output_noise_scale(plan)) {}

  Points operator()(const BaselineTrial& trial, NoiseOf use, const std::atomic<bool>& interrupt) const;

 private:
  double common_scale_;
};

}  // namespace sotto
