// SPDX-License-Identifier: MIT
// A GPU runs the tasks of teams: a block of threads is a team, its last warp measures.
#include <cuda_runtime.h>

#include <algorithm>

#include "sotto/input/invalid_input.hpp"
#include "sotto/simulation/cuda/team_device.hpp"
#include "sotto/simulation/cuda/team_rounds.hpp"

namespace sotto {
namespace {

[[noreturn]] void refuse(cudaError_t error) {
  throw InvalidInput({"run.engine", "cuda", std::string("the device says: ") + cudaGetErrorString(error)},
                     FaultKind::numerical);
}
void check(cudaError_t error) {
  if (error != cudaSuccess) refuse(error);
}

/// Memory of the device, which grows and is kept from task to task.
template <class T>
class OnDevice {
 public:
  OnDevice() = default;
  OnDevice(const OnDevice&) = delete;
  OnDevice& operator=(const OnDevice&) = delete;
  ~OnDevice() { cudaFree(data_); }

  T* of_size(std::size_t size) {
    if (size > size_) {
      cudaFree(std::exchange(data_, nullptr));
      size_ = 0;
      check(cudaMalloc(&data_, size * sizeof(T)));
      size_ = size;
    }
    return data_;
  }
  T* copy_of(const std::vector<T>& values) {
    T* data = of_size(std::max<std::size_t>(values.size(), 1));
    check(cudaMemcpy(data, values.data(), values.size() * sizeof(T), cudaMemcpyHostToDevice));
    return data;
  }
  std::vector<T> first(std::size_t count) const {
    std::vector<T> values(count);
    check(cudaMemcpy(values.data(), data_, count * sizeof(T), cudaMemcpyDeviceToHost));
    return values;
  }
  T* data() const { return data_; }

