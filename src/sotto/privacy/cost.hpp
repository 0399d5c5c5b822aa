// SPDX-License-Identifier: MIT
// What a run costs the records it saw, how costs add, and what a cost promises when the noise lies on a lattice.
#pragma once

#include <cstdint>

#include "sotto/privacy/accountant.hpp"

namespace sotto {

/// Both numbers add over runs on the same records. Sums and products are rounded up.
struct Cost {
  double alpha = 0;            ///< sum of Delta(t)^2/M_t^2
  double total_variation = 0;  ///< between the noise that ran and the rounded Gaussian, over all rounds and coordinates
};

Cost operator+(const Cost& first, const Cost& second);

/// Equal runs on the same records; or one record of a person at each of several nodes, whose costs add in the same way.
Cost repeated(const Cost& cost, std::uint64_t times);

/// A person with several records at one node: they move a message as many times as far, so alpha grows with the square.
/// The noise is the same, and so is its total variation.
Cost for_records_of_a_person(const Cost& cost, std::uint64_t records);

/// `exact`, `basic` and `advanced` are proved for the rounded Gaussian: total variation adds (1 + e^eps) times itself
/// to their delta. The others follow from zCDP, which the discrete Gaussian keeps as it is; they pay nothing.
bool pays_total_variation(Accountant accountant);

/// (1 + e^eps) total_variation from above; 0 for an accountant that does not pay. May be infinite.
double slack_of(Accountant accountant, const Cost& cost, double epsilon);

/// The largest alpha that keeps the budget after the slack was taken off delta. Refuses (InvalidInput, privacy.delta) a
/// budget whose delta does not exceed the slack.
double alpha_limit(Accountant accountant, const PrivacyBudget& budget, double total_variation,
                   const RoundShares& shares = {});

/// The same for a table of all accountants: 0 where nothing is left.
double alpha_limit_or_none(Accountant accountant, const PrivacyBudget& budget, double total_variation,
                           const RoundShares& shares = {});

/// The smallest epsilon with delta(eps) + slack(eps) <= delta, from above. The slack grows with epsilon, so there may
/// be none: infinity then.
double epsilon_of(Accountant accountant, const Cost& cost, double delta, const RoundShares& shares = {});

/// delta(eps) + slack(eps) from above, at most 1. Not monotone in epsilon.
double delta_of(Accountant accountant, const Cost& cost, double epsilon, const RoundShares& shares = {});

}  // namespace sotto
