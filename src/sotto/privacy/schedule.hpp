// SPDX-License-Identifier: MIT
// How the steps fall and how the budget is split over the rounds; the noise scales follow from the two.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

namespace sotto {

/// Rounds count from 1, as in the paper.
using Round = std::uint32_t;

/// `paper`: eta_t = c/t, c = (mu+L)/(2 mu L).  `shifted`: eta_t = 1/(mu (t + t0)), t0 = (mu+L)/(2 mu) - 1, which never
/// exceeds 2/(mu+L) and therefore contracts from the first round on.  `constant`: eta_t = 1/L, what momentum needs.
enum class StepRule { paper, shifted, constant };

/// `paper`: M_t^2 = (2/kappa) c^2 sqrt(T)/t^1.5, which leaves part of the budget unused. `paper_normalised`: the same
/// shape with the true sum. `constant`: M_t/eta_t constant, the same cost every round (optimal for mean estimation).
enum class NoiseSchedule { paper, paper_normalised, constant };

inline constexpr std::array all_step_rules{StepRule::paper, StepRule::shifted, StepRule::constant};
inline constexpr std::array all_schedules{NoiseSchedule::paper, NoiseSchedule::paper_normalised,
                                          NoiseSchedule::constant};
std::string_view name_of(StepRule rule);
std::string_view name_of(NoiseSchedule schedule);

/// mu and L as numbers: privacy/ knows no objective.
struct StepConstants {
  double strong_convexity;
  double smoothness;
};

/// eta_1 .. eta_T.
std::vector<double> step_sizes(StepRule rule, const StepConstants& constants, Round rounds);

/// The share of the budget that each round spends; the shares sum to at most 1. For the paper's steps its M_t is
/// share_t = 1/(2 sqrt(T) sqrt(t)); written as a share, a schedule serves every step rule.
std::vector<double> budget_shares(NoiseSchedule schedule, Round rounds);

}  // namespace sotto
