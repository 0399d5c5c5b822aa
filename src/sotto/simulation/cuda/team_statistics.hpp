// SPDX-License-Identifier: MIT
// What is kept of the trials of a task: sums over them, grouped as a comparison groups trials, and how often an end
// value lies in each bucket. Every step is a function of one column, which devices call too.
#pragma once

#include <span>
#include <vector>

#include "sotto/simulation/cuda/team_task.hpp"
#include "sotto/simulation/observation/buckets.hpp"
#include "sotto/simulation/observation/running_statistic.hpp"

namespace sotto {

struct TeamSums {
  std::vector<RunningStatistic::Sums> columns;  ///< over all trials so far, as TeamTask::values has them
  std::vector<std::uint32_t> buckets;           ///< of the last task, [end value][bucket]: how many values lie there
  std::vector<std::uint32_t> averaged;          ///< of the last task, [trial]

  explicit TeamSums(const TeamTask& task) : columns(task.columns()) {}
  std::span<const std::uint32_t> buckets_of(EndValue end) const {
    return std::span(buckets).subspan(static_cast<std::size_t>(end) * bucket_count, bucket_count);
  }
};

SOTTO_ANYWHERE std::uint32_t column_of(const TeamTask& task, EndValue end) {
  return values_of_round * task.measured() + static_cast<std::uint32_t>(end);
}

/// Whether a trial has a value in a column.
SOTTO_ANYWHERE bool has_value(const TeamTask& task, std::uint32_t column, std::uint32_t trial) {
  if (column >= values_of_round * task.measured())
    return !task.masked || column != column_of(task, EndValue::first_node_error);
  return !task.every_round || column / values_of_round < task.hand_over() - 1 + (task.averaged[trial] & ~agreed);
}

SOTTO_ANYWHERE std::uint32_t chunks_of(const TeamTask& task) {
  return (task.trials + trials_per_chunk - 1) / trials_per_chunk;
}

/// Of the trials of one chunk, in their order.
SOTTO_ANYWHERE RunningStatistic::Sums sums_of_chunk(const TeamTask& task, std::uint32_t column, std::uint32_t chunk) {
  RunningStatistic sums;
  const std::uint32_t first = chunk * trials_per_chunk;
  for (std::uint32_t k = first; k < first + trials_per_chunk && k < task.trials; ++k)
    if (has_value(task, column, k)) sums.add(task.values[std::size_t{column} * task.trials + k]);
  return sums.sums();
}

/// Chunks of a column after all that came before, in their order. Those of all columns lie [chunk][column].
SOTTO_ANYWHERE RunningStatistic::Sums merged(const TeamTask& task, RunningStatistic::Sums before,
                                             const RunningStatistic::Sums* chunks, std::uint32_t column) {
  RunningStatistic all(before);
  const std::uint32_t count = chunks_of(task), columns = task.columns();
  RunningStatistic::Sums next = chunks[column];
  for (std::uint32_t chunk = 0; chunk < count; ++chunk) {
    const RunningStatistic of_chunk(next);
    if (chunk + 1 < count) next = chunks[std::size_t{chunk + 1} * columns + column];  // asked for before it is needed
    all.merge(of_chunk);
  }
  return all.sums();
}

}  // namespace sotto
