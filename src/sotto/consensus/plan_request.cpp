// SPDX-License-Identifier: MIT
// What no plan can be made from.
#include <cmath>

#include "sotto/consensus/plan.hpp"

namespace sotto {
namespace {

constexpr Round most_rounds = 10'000'000;

/// A total variation is a proof for sums of discrete noise; the proof of zCDP is one for a single discrete Gaussian.
void check_sums(const PlanRequest& request, Faults& faults) {
  check(request.mechanism, faults);
  const MaskedSums* sums = masked_sums(request.mechanism);
  if (sums == nullptr) {
    if (request.epsilon_all)
      faults.add({"privacy.epsilon_all", show(*request.epsilon_all),
                  "is for masked sums: independent noise holds off all others with privacy.epsilon itself"});
    return;
  }
  if (request.epsilon_all && !(*request.epsilon_all >= request.budget.epsilon && std::isfinite(*request.epsilon_all)))
    faults.add({"privacy.epsilon_all", show(*request.epsilon_all),
                "must be finite and at least privacy.epsilon = " + show(request.budget.epsilon)});
  if (sums->spare_rounds > most_rounds)
    faults.add(
        {"privacy.spare_rounds", std::to_string(sums->spare_rounds), "must be at most " + std::to_string(most_rounds)});
  if (request.mixing_rounds != 1)
    faults.add({"algorithm.mixing_rounds", std::to_string(request.mixing_rounds),
                "must be 1 with masked sums: every node has the exact mean of all in every round"});
  if (request.lattice && !pays_total_variation(request.accountant))
    faults.add({"privacy.accountant", std::string(name_of(request.accountant)),
                "must be exact, advanced or basic for masked sums on the lattice: the others are proved for the noise "
                "of one node"});
}

}  // namespace

void check(const PlanRequest& request) {
  Faults faults;
  check(request.budget, faults);
  if (request.lattice) check(*request.lattice);
  if (request.gradient_rounds < 1 || request.gradient_rounds > most_rounds)
    faults.add({"algorithm.rounds", std::to_string(request.gradient_rounds),
                "must be between 1 and " + std::to_string(most_rounds)});
  const auto must_be_positive = [&](const char* field, double value) {
    if (!std::isfinite(value) || !(value > 0)) faults.add({field, show(value), "must be finite and > 0"});
  };
  const Curvature& curvature = request.constants.curvature;
  if (request.mixing_rounds < 1 || request.mixing_rounds > most_rounds)
    faults.add({"algorithm.mixing_rounds", std::to_string(request.mixing_rounds),
                "must be between 1 and " + std::to_string(most_rounds)});
  else if (std::uint64_t{request.gradient_rounds} * request.mixing_rounds > std::uint64_t{100} * most_rounds)
    faults.add({"algorithm.mixing_rounds", std::to_string(request.mixing_rounds),
                "times algorithm.rounds must be at most " + std::to_string(std::uint64_t{100} * most_rounds)});
  check_sums(request, faults);
  must_be_positive("sensitivity", request.constants.record_sensitivity);
  must_be_positive("strong_convexity", curvature.strong_convexity);
  must_be_positive("smoothness", curvature.smoothness);
  if (curvature.smoothness < curvature.strong_convexity)
    faults.add({"smoothness", show(curvature.smoothness),
                "must not be below strong_convexity = " + show(curvature.strong_convexity)});
  if (request.budget.adjacency == Adjacency::add_remove && request.constants.uses_record_count)
    faults.add({"privacy.adjacency", std::string(name_of(request.budget.adjacency)),
                "must be replace-one here: the steps use the number of records, which add-remove keeps private"});
  faults.throw_if_any();
}

}  // namespace sotto
