// SPDX-License-Identifier: MIT
// What is promised.
#include "sotto/privacy/budget.hpp"

#include <cmath>

namespace sotto {

std::string_view name_of(Adjacency adjacency) {
  switch (adjacency) {
    case Adjacency::replace_one:
      return "replace-one";
    case Adjacency::add_remove:
      return "add-remove";
  }
  return "";
}

std::string_view add_remove_condition() {
  return "holds if D0 bounds the gradient of any one record, and if no constant depends on the number of records";
}

void check(const PrivacyBudget& budget, Faults& faults) {
  if (!std::isfinite(budget.epsilon) || !(budget.epsilon > 0))
    faults.add({"privacy.epsilon", show(budget.epsilon), "must be finite and > 0"});
  if (!(budget.delta > 0) || !(budget.delta < 1))
    faults.add({"privacy.delta", show(budget.delta), "must lie strictly between 0 and 1"});
}

void check(const PrivacyBudget& budget) {
  Faults faults;
  check(budget, faults);
  faults.throw_if_any();
}

std::string weak_delta_warning(const PrivacyBudget& budget, std::size_t records_in_all) {
  const double one_record = 1.0 / static_cast<double>(records_in_all);
  if (!(budget.delta >= one_record)) return {};
  return "delta = " + show(budget.delta) + " is not below 1/records = " + show(one_record) +
         ": publishing one record picked at random would keep that promise. Choose a delta far below it, such as " +
         show(std::pow(10.0, std::floor(std::log10(one_record)) - 3)) + ".";
}

}  // namespace sotto
