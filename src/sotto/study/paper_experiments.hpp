// SPDX-License-Identifier: MIT
// The files of experiments/, as the program carries them, and what the paper claims of their results.
#pragma once

#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sotto/simulation/comparison/scenario.hpp"
#include "sotto/study/claims.hpp"
#include "sotto/study/run_sweep.hpp"

namespace sotto {

struct ExperimentText {
  std::string_view id;    ///< "figure1"
  std::string_view toml;  ///< of experiments/figure1.toml
};
std::span<const ExperimentText> experiment_texts();

/// Observations by the experiment's id. Claims whose experiments are not all there are left out.
using Observed = std::map<std::string, std::vector<Observation>>;
std::vector<ClaimVerdict> judge_claims(const Observed& observed);

struct Reproduction {
  std::vector<FinishedSweep> sweeps;
  std::vector<Observation> printed_bound;  ///< empty where it was not run
  std::vector<ClaimVerdict> verdicts;
  std::uint64_t seed;
};
/// Verdicts on everything that was run: claims, and two attacks on what is printed. std::logic_error where a series or
/// a metric that a claim asks for is not there.
std::vector<ClaimVerdict> judge(const Reproduction& reproduction);

/// An attack on the loop as printed: a listener finds the first node's gradient from messages alone.
/// ||found - true|| / ||true|| for grad f_1(z_1(T)), found as (z_1(T) - y_1(T+1))/eta_T from what the printed loop
/// sends. With the noise of the safe loop it would be far from it.
struct RecoveredGradient {
  double from_printed_loop;
  double from_safe_loop;
};
RecoveredGradient recover_gradient(const Scenario& scenario);

}  // namespace sotto
