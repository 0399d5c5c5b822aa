// SPDX-License-Identifier: MIT
#include "sotto/simulation/cuda/team_engine.hpp"

#include <algorithm>
#include <iterator>

namespace sotto {

std::vector<TrialOutcome> TeamEngine::run(std::span<const Trial> trials, const std::atomic<bool>& interrupt) {
  std::vector<TrialOutcome> outcomes;
  const auto add = [&](std::vector<TrialOutcome>&& more) {
    std::move(more.begin(), more.end(), std::back_inserter(outcomes));
  };
  while (outcomes.size() < trials.size() && !interrupt) {
    const std::span<const Trial> left = trials.subspan(outcomes.size());
    if (left[0].every_node || !suits_team(left)) {
      const std::size_t before = outcomes.size(), count = left[0].every_node ? 1 : left.size();
      add(otherwise_->run(left.first(count), interrupt));
      if (outcomes.size() < before + count) break;
      continue;
    }
    const TeamInput input = team_input(left);
    add(outcomes_of(left, input, device_.run(input)));
  }
  return outcomes;
}

}  // namespace sotto
