// SPDX-License-Identifier: MIT
// Ways to calibrate noise that are met in the literature, for comparison: no plan is made with them.
#pragma once

#include <string_view>
#include <vector>

#include "sotto/privacy/budget.hpp"
#include "sotto/privacy/round_shares.hpp"

namespace sotto {

struct ComparisonValue {
  std::string_view name;
  double alpha;           ///< what it would allow the whole run to cost
  double round_epsilon;   ///< the largest epsilon of a round; of the run where rounds do not matter
  bool guarantee;         ///< whether (epsilon, delta) really holds at that alpha
  std::string_view note;  ///< what it is
};

/// Exact tails of the privacy loss, and the classic formula sigma^2 = 2 ln(1.25/delta) Delta^2/eps^2: in one shot, and
/// for each round with basic and with advanced composition.
std::vector<ComparisonValue> for_comparison(const PrivacyBudget& budget, const RoundShares& shares);

}  // namespace sotto
