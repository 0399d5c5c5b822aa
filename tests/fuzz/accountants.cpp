// SPDX-License-Identifier: MIT
// Any doubles to every accountant.
#include <cmath>
#include <optional>

#include "fuzz/input.hpp"
#include "fuzz/targets.hpp"
#include "sotto/input/invalid_input.hpp"
#include "sotto/privacy/accountant.hpp"

namespace sotto::fuzz {
namespace {

/// The orders of THEORY hold up to rounding, and up to what a double can tell from 0.
bool at_most(const std::pair<double, double>& smaller_and_larger) {
  const auto [smaller, larger] = smaller_and_larger;
  return smaller <= larger * (1 + 1e-9) + 1e-300;
}

struct Answers {
  std::string given;
  void hold(bool claim, Accountant accountant, const char* words) const {
    if (!claim) throw BrokenClaim(std::string(name_of(accountant)) + " for " + given + ": " + words);
  }
};

/// The answer, or nothing when the input was refused. What is no budget must be.
template <class Answer>
std::optional<double> ask(bool sound, const Answers& claims, Accountant accountant, Answer answer) {
  try {
    const double value = answer();
    claims.hold(sound, accountant, "was not refused");
    claims.hold(value >= 0, accountant, "is negative or not a number");
    return value;
  } catch (const InvalidInput&) {
    return std::nullopt;
  }
}

void ask_for_alpha(const PrivacyBudget& budget) {
  const Answers claims{"alpha_limit(" + show(budget.epsilon) + ", " + show(budget.delta) + ")"};
  const bool sound = std::isfinite(budget.epsilon) && budget.epsilon > 0 && budget.delta > 0 && budget.delta < 1;
  const auto alpha = [&](Accountant accountant) {
    return ask(sound, claims, accountant, [&] { return alpha_limit(accountant, budget); });
  };
  const auto exact = alpha(Accountant::exact), paper = alpha(Accountant::paper);
  for (const Accountant accountant : all_accountants) {
    const auto value = alpha(accountant);
    if (!value) continue;
    claims.hold(std::isfinite(*value), accountant, "is infinite");
    if (exact) claims.hold(at_most({*value, *exact}), accountant, "allows more than the exact curve");
    // What it allows keeps its own promise, asked the other way round; beyond that epsilon rounding hides delta.
    if (*value > 0 && budget.epsilon < 1e6) {
      const double delta = delta_of(accountant, {.alpha = *value, .epsilon = budget.epsilon});
      claims.hold(delta <= budget.delta * (1 + 1e-6) + 1e-300, accountant, "breaks its own promise");
    }
  }
  const auto root = alpha(Accountant::root);
  if (paper && root) claims.hold(at_most({*paper, *root}), Accountant::root, "allows less than Theorem 1");
}

void ask_for_epsilon(const AlphaAtDelta& at) {
  const Answers claims{"epsilon_of(" + show(at.alpha) + ", " + show(at.delta) + ")"};
  const bool sound = std::isfinite(at.alpha) && at.alpha >= 0 && at.delta > 0 && at.delta < 1;
  const auto epsilon = [&](Accountant accountant, double times) {
    return ask(sound, claims, accountant,
               [&] { return epsilon_of(accountant, {.alpha = at.alpha * times, .delta = at.delta}); });
  };
  const auto exact = epsilon(Accountant::exact, 1);
  for (const Accountant accountant : all_accountants) {
    const auto value = epsilon(accountant, 1), doubled = epsilon(accountant, 2);
    if (value && exact) claims.hold(at_most({*exact, *value}), accountant, "promises more than the exact curve");
    if (value && doubled) claims.hold(at_most({*value, *doubled}), accountant, "falls when the cost doubles");
  }
}

void ask_for_delta(const AlphaAtEpsilon& at) {
  const Answers claims{"delta_of(" + show(at.alpha) + ", " + show(at.epsilon) + ")"};
  const bool sound = std::isfinite(at.alpha) && at.alpha >= 0 && std::isfinite(at.epsilon) && at.epsilon >= 0;
  const auto delta = [&](Accountant accountant, double times) {
    return ask(sound, claims, accountant,
               [&] { return delta_of(accountant, {.alpha = at.alpha * times, .epsilon = at.epsilon}); });
  };
  const auto exact = delta(Accountant::exact, 1);
  for (const Accountant accountant : all_accountants) {
    const auto value = delta(accountant, 1), doubled = delta(accountant, 2);
    if (value) claims.hold(*value <= 1, accountant, "is above 1");
    if (value && exact) claims.hold(at_most({*exact, *value}), accountant, "promises more than the exact curve");
    if (value && doubled) claims.hold(at_most({*value, *doubled}), accountant, "falls when the cost doubles");
  }
}

}  // namespace

void accountants(Bytes bytes) {
  Input input(bytes);
  const double first = input.number(), second = input.number();
  ask_for_alpha({.epsilon = first, .delta = second});
  ask_for_epsilon({.alpha = first, .delta = second});
  ask_for_delta({.alpha = first, .epsilon = second});
}

}  // namespace sotto::fuzz
