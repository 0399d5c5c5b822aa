// SPDX-License-Identifier: MIT
// How many trials fit a memory together: planned from sizes alone, before anything is taken.
#pragma once

#include "sotto/simulation/cuda/device_failure.hpp"
#include "sotto/simulation/cuda/linear_records.hpp"
#include "sotto/simulation/cuda/team_input.hpp"

namespace sotto {

struct BatchBytes {
  std::size_t shared = 0;    ///< whatever the number of trials
  std::size_t of_trial = 0;  ///< at least 1
  std::size_t of_group = 0;  ///< of each group of trials that is under way; 0 where groups lie elsewhere
};

/// Of a batch of trials like these; `parts`: over how many devices it is split. Each holds the arrays of all.
BatchBytes bytes_on_device(const TeamInput& like, std::size_t parts);
/// On the machine that makes the task: trials with their own records and graphs, and the task's arrays, whose copies
/// are there at the same time.
BatchBytes bytes_here(const TeamInput& like, std::size_t parts);
/// Of a block of trials of a linear model, whose records are not there yet.
BatchBytes bytes_on_device(const LinearRecords& records);

struct BatchLimits {
  std::uint32_t least;       ///< trials come in so many
  std::uint32_t most;        ///< trials
  std::uint32_t groups = 0;  ///< that can be under way
};
struct BatchPlan {
  std::uint32_t trials;  ///< a multiple of `least`, and at least that
  std::uint32_t groups;  ///< under way together
};
/// Seven tenths of the free bytes are given out: the rest is for whoever else allocates. Throws TooLittleMemory where
/// not even the least number of trials fit.
BatchPlan plan_batch(const BatchBytes& bytes, std::size_t free, const BatchLimits& limits);

/// Trials that keep a device at work for about a second, so that an interrupt is heard: but as many as it has under way
/// at once, since fewer take as long.
std::uint32_t trials_of_a_second(const TeamTask& task, std::uint32_t at_once);

}  // namespace sotto