 private:
  T* data_ = nullptr;
  std::size_t size_ = 0;
};

/// Where a kernel reads the weights of small networks: as constants.
template <std::uint32_t nodes>
struct DenseWeights {
  double of[nodes == 0 ? 1 : nodes * nodes];
};

constexpr std::uint32_t warp = team_lanes;
constexpr std::uint32_t most_warps = 12, blocks_of_processor = 2;

/// The warps of a team: as many as there are pairs of coordinates, up to the size of a block. A block has several teams
/// where it has room: a processor gives registers to four warps at once.
struct TeamShape {
  std::uint32_t warps, teams;
};
TeamShape team_shape(const TeamTask& task) {
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
template <class Kind, bool in_shared>
__global__ void __launch_bounds__(most_warps* warp, blocks_of_processor)
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

__global__ void sum_chunks(const __grid_constant__ TeamTask task, RunningStatistic::Sums* chunks) {
  const std::uint32_t column = blockIdx.y, chunk = blockIdx.x * blockDim.x + threadIdx.x;
  if (chunk < chunks_of(task))
    chunks[std::size_t{chunk} * task.columns() + column] = sums_of_chunk(task, column, chunk);
}

__global__ void merge_chunks(const __grid_constant__ TeamTask task, const RunningStatistic::Sums* chunks,
                             RunningStatistic::Sums* sums) {
  const std::uint32_t column = blockIdx.x * blockDim.x + threadIdx.x;
  if (column < task.columns()) sums[column] = merged(task, sums[column], chunks, column);
}

__global__ void count_buckets(const __grid_constant__ TeamTask task, std::uint32_t* buckets) {
  const std::uint32_t end = blockIdx.y, column = task.columns() - end_values + end;
  const std::uint32_t trial = blockIdx.x * blockDim.x + threadIdx.x;
  if (trial < task.trials && has_value(task, column, trial))
    atomicAdd(
        buckets + std::size_t{end} * bucket_count + bucket_of(task.values[std::size_t{column} * task.trials + trial]),
        1u);
}

std::uint32_t blocks_for(std::uint32_t count, std::uint32_t threads) {
  return (count + threads - 1) / threads;
}

class CudaDevice final : public TeamDevice {
 public:
  explicit CudaDevice(const cudaDeviceProp& properties) : properties_(properties) {}

  std::string name() const override { return properties_.name; }

  std::uint32_t most_trials(const TeamTask& task) const override {
    std::size_t free = 0, all = 0;
    check(cudaMemGetInfo(&free, &all));
    const std::size_t of_trial = task.columns() * (sizeof(double) + sizeof(RunningStatistic::Sums) / trials_per_chunk) +
                                 sizeof(std::uint32_t) + arrays_of_trial(task) * sizeof(double);
    const std::size_t fit = free / 10 * 7 / of_trial / trials_per_chunk * trials_per_chunk;
    if (fit == 0)
      throw InvalidInput({"run.engine", "cuda",
                          "the device has too little free memory for " + std::to_string(trials_per_chunk) +
                              " trials: " + std::to_string(free >> 20) + " MiB"},
                         FaultKind::numerical);
    return static_cast<std::uint32_t>(std::min<std::size_t>(fit, most_at_once));
  }

  TeamOutput do_run(const TeamInput& input) override {
    const TeamTask task = launch(input);
    TeamOutput output{.values = values_.first(std::size_t{task.columns()} * task.trials),
                      .averaged = averaged_.first(task.trials)};
    return output;
  }

  void do_run_and_sum(const TeamInput& input, TeamSums& sums) override {
    const TeamTask task = launch(input);
    const std::uint32_t columns = task.columns(), chunks = chunks_of(task);
    sums_.copy_of(sums.columns);
    const std::size_t buckets = std::size_t{end_values} * bucket_count;
    check(cudaMemset(buckets_.of_size(buckets), 0, buckets * sizeof(std::uint32_t)));
    sum_chunks<<<dim3(blocks_for(chunks, 128), columns), 128>>>(task, chunks_.of_size(std::size_t{chunks} * columns));
    merge_chunks<<<blocks_for(columns, 32), 32>>>(task, chunks_.data(), sums_.data());
    count_buckets<<<dim3(blocks_for(task.trials, 256), end_values), 256>>>(task, buckets_.data());
    check(cudaGetLastError());
    sums.columns = sums_.first(columns);
    sums.buckets = buckets_.first(buckets);
    sums.averaged = averaged_.first(task.trials);
  }

 private:
  static constexpr std::size_t most_at_once = std::size_t{1} << 17;

  /// Numbers that each trial brings along.
  static std::size_t arrays_of_trial(const TeamTask& task) {
    std::size_t numbers = 0;
    const std::size_t records = std::size_t{2} * task.nodes * task.pairs();
    if (task.minus_records.stride != 1) numbers += records + task.dimension + 1;
    if (!task.row_weights.exists()) numbers += std::size_t{task.nodes} * task.nodes;
    return numbers;
  }

  TeamTask launch(const TeamInput& input) {
    TeamTask task = input.task;
    task.numbers = numbers_.copy_of(input.numbers);
    task.whole = whole_.copy_of(input.whole);
    task.values = values_.of_size(std::size_t{task.columns()} * task.trials);
    task.averaged = averaged_.of_size(task.trials);
    run_as_kind(task, [&]<class Kind>(Kind) { launch_groups<Kind>(input, task); });
    return task;
  }

  template <class Kind>
  void launch_groups(const TeamInput& input, const TeamTask& task) {
    DenseWeights<Kind::nodes> dense{};
    if constexpr (Kind::nodes != 0)
      std::copy_n(input.numbers.begin() + static_cast<std::ptrdiff_t>(task.dense_weights.begin),
                  Kind::nodes * Kind::nodes, dense.of);
    const std::size_t size = task.memory.size, bytes = size * sizeof(double);
    const TeamShape shape = team_shape(task);
    if (bytes * shape.teams <= properties_.sharedMemPerMultiprocessor / blocks_of_processor - 1024)
      launch_groups(run_groups<Kind, true>, task, shape, dense, size, bytes * shape.teams);
    else
      launch_groups(run_groups<Kind, false>, task, shape, dense, size, 0);
  }
  template <class Kernel, class Dense>
  void launch_groups(Kernel kernel, const TeamTask& task, TeamShape shape, const Dense& dense, std::size_t size,
                     std::size_t shared) {
    const std::uint32_t threads = shape.teams * shape.warps * warp;
    check(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(shared)));
    int together = 0;
    check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&together, kernel, static_cast<int>(threads), shared));
    const std::uint32_t blocks = std::min(blocks_for(task.trials, warp * shape.teams),
                                          static_cast<std::uint32_t>(together * properties_.multiProcessorCount));
    double* memory = shared != 0 ? nullptr : memory_.of_size(size * blocks * shape.teams);
    kernel<<<blocks, threads, shared>>>(task, shape, dense, memory, size);
    check(cudaGetLastError());
    check(cudaDeviceSynchronize());
  }

  cudaDeviceProp properties_;
  OnDevice<double> numbers_, values_, memory_;
  OnDevice<std::uint32_t> whole_, averaged_;
  OnDevice<RunningStatistic::Sums> chunks_, sums_;
  OnDevice<std::uint32_t> buckets_;
};

}  // namespace

std::unique_ptr<TeamDevice> cuda_device(std::string& why_not) {
  int count = 0;
  cudaDeviceProp properties{};
  cudaError_t error = cudaGetDeviceCount(&count);
  if (error == cudaSuccess && count == 0) error = cudaErrorNoDevice;
  if (error == cudaSuccess) error = cudaSetDevice(0);
  if (error == cudaSuccess) error = cudaGetDeviceProperties(&properties, 0);
  if (error == cudaSuccess) error = cudaFree(nullptr);  // the driver begins its work
  if (error != cudaSuccess) {
    cudaGetLastError();
    why_not = cudaGetErrorString(error);
    return nullptr;
  }
  return std::make_unique<CudaDevice>(properties);
}

}  // namespace sotto
