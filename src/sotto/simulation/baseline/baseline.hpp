// SPDX-License-Identifier: MIT
// What a private run is measured against: other ways to the same minimiser, by name. Simulations, all of them.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "sotto/simulation/engine/reference.hpp"

namespace sotto {

/// What all trials share. Public.
struct BaselineSetting {
  const Domain& domain;
  const Plan& plan;
  NodeId nodes;
  const WeightMatrix& weights;  ///< of trial 0
};

/// One trial. Its plan is the setting's.
struct BaselineTrial {
  Network network;
  std::uint64_t seed;
  std::uint32_t trial;
};

/// What a record can count on while everybody hears every message. (The noise is seeded: a simulation of it.)
enum class Protection {
  promise,                ///< the plan's (epsilon, delta)
  pure_epsilon,           ///< the plan's epsilon with delta = 0
  noise_without_promise,  ///< the plan's noise in a method that the plan was not made for
  none
};

/// A method, with what all trials share. Any thread may ask.
class Baseline {
 public:
  virtual ~Baseline() = default;

  /// What is judged: the error is averaged over these points, one for all nodes or one for each. Means nothing when it
  /// was interrupted. Throws InvalidInput for a network that does not fit together.
  virtual std::vector<std::vector<double>> outputs(const BaselineTrial& trial,
                                                   const std::atomic<bool>& interrupt) const = 0;

 protected:
  Baseline() = default;
  Baseline(const Baseline&) = default;
  Baseline& operator=(const Baseline&) = default;
};

struct BaselineKind {
  std::string_view name;    ///< in configurations and CSV
  std::string_view title;   ///< for people
  std::string_view source;  ///< where the method comes from
  Protection protection;
  bool iterates;             ///< as slow as a trial of the reference engine, or slower
  bool accelerates = false;  ///< takes the momentum of the plan too
  std::unique_ptr<Baseline> (*make)(const BaselineSetting& setting);
};

std::span<const BaselineKind> all_baselines();
const BaselineKind* baseline_named(std::string_view name);  ///< null if there is none

}  // namespace sotto
