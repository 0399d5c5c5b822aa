// SPDX-License-Identifier: MIT
// Accountants over arrays of NumPy: the loop is here, and runs on all cores without the interpreter's lock.
#include <algorithm>
#include <atomic>
#include <cmath>
#include <mutex>
#include <span>
#include <thread>
#include <vector>

#include "apart.hpp"
#include "sotto/input/printable.hpp"
#include "sotto/privacy/cost.hpp"
#include "sotto/settings/reader.hpp"

namespace sotto::python {
namespace {

using Numbers = py::array_t<double, py::array::c_style | py::array::forcecast>;

/// What one of the arrays must hold: the rule of the configuration's keys.
struct Argument {
  const char* name;
  std::span<const double> values;
  RealRule rule;

  void check() const {
    for (std::size_t k = 0; k < values.size(); ++k)
      if (!std::isfinite(values[k]) || !rule.holds(values[k]))
        throw InvalidInput({name, show(values[k]), "must be " + rule.text,
                            values.size() > 1 ? "place " + std::to_string(k) + " of the array, counted from 0" : ""});
  }
};

Accountant accountant_of(const std::string& word) {
  std::string words;
  for (const Accountant accountant : all_accountants) {
    if (name_of(accountant) == word) return accountant;
    words.append(words.empty() ? "" : ", ").append(name_of(accountant));
  }
  throw InvalidInput({"accountant", printable(word), "must be one of " + words});
}

std::span<const double> values_of(const Numbers& numbers) {
  return {numbers.data(), static_cast<std::size_t>(numbers.size())};
}

constexpr std::size_t per_turn = 256;  // places that a thread takes at once

/// f(k) for every k, unless it is interrupted: threads take turns, since some places take longer than others.
template <class F>
void for_all(std::size_t count, const std::atomic<bool>& interrupt, const F& f) {
  std::atomic<std::size_t> next{0};
  std::exception_ptr failed;
  std::mutex mutex;
  const auto take_turns = [&] {
    try {
      for (std::size_t from = next.fetch_add(per_turn); from < count && !interrupt; from = next.fetch_add(per_turn))
        for (std::size_t k = from; k < std::min(count, from + per_turn); ++k) f(k);
    } catch (...) {
      next = count;
      const std::lock_guard lock(mutex);
      failed = std::current_exception();
    }
  };
  const std::size_t wanted = std::min<std::size_t>(std::max(1U, std::thread::hardware_concurrency()), count / per_turn);
  {
    std::vector<std::jthread> helpers;
    for (std::size_t k = 1; k < wanted; ++k) helpers.emplace_back(take_turns);
    take_turns();
  }
  if (failed) std::rethrow_exception(failed);
}

/// Both arrays have the same shape, which is the answer's.
template <class F>
Numbers over(const Numbers& first, const Numbers& second, const Argument& one, const Argument& other, const F& f) {
  Numbers out(std::vector<py::ssize_t>(first.shape(), first.shape() + first.ndim()));
  if (first.size() != second.size()) throw InvalidInput({one.name, "", "must have the shape of the other array"});
  double* const into = out.mutable_data();
  work_apart([&](const std::atomic<bool>& interrupt) {
    one.check();
    other.check();
    for_all(one.values.size(), interrupt, [&](std::size_t k) { into[k] = f(one.values[k], other.values[k]); });
  });
  return out;
}

struct Spread {
  std::uint64_t rounds;
  double total_variation;

  void check() const {
    if (rounds == 0 || rounds > 1'000'000'000)
      throw InvalidInput({"rounds", std::to_string(rounds), "must be a whole number between 1 and 1000000000"});
    Argument{"total_variation", {&total_variation, 1}, within({0, 1})}.check();
  }
};

Argument alphas(const Numbers& alpha) {
  return {"alpha", values_of(alpha), within({0, largest_alpha})};
}
Argument deltas(const Numbers& delta) {
  return {"delta", values_of(delta), probability_open()};
}

Numbers epsilons_of(const std::string& word, const Numbers& alpha, const Numbers& delta, const Spread& spread) {
  spread.check();
  const Accountant accountant = accountant_of(word);
  const RoundShares shares(spread.rounds);
  return over(alpha, delta, alphas(alpha), deltas(delta), [&](double at_alpha, double at_delta) {
    return epsilon_of(accountant, Cost{at_alpha, spread.total_variation}, at_delta, shares);
  });
}

Numbers deltas_of(const std::string& word, const Numbers& alpha, const Numbers& epsilon, const Spread& spread) {
  spread.check();
  const Accountant accountant = accountant_of(word);
  const RoundShares shares(spread.rounds);
  return over(alpha, epsilon, alphas(alpha), {"epsilon", values_of(epsilon), non_negative_finite()},
              [&](double at_alpha, double at_epsilon) {
                return delta_of(accountant, Cost{at_alpha, spread.total_variation}, at_epsilon, shares);
              });
}

Numbers alpha_limits(const std::string& word, const Numbers& epsilon, const Numbers& delta, const Spread& spread) {
  spread.check();
  const Accountant accountant = accountant_of(word);
  const RoundShares shares(spread.rounds);
  return over(epsilon, delta, {"epsilon", values_of(epsilon), positive_finite()}, deltas(delta),
              [&](double at_epsilon, double at_delta) {
                return alpha_limit_or_none(accountant, {.epsilon = at_epsilon, .delta = at_delta},
                                           spread.total_variation, shares);
              });
}

}  // namespace

void bind_accountants(py::module_& module) {
  const auto bind = [&](const char* name, auto function) {
    module.def(name, [function](const std::string& accountant, const Numbers& first, const Numbers& second,
                                std::uint64_t rounds, double total_variation) {
      return function(accountant, first, second, Spread{rounds, total_variation});
    });
  };
  bind("epsilon_of", &epsilons_of);
  bind("delta_of", &deltas_of);
  bind("alpha_limit", &alpha_limits);
  py::list names;
  for (const Accountant accountant : all_accountants) names.append(py::str(std::string(name_of(accountant))));
  module.attr("accountants") = py::tuple(names);
}

}  // namespace sotto::python
