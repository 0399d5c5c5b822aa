// SPDX-License-Identifier: MIT
#include "sotto/simulation/large_network/trial_plans.hpp"

#include <map>
#include <string>

#include "sotto/input/invalid_input.hpp"

namespace sotto {
namespace {

void check(const Plan& plan, Round rounds, const PublicConstants& constants) {
  if (plan.gradient_rounds() != rounds)
    throw InvalidInput({"algorithm.rounds", std::to_string(plan.gradient_rounds()), "must be the same at every node"});
  check_covers(plan, constants);
  if (plan.on_lattice())
    throw InvalidInput({"privacy.mechanism", "lattice", "the engine for large networks runs in doubles"});
}

}  // namespace

TrialPlans::TrialPlans(const Plan& plan, std::span<const Plan> own, const PublicConstants& constants,
                       std::span<const NodeId> numbers) {
  if (!own.empty() && own.size() != numbers.size())
    throw InvalidInput({"privacy.node", std::to_string(own.size()), "every node needs a plan of its own"});
  if (own.empty()) plans_.push_back(plan);
  std::map<const PlanRequest*, std::uint32_t> known;  // copies of a plan share what they were made from
  for (std::size_t place = 0; place < own.size(); ++place) {
    const Plan& its = own[numbers[place]];
    const auto found = known.emplace(&its.request(), static_cast<std::uint32_t>(plans_.size()));
    if (found.second) plans_.push_back(its);
    by_place_.push_back(found.first->second);
  }
  for (const Plan& its : plans_) check(its, plan.gradient_rounds(), constants);
}

std::vector<PlannedStep> TrialPlans::steps(Round t) const {
  std::vector<PlannedStep> steps;
  for (const Plan& plan : plans_)
    steps.push_back({.step = plan.step(t), .noise_scale = plan.noise_scale(t).standard_deviation()});
  return steps;
}

}  // namespace sotto
