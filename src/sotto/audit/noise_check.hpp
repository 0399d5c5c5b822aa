// SPDX-License-Identifier: MIT
// The check of the noise itself: message minus what the records imply, divided by the planned scale, must be white.
#pragma once

#include "sotto/audit/hypothesis.hpp"
#include "sotto/audit/protocol.hpp"
#include "sotto/audit/whiteness.hpp"

namespace sotto {

/// What everybody knows, and what every node really holds on either side.
struct NoiseCheckRequest {
  const Protocol& protocol;
  const WeightMatrix& weights;
  const Domain& domain;
  Round rounds;
  std::span<const Hypothesis* const> on_data;
  std::span<const Hypothesis* const> on_neighbour;
  std::uint32_t transcripts;  ///< at most; fewer where they are long
  Averaging averaging = {};   ///< in Stage II
};

struct NoiseCheck {
  std::uint32_t transcripts = 0;
  std::size_t tests = 0;
  double limit = 0;                    ///< standard deviations beyond which a statistic is a fault
  double variance = 0;                 ///< of all residuals: 1 is planned
  std::vector<Finding> failures = {};  ///< the worst first
  bool passed() const { return transcripts > 0 && failures.empty(); }

  /// A correct program fails this often, whatever the number of statistics (Bonferroni).
  static constexpr double false_alarm_rate = 1e-6;
};

/// Sees what the ratio does not: a noisy message that is built wrongly, noise that repeats, a message of Stage II that
/// is more than arithmetic on earlier ones, different words to different neighbours.
NoiseCheck check_noise(const NoiseCheckRequest& request, const std::atomic<bool>& interrupt);

}  // namespace sotto
