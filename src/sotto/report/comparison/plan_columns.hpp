// SPDX-License-Identifier: MIT
// Columns of a table of plans that only some comparisons need. Sources alone include this.
#pragma once

#include <string>
#include <vector>

#include "sotto/simulation/comparison/comparison.hpp"

namespace sotto {

/// Which plans of a comparison have something that the usual ones do not.
class PlanColumns {
 public:
  explicit PlanColumns(const std::vector<PlanResult>& plans);

  /// "K", "acceleration", "output": where one of the plans does not have the default.
  std::vector<std::string> names_of_choices() const;
  std::vector<std::string> choices_of(const Plan& plan) const;

  /// Epsilon against all others together: where one of the plans has masked sums.
  bool any_masked() const { return masked_; }

 private:
  bool masked_ = false, mixing_ = false, acceleration_ = false, output_ = false;
};

}  // namespace sotto
