// SPDX-License-Identifier: MIT
// Theorem 2 as printed is false for one node: an experiment of its own, on a problem that the program does not offer.
#pragma once

#include <atomic>
#include <functional>
#include <vector>

#include "sotto/consensus/convergence_bound.hpp"
#include "sotto/simulation/observation/observation.hpp"

namespace sotto {

/// f(x) = ||x||^2/2 on a ball: 1-strongly convex, and smooth for every L >= 1. With L = 1000 the steps c/t,
/// c = (1 + 1/L)/2, are half of what this f would like, so that noise fades like s/T and not like (s/T)^2.
struct OneNode {
  static constexpr std::size_t dimension = 100;
  static constexpr double radius = 1;
  static constexpr double smoothness = 1000;
  static constexpr double c = (1 + 1 / smoothness) / 2;

  static Plan plan(Round gradient_rounds);
  static NetworkConstants network();
  /// p c^2 / kappa: what errors and bounds are shown in.
  static double unit(const Plan& plan);
};

struct PrintedBoundExperiment {
  std::vector<Round> rounds;
  std::uint32_t trials;
  std::uint64_t seed;
  unsigned threads;
};

/// Series "measured" (of xbar(T), before the last noise, which is what the printed theorem bounds), "Theorem 2 as
/// printed" and "Theorem 2, corrected"; metric error_in_units. Empty when it was interrupted.
std::vector<Observation> run_printed_bound(
    const PrintedBoundExperiment& experiment,
    const std::function<void(std::uint32_t done, std::uint32_t wanted)>& progress, const std::atomic<bool>& interrupt);

}  // namespace sotto
