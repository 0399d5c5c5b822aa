// SPDX-License-Identifier: MIT
// Trials as a task for a team, and what a team has measured as their outcomes.
#pragma once

#include <vector>

#include "sotto/simulation/cuda/team_task.hpp"
#include "sotto/simulation/engine/trial.hpp"

namespace sotto {

/// A task whose arrays lie here; where they are to be read from is told when it is run.
struct TeamInput {
  TeamTask task{};
  std::vector<double> numbers;
  std::vector<std::uint32_t> whole;
  std::size_t own_numbers = 0, own_whole = 0;  ///< those that each trial brings along
};

/// Where a group of trials keeps what it holds between rounds.
TeamMemory memory_of(const TeamTask& task);

/// What a team writes.
struct TeamOutput {
  std::vector<double> values;           ///< [column][trial]
  std::vector<std::uint32_t> averaged;  ///< [trial]
};

/// Whether a team can run trials of these plans: mean estimation in doubles with noise from a seed, on a box or a ball.
bool suits_team(std::span<const Trial> trials);

/// Trials that follow each other by number, of one plan, with the same rounds.
TeamInput team_input(std::span<const Trial> trials);

std::vector<TrialOutcome> outcomes_of(std::span<const Trial> trials, const TeamInput& input, const TeamOutput& output);

}  // namespace sotto
