// SPDX-License-Identifier: MIT
// Who runs trials. Every engine gives the same bits: how it gets them is its own business.
#pragma once

#include <atomic>
#include <string_view>

#include "sotto/simulation/engine/trial.hpp"

namespace sotto {

/// Any thread may call it.
class Engine {
 public:
  virtual ~Engine() = default;

  virtual std::string_view name() const = 0;
  /// How many trials one call of run() should bring.
  virtual std::uint32_t trials_at_once() const { return 1; }
  /// Whether it takes trials that are not `noisy`. A Node always adds noise.
  virtual bool can_leave_noise_out() const { return false; }

  /// Measures every trial. The trials follow each other by number, and differ in number, objectives, minimiser and
  /// weights only. Looks at `interrupt` between rounds: fewer outcomes, the first ones, when it was interrupted.
  virtual std::vector<TrialOutcome> run(std::span<const Trial> trials, const std::atomic<bool>& interrupt) = 0;
};

}  // namespace sotto
