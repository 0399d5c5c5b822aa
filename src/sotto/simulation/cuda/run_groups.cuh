// SPDX-License-Identifier: MIT
// A kernel in which teams of warps run groups of trials through all their rounds.
#pragma once

#include <algorithm>

#include "sotto/simulation/cuda/team_rounds.hpp"

namespace sotto {

/// Where a kernel reads the weights of small networks: as constants.
template <std::uint32_t nodes>
struct DenseWeights {
  double of[nodes == 0 ? 1 : nodes * nodes];
};

constexpr std::uint32_t warp = team_lanes;
constexpr std::uint32_t most_warps = 12, blocks_of_processor = 2;
/// Ten warps, two teams of the paper's five pairs, leave each thread registers for all that it holds.
constexpr std::uint32_t few_warps = 10;

/// The warps of a team: as many as there are pairs of coordinates, up to the size of a block. A block has several teams
/// where it has room: a processor gives registers to four warps at once.
struct TeamShape {
  std::uint32_t warps, teams;
};
inline TeamShape team_shape(const TeamTask& task) {
  const std::uint32_t warps = std::min(task.pairs(), most_warps);
  return {.warps = warps, .teams = most_warps / warps};
}

template <class Kind>
class TeamOfWarps {
 public:
  __device__ TeamOfWarps(const TeamTask& task, TeamShape shape, const DenseWeights<Kind::nodes>& dense, double* memory,
                         std::uint32_t first)
      : dense_(dense),
        memory_(memory),
        first_(first),
        pairs_(task.pairs()),
        warps_(shape.warps),
        barrier_(threadIdx.x / warp / shape.warps),
        mine_(threadIdx.x / warp % shape.warps) {}

  __device__ __forceinline__ std::uint32_t first() const { return first_; }
  __device__ __forceinline__ double* memory() const { return memory_; }
  __device__ __forceinline__ double weight(std::uint32_t entry) const { return dense_.of[entry]; }
  __device__ __forceinline__ void wait() const {
    asm volatile("barrier.sync.aligned %0, %1;" ::"r"(barrier_), "r"(warps_ * warp) : "memory");
  }
  template <class F>
  __device__ __forceinline__ void each_pair(const F& f) const {
    each_point(pairs_, f);
  }
  template <class F>
  __device__ __forceinline__ void each_point(std::uint32_t points, const F& f) const {
    for (std::uint32_t point = mine_; point < points; point += warps_) f(point, threadIdx.x % warp);
  }
  template <class F>
  __device__ __forceinline__ void each_trial(const F& f) const {
    if (mine_ == 0) f(threadIdx.x % warp);
  }

 private:
  const DenseWeights<Kind::nodes>& dense_;
  double* memory_;
  std::uint32_t first_, pairs_, warps_, barrier_, mine_;
};

/// Each team takes groups of trials until there are no more. Its memory is shared memory, or lies in `memory`.
template <class Kind, bool in_shared, std::uint32_t warps>
__global__ void __launch_bounds__(warps* warp, blocks_of_processor)
    run_groups(const __grid_constant__ TeamTask task, const __grid_constant__ TeamShape shape,
               const __grid_constant__ DenseWeights<Kind::nodes> dense, double* memory, std::size_t memory_size) {
  extern __shared__ double shared[];
  const std::uint32_t team_of_block = threadIdx.x / warp / shape.warps;
  const std::uint32_t number = blockIdx.x * shape.teams + team_of_block;
  double* its = in_shared ? shared + team_of_block * memory_size : memory + number * memory_size;
  for (std::uint32_t group = number; group * warp < task.trials; group += gridDim.x * shape.teams) {
    TeamOfWarps<Kind> team(task, shape, dense, its, group * warp);
    TeamRounds<TeamOfWarps<Kind>, Kind>(team, task).run();
    team.wait();
  }
}

}  // namespace sotto
