// SPDX-License-Identifier: MIT
// Theorem 2 and Corollary 2: the printed bounds, the corrected closed form, and the tighter recursion.
//
// All bound a mean of squared distances to x*. The corrected ones bound the RELEASED mean ybar(T+1); the closed forms
// hold for the paper's steps and schedule, the recursion for every plan that the proof covers (why_no_bound).
#pragma once

#include <optional>
#include <string>

#include "sotto/consensus/averaging.hpp"
#include "sotto/consensus/plan.hpp"

namespace sotto {

/// What the bounds depend on besides the plan.
struct NetworkConstants {
  double nodes;
  double dimension;
  double mixing_rate;      ///< beta
  double domain_diameter;  ///< bounds ||x_i(0) - x*|| where a factor does not remove it
  /// H = sqrt(sum ||grad f_i(x*)||^2) where a simulation knows it; sqrt(N) G, its public bound, otherwise.
  std::optional<double> gradients_at_minimiser = {};
  Consensus consensus = Consensus::plain;  ///< of Stage II
};

/// Why the proofs say nothing of a plan, in one sentence; empty where they do. They are for independent noise, one
/// mixture by W between two gradients, steps without momentum and the last message as the result.
std::string why_no_bound(const Plan& plan);

/// The four terms of Theorem 2 (one more where the released message's own noise is counted).
struct BoundTerms {
  double privacy;                ///< C_(eps,delta): the ball that noise leaves
  double gradient_steps;         ///< (1 + ln T)/T: what the steps leave
  double noise_in_disagreement;  ///< T^-1/2 (printed T^-1/4): noise that reaches the mean through disagreement
  double last_message;           ///< noise of message T+1
  double start;                  ///< S(0)/T
  double sum() const { return privacy + gradient_steps + noise_in_disagreement + last_message + start; }
};

/// Theorem 2 as printed, for E||xbar(T) - x*||^2. False as it stands (docs/errata.md).
BoundTerms printed_theorem2(const Plan& plan, const NetworkConstants& network);

/// Whether a plan has the paper's steps and schedule, for which the closed forms are proved.
bool closed_form_holds(const Plan& plan);

/// The corrected closed form, for E||ybar(T+1) - x*||^2.
BoundTerms corrected_theorem2(const Plan& plan, const NetworkConstants& network);

/// The recursion behind it, with the plan's own M_t.
struct Recursion {
  double mean_before_release;  ///< S(T)/N bounds E||xbar(T) - x*||^2
  double released_mean;        ///< + p M_T^2/N: bounds E||ybar(T+1) - x*||^2
  double disagreement;         ///< V: bounds E||y(T+1) - 1 ybar(T+1)||^2, summed over nodes
};
Recursion recursion_bound(const Plan& plan, const NetworkConstants& network);

/// Corollary 2, corrected, for a node after `consensus_rounds` rounds of Stage II: 2 r^2 V + 2 B, where r is what the
/// rounds leave of the disagreement: beta^k for plain averaging.
double corrected_corollary2(const Recursion& recursion, const NetworkConstants& network, Round consensus_rounds,
                            double bound_on_mean);

/// Corollary 2 as printed, which knows plain averaging alone; ||x(T)||^2 is bounded by N times the squared domain
/// diameter.
double printed_corollary2(const Plan& plan, const NetworkConstants& network, Round consensus_rounds);

}  // namespace sotto
