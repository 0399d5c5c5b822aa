// SPDX-License-Identifier: MIT
// A GPU runs the tasks of teams.
#include <algorithm>

#include "sotto/simulation/cuda/cuda_gradients.hpp"
#include "sotto/simulation/cuda/device_memory.cuh"
#include "sotto/simulation/cuda/run_groups.cuh"
#include "sotto/simulation/cuda/sum_chunks.cuh"

namespace sotto {
namespace {

class CudaDevice final : public TeamDevice {
 public:
  CudaDevice(int number, const cudaDeviceProp& properties) : number_(number), properties_(properties) {}

  std::string name() const override { return properties_.name; }

  std::uint32_t most_trials(const TeamTask& task) const override {
    const std::size_t of_trial = task.columns() * (sizeof(double) + sizeof(RunningStatistic::Sums) / trials_per_chunk) +
                                 sizeof(std::uint32_t) + arrays_of_trial(task) * sizeof(double);
    return static_cast<std::uint32_t>(
        std::min(most_at_once, fitting(of_trial, trials_per_chunk, "trials") / trials_per_chunk * trials_per_chunk));
  }

  std::uint32_t most_lanes(const LinearRecords& records) const override {
    const LinearShape& shape = records.shape;
    const std::size_t of_lane =
        (std::size_t{shape.records} + 2 * std::size_t{shape.nodes} * (shape.features + 1)) * shape.margins;
    return static_cast<std::uint32_t>(
        std::min<std::size_t>(most_at_once, fitting(of_lane * sizeof(double), 8, "trials") / 8 * 8));
  }
  std::unique_ptr<BlockGradients> gradients(const LinearRecords& records) override {
    return cuda_gradients(records, number_);
  }

 private:
  static constexpr std::size_t most_at_once = std::size_t{1} << 17, reserved_for_block = 1024;

  TeamOutput do_run(const TeamInput& input) override {
    do_run_trials(input);
    return {.values = values_.first(std::size_t{task_.columns()} * task_.trials),
            .averaged = averaged_.first(task_.trials)};
  }

  void do_run_trials(const TeamInput& input) override {
    check(cudaSetDevice(number_));
    task_ = launch(input);
    const std::uint32_t columns = task_.columns(), chunks = chunks_of(task_);
    sum_chunks<<<dim3(blocks_for(chunks, 128), columns), 128>>>(task_, chunks_.of_size(std::size_t{chunks} * columns));
    check(cudaGetLastError());
    check(cudaDeviceSynchronize());
  }

  void do_add_to(TeamSums& sums) override {
    check(cudaSetDevice(number_));
    const std::uint32_t columns = task_.columns();
    sums_.copy_of(sums.columns);
    const std::size_t buckets = std::size_t{end_values} * bucket_count;
    check(cudaMemset(buckets_.of_size(buckets), 0, buckets * sizeof(std::uint32_t)));
    merge_chunks<<<blocks_for(columns, 32), 32>>>(task_, chunks_.data(), sums_.data());
    count_buckets<<<dim3(blocks_for(task_.trials, 256), end_values), 256>>>(task_, buckets_.data());
    check(cudaGetLastError());
    sums.columns = sums_.first(columns);
    sums.buckets = buckets_.first(buckets);
    sums.averaged = averaged_.first(task_.trials);
  }

  /// How many things of a size fit the free memory; some of it is left for what tasks share.
  std::size_t fitting(std::size_t size, std::size_t least, const char* of) const {
    check(cudaSetDevice(number_));
    std::size_t free = 0, all = 0;
    check(cudaMemGetInfo(&free, &all));
    const std::size_t fit = free / 10 * 7 / size;
    if (fit < least)
      throw DeviceFailure("too little free memory for " + std::to_string(least) + " " + of + ": " +
                          std::to_string(free >> 20) + " MiB, and each takes " + std::to_string((size >> 20) + 1));
    return fit;
  }

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
    const bool fits =
        bytes * shape.teams <= properties_.sharedMemPerMultiprocessor / blocks_of_processor - reserved_for_block;
    constexpr std::uint32_t few = Kind::nodes != 0 ? few_warps : most_warps;
    if (fits && shape.warps * shape.teams <= few)
      launch_groups(run_groups<Kind, true, few>, task, shape, dense, size, bytes * shape.teams);
    else if (fits)
      launch_groups(run_groups<Kind, true, most_warps>, task, shape, dense, size, bytes * shape.teams);
    else
      launch_groups(run_groups<Kind, false, most_warps>, task, shape, dense, size, 0);
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
  }

  int number_;
  cudaDeviceProp properties_;
  TeamTask task_{};  ///< the last one, as it lies on the device
  OnDevice<double> numbers_, values_, memory_;
  OnDevice<std::uint32_t> whole_, averaged_;
  OnDevice<RunningStatistic::Sums> chunks_, sums_;
  OnDevice<std::uint32_t> buckets_;
};

}  // namespace

std::unique_ptr<TeamDevice> cuda_device(std::string& why_not) {
  int count = 0;
  cudaError_t error = cudaGetDeviceCount(&count);
  if (error == cudaSuccess && count == 0) error = cudaErrorNoDevice;
  std::vector<std::unique_ptr<TeamDevice>> devices;
  for (int number = 0; error == cudaSuccess && number < count; ++number) {
    cudaDeviceProp properties{};
    error = cudaSetDevice(number);
    if (error == cudaSuccess) error = cudaGetDeviceProperties(&properties, number);
    if (error == cudaSuccess) error = cudaFree(nullptr);  // the driver begins its work
    if (error == cudaSuccess) devices.push_back(std::make_unique<CudaDevice>(number, properties));
  }
  if (devices.empty()) {
    cudaGetLastError();
    why_not = cudaGetErrorString(error);
    return nullptr;
  }
  return devices.size() == 1 ? std::move(devices[0]) : together(std::move(devices));
}

}  // namespace sotto
