// SPDX-License-Identifier: MIT
// Accountants by name. Two neighbours may differ by less than an ulp; the order must not depend on rounding, so where
// one bound implies another the better one is given.
#include "sotto/privacy/accountant.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "sotto/privacy/composition.hpp"
#include "sotto/privacy/renyi_conversion.hpp"
#include "sotto/privacy/tail_bound.hpp"

namespace sotto {
namespace {

constexpr TailRoot both_tails{TailRoot::Sides::two};
constexpr TailRoot one_tail{TailRoot::Sides::one};

ComposedRounds composed(Composition composition, const RoundShares& shares) {
  return {{.composition = composition, .calibration = Calibration::exact}, shares};
}

void check_alpha(double alpha, Faults& faults) {
  if (!(alpha >= 0) || alpha > largest_alpha) faults.add({"alpha", show(alpha), "must lie between 0 and 1e300"});
}
void check(const AlphaAtDelta& at) {
  Faults faults;
  check_alpha(at.alpha, faults);
  if (!(at.delta > 0) || !(at.delta < 1)) faults.add({"delta", show(at.delta), "must lie strictly between 0 and 1"});
  faults.throw_if_any();
}
void check(const AlphaAtEpsilon& at) {
  Faults faults;
  check_alpha(at.alpha, faults);
  if (!std::isfinite(at.epsilon) || at.epsilon < 0)
    faults.add({"epsilon", show(at.epsilon), "must be finite and >= 0"});
  faults.throw_if_any();
}

}  // namespace

std::string_view name_of(Accountant accountant) {
  switch (accountant) {
    case Accountant::basic:
      return "basic";
    case Accountant::advanced:
      return "advanced";
    case Accountant::paper:
      return "paper";
    case Accountant::root:
      return "root";
    case Accountant::zcdp_bs:
      return "zcdp-bs";
    case Accountant::zcdp_cks:
      return "zcdp-cks";
    case Accountant::exact:
      return "exact";
  }
  return "";
}

double alpha_limit(Accountant accountant, const PrivacyBudget& budget, const RoundShares& shares) {
  check(budget);
  switch (accountant) {
    case Accountant::basic:
      return composed(Composition::basic, shares).alpha(budget);
    case Accountant::advanced:
      return composed(Composition::advanced, shares).alpha(budget);
    case Accountant::paper:
      return std::min(largest_alpha, Theorem1::alpha(budget));
    case Accountant::root:
      return std::min(largest_alpha, std::max(both_tails.alpha(budget), Theorem1::alpha(budget)));
    case Accountant::zcdp_bs:
      return std::min(largest_alpha, std::max(one_tail.alpha(budget), alpha_limit(Accountant::root, budget)));
    case Accountant::zcdp_cks:
      return std::min(largest_alpha, std::max(alpha_by_renyi(budget), alpha_limit(Accountant::zcdp_bs, budget)));
    case Accountant::exact:
      return alpha_on_curve(budget);
  }
  return 0;
}

double epsilon_of(Accountant accountant, const AlphaAtDelta& at, const RoundShares& shares) {
  check(at);
  if (at.alpha == 0) return 0;
  switch (accountant) {
    case Accountant::basic:
      return composed(Composition::basic, shares).epsilon(at);
    case Accountant::advanced:
      return composed(Composition::advanced, shares).epsilon(at);
    case Accountant::paper:
      return Theorem1::epsilon(at);
    case Accountant::root:
      return std::min(both_tails.epsilon(at), Theorem1::epsilon(at));
    case Accountant::zcdp_bs:
      return std::min(one_tail.epsilon(at), epsilon_of(Accountant::root, at));
    case Accountant::zcdp_cks:
      return std::min(epsilon_by_renyi(at), epsilon_of(Accountant::zcdp_bs, at));
    case Accountant::exact:
      return epsilon_on_curve(at);
  }
  return std::numeric_limits<double>::infinity();
}

double delta_of(Accountant accountant, const AlphaAtEpsilon& at, const RoundShares& shares) {
  check(at);
  if (at.alpha == 0) return 0;
  switch (accountant) {
    case Accountant::basic:
      return composed(Composition::basic, shares).delta(at);
    case Accountant::advanced:
      return composed(Composition::advanced, shares).delta(at);
    case Accountant::paper:
      return Theorem1::delta(at);
    case Accountant::root:
      return std::min(both_tails.delta(at), Theorem1::delta(at));
    case Accountant::zcdp_bs:
      return std::min(one_tail.delta(at), delta_of(Accountant::root, at));
    case Accountant::zcdp_cks:
      return std::min(delta_by_renyi(at), delta_of(Accountant::zcdp_bs, at));
    case Accountant::exact:
      return delta_on_curve(at);
  }
  return 1;
}

}  // namespace sotto
