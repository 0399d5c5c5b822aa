// SPDX-License-Identifier: MIT
// Both stages of a run: one loop for every engine. It alone decides when Stage II ends.
#pragma once

#include <atomic>

#include "sotto/simulation/engine/trial.hpp"

namespace sotto {

/// Trials under way in lockstep, a lane each. An engine does rounds; run_both_stages decides which.
class Rounds {
 public:
  virtual ~Rounds() = default;

  /// Round t is about to begin, and all that comes of those before it stands. `ends`: an interrupt ends the trials here
  /// instead.
  virtual void between(Round /*t*/, std::span<const TrialOutcome> /*so_far*/, bool /*ends*/) {}
  virtual void gradient_round(Round number) = 0;  ///< the gradient of this number: makes messages with noise
  virtual void mixing_round(Round t) = 0;         ///< makes y(t+1) by mixing, between gradients and in Stage II
  virtual void output_round() = 0;                ///< makes weighted means of messages
  /// y of a lane becomes what it was before this round: its Stage II has ended, that of others goes on. One trial alone
  /// is never taken back.
  virtual void take_back(std::size_t) {}
  /// The lanes that are still running have said y(t).
  virtual void said(Round t, const std::vector<bool>& running) = 0;
  /// Over nodes, from the round before to this one: see relative_change.
  virtual double largest_relative_change(std::size_t lane) const = 0;
};

/// What decides how many rounds there are.
struct Course {
  Timetable timetable;
  StopRule stop;
  std::vector<StageTwo> stages;  ///< of each lane
  Round first = 1;               ///< later where trials go on from a state; outcomes say then how far they came
};

/// Writes into the outcome of each lane how far it came. Looks at `interrupt` between rounds; what was said until then
/// stands.
void run_both_stages(Rounds& rounds, const Course& course, std::span<TrialOutcome> outcomes,
                     const std::atomic<bool>& interrupt);

}  // namespace sotto
