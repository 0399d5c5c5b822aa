// SPDX-License-Identifier: MIT
// The paper's claims, each a function from what was measured to a verdict. No verdict is written down.
#pragma once

#include <string>
#include <vector>

#include "sotto/input/closed_set.hpp"
#include "sotto/simulation/observation/observation.hpp"

namespace sotto {

enum class Judgement { holds, in_part, does_not_hold };
constexpr Names<3> names_of(Judgement) {
  return {"holds", "holds in part", "does not hold"};
}

/// A claim, with the rule and the numbers it was judged by.
struct ClaimVerdict {
  std::string claim;
  std::string source;
  Judgement judgement;
  std::string evidence;
  std::string figure;  ///< id of the experiment that shows it
};

/// Names that the experiments of the figures and the claims share.
inline constexpr const char* papers_plan = "the paper's plan";
inline constexpr const char* normalised_plan = "the paper's schedule, exactly normalised";
inline constexpr const char* our_default = "our default";

/// Figure 1: "the error reduces until reaching a neighborhood of x*".
ClaimVerdict judge_rounds(const std::vector<Observation>& figure1);
/// Figure 2: "the error increases O(1/eps^2)".
ClaimVerdict judge_epsilon(const std::vector<Observation>& figure2);
/// Figure 3: "As the connectivity of the graph increases, we observe a decrease in the error of the first node".
ClaimVerdict judge_connectivity(const std::vector<Observation>& figure3);
/// Figure 4: more data points a node are a gain.
ClaimVerdict judge_records(const std::vector<Observation>& figure4);
/// The method is effective for mean estimation: against a node that stays alone.
ClaimVerdict judge_cooperation(const std::vector<Observation>& figure1);
/// Ours: that exact accounting and constant noise buy something, at the same promise.
ClaimVerdict judge_default(const std::vector<Observation>& figure1);
/// Relaxing pure epsilon strengthens what was known: against Huang, Mitra and Vaidya.
ClaimVerdict judge_relaxation(const std::vector<Observation>& figure1);
/// Theorem 2 as printed, on the network of one node.
ClaimVerdict judge_printed_bound(const std::vector<Observation>& printed_bound);
/// Theorem 2 corrected (docs/errata.md), in every series that it is shown for: where its assumptions hold.
ClaimVerdict judge_corrected_bound(const std::vector<Observation>& figures,
                                   const std::vector<Observation>& printed_bound);

/// Theorem 1 for the loop as printed: how exactly a listener finds a gradient (relative distance) from its messages.
ClaimVerdict judge_printed_loop(double recovered_within);
/// Theorem 1 for the safe loop: what the paper's plan costs, exactly.
struct TheoremOne {
  double promised_epsilon;
  double exact_epsilon;
};
ClaimVerdict judge_theorem_one(const TheoremOne& measured);

}  // namespace sotto
