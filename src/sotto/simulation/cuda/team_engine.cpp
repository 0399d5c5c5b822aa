// SPDX-License-Identifier: MIT
#include "sotto/simulation/cuda/team_engine.hpp"

#include <algorithm>
#include <iterator>

namespace sotto {

std::optional<TeamOutput> TeamEngine::output_of(const TeamInput& input) {
  while (failure().empty()) {
    try {
      TeamOutput output = device_.run(input);
      note_that_device_ran();
      return output;
    } catch (const DeviceFailure& failed) {
      has_others_after(failed);
    }
  }
  return std::nullopt;
}

std::vector<TrialOutcome> TeamEngine::run(std::span<const Trial> trials, const std::atomic<bool>& interrupt) {
  std::vector<TrialOutcome> outcomes;
  const auto add = [&](std::vector<TrialOutcome>&& more) {
    std::move(more.begin(), more.end(), std::back_inserter(outcomes));
  };
  while (outcomes.size() < trials.size() && !interrupt) {
    const std::span<const Trial> left = trials.subspan(outcomes.size());
    if (!left[0].every_node && suits_team(left)) {
      const TeamInput input = team_input(left);
      if (const std::optional<TeamOutput> output = output_of(input)) {
        add(outcomes_of(left, input, *output));
        continue;
      }
    }
    const std::size_t before = outcomes.size(), count = left[0].every_node ? 1 : left.size();
    add(otherwise_->run(left.first(count), interrupt));
    if (outcomes.size() < before + count) break;
  }
  return outcomes;
}

}  // namespace sotto
