// SPDX-License-Identifier: MIT
// Kernels that sum up what trials have measured: a chunk's sums by one thread for each column, then chunks in their
// order.
#pragma once

#include "sotto/simulation/cuda/team_statistics.hpp"

namespace sotto {

/// A grid has few places along y: chunks, of which there are fewer than columns of a long run.
static __global__ void sum_chunks(const __grid_constant__ TeamTask task, RunningStatistic::Sums* chunks) {
  const std::uint32_t column = blockIdx.x, chunk = blockIdx.y * blockDim.x + threadIdx.x;
  if (chunk < chunks_of(task))
    chunks[std::size_t{chunk} * task.columns() + column] = sums_of_chunk(task, column, chunk);
}

static __global__ void merge_chunks(const __grid_constant__ TeamTask task, const RunningStatistic::Sums* chunks,
                             RunningStatistic::Sums* sums) {
  const std::uint32_t column = blockIdx.x * blockDim.x + threadIdx.x;
  if (column < task.columns()) sums[column] = merged(task, sums[column], chunks, column);
}

static __global__ void count_buckets(const __grid_constant__ TeamTask task, std::uint32_t* buckets) {
  const std::uint32_t end = blockIdx.y, column = task.columns() - end_values + end;
  const std::uint32_t trial = blockIdx.x * blockDim.x + threadIdx.x;
  if (trial < task.trials && has_value(task, column, trial))
    atomicAdd(
        buckets + std::size_t{end} * bucket_count + bucket_of(task.values[std::size_t{column} * task.trials + trial]),
        1u);
}

}  // namespace sotto
