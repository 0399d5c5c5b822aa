// SPDX-License-Identifier: MIT
// A GPU runs the tasks of teams.
#include <algorithm>

#include "sotto/simulation/cuda/batch_memory.hpp"
#include "sotto/simulation/cuda/cuda_gradients.hpp"
#include "sotto/simulation/cuda/device_memory.cuh"
#include "sotto/simulation/cuda/driver_version.hpp"
#include "sotto/simulation/cuda/run_groups.cuh"
#include "sotto/simulation/cuda/sum_chunks.cuh"

namespace sotto {
namespace {

class CudaDevice final : public TeamDevice {
 public:
  CudaDevice(int number, const cudaDeviceProp& properties) : number_(number), properties_(properties) {}

  std::string name() const override { return properties_.name; }

 private:
  static constexpr std::uint32_t most_at_once = 1 << 17;
  static constexpr std::size_t reserved_for_block = 1024;

  std::uint32_t do_most_trials(const TeamInput& like, std::size_t parts) override {
    const std::uint32_t groups = most_groups(like.task);
    return plan_batch(bytes_of(like, parts), free_memory(),
                      {.least = trials_per_chunk,
                       .most = std::min(most_at_once, trials_of_a_second(like.task, groups * warp)),
                       .groups = groups})
        .trials;
  }
  std::uint32_t do_most_lanes(const LinearRecords& records) override {
    return plan_batch(bytes_on_device(records), free_memory(), {.least = 8, .most = most_at_once}).trials;
  }
  std::unique_ptr<BlockGradients> do_gradients(const LinearRecords& records) override {
    return cuda_gradients(records, number_);
  }

  /// Whether what groups hold lies in shared memory.
  bool fits_shared(const TeamTask& task) const {
    return task.memory.size * sizeof(double) * team_shape(task).teams <=
           properties_.sharedMemPerMultiprocessor / blocks_of_processor - reserved_for_block;
  }
  BatchBytes bytes_of(const TeamInput& like, std::size_t parts) const {
    BatchBytes bytes = bytes_on_device(like, parts);
    if (fits_shared(like.task)) bytes.of_group = 0;
    return bytes;
  }
  /// Groups that all processors have under way, at most.
  std::uint32_t most_groups(const TeamTask& task) const {
    const TeamShape shape = team_shape(task);
    const int blocks = properties_.maxThreadsPerMultiProcessor / static_cast<int>(shape.teams * shape.warps * warp);
    return static_cast<std::uint32_t>(blocks * properties_.multiProcessorCount) * shape.teams;
  }
  /// What tasks before have left here is taken for the next one.
  std::size_t free_memory() const {
    check(cudaSetDevice(number_));
    std::size_t free = 0, all = 0;
    check(cudaMemGetInfo(&free, &all));
    return free + numbers_.bytes() + values_.bytes() + memory_.bytes() + whole_.bytes() + averaged_.bytes() +
           chunks_.bytes() + sums_.bytes() + buckets_.bytes();
  }
  void give_back() {
    for (OnDevice<double>* array : {&numbers_, &values_, &memory_}) array->give_back();
    for (OnDevice<std::uint32_t>* array : {&whole_, &averaged_, &buckets_}) array->give_back();
    for (OnDevice<RunningStatistic::Sums>* array : {&chunks_, &sums_}) array->give_back();
  }

  TeamOutput do_run(const TeamInput& input) override {
    do_run_trials(input);
    return {.values = values_.first(std::size_t{task_.columns()} * task_.trials),
            .averaged = averaged_.first(task_.trials)};
  }

  void do_run_trials(const TeamInput& input) override {
    check(cudaSetDevice(number_));
    try {
      launch_and_sum(input);
    } catch (const TooLittleMemory&) {  // what lies here has other sizes
      give_back();
      launch_and_sum(input);
    }
    check(cudaDeviceSynchronize());
  }
  void launch_and_sum(const TeamInput& input) {
    task_ = launch(input);
    const std::uint32_t columns = task_.columns(), chunks = chunks_of(task_);
    sum_chunks<<<dim3(columns, blocks_for(chunks, 128)), 128>>>(task_, chunks_.of_size(std::size_t{chunks} * columns));
    check(cudaGetLastError());
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
    const std::size_t bytes = task.memory.size * sizeof(double);
    const TeamShape shape = team_shape(task);
    const bool fits = fits_shared(task);
    constexpr std::uint32_t few = Kind::nodes != 0 ? few_warps : most_warps;
    if (fits && shape.warps * shape.teams <= few)
      launch_groups(run_groups<Kind, true, few>, input, task, dense, bytes * shape.teams);
    else if (fits)
      launch_groups(run_groups<Kind, true, most_warps>, input, task, dense, bytes * shape.teams);
    else
      launch_groups(run_groups<Kind, false, most_warps>, input, task, dense, 0);
  }
  template <class Kernel, class Dense>
  void launch_groups(Kernel kernel, const TeamInput& input, const TeamTask& task, const Dense& dense,
                     std::size_t shared) {
    const TeamShape shape = team_shape(task);
    const std::uint32_t threads = shape.teams * shape.warps * warp;
    check(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(shared)));
    int of_processor = 0;
    check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&of_processor, kernel, static_cast<int>(threads), shared));
    if (of_processor == 0) throw TooLittleMemory("a processor of this GPU has no room for a group of trials");
    std::uint32_t blocks = std::min(blocks_for(task.trials, warp * shape.teams),
                                    static_cast<std::uint32_t>(of_processor * properties_.multiProcessorCount));
    double* memory = nullptr;
    if (shared == 0) {
      const BatchPlan plan = plan_batch(bytes_of(input, 1), free_memory(),
                                        {.least = task.trials, .most = task.trials, .groups = blocks * shape.teams});
      blocks = std::max(1U, std::min(blocks, plan.groups / shape.teams));
      memory = memory_.of_size(task.memory.size * blocks * shape.teams);
    }
    kernel<<<blocks, threads, shared>>>(task, shape, dense, memory, task.memory.size);
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

namespace {

/// Whether it answers, and has code in this program.
cudaError_t try_device(int number, cudaDeviceProp& properties) {
  cudaError_t error = cudaSetDevice(number);
  if (error == cudaSuccess) error = cudaGetDeviceProperties(&properties, number);
  if (error == cudaSuccess) error = cudaFree(nullptr);  // the driver begins its work
  cudaFuncAttributes attributes{};
  if (error == cudaSuccess) error = cudaFuncGetAttributes(&attributes, merge_chunks);
  return error;
}

}  // namespace

std::unique_ptr<TeamDevice> cuda_device(std::string& why_not) {
  CudaVersions versions{};
  cudaError_t error = cudaDriverGetVersion(&versions.of_driver);
  if (error == cudaSuccess) error = cudaRuntimeGetVersion(&versions.of_program);
  if (error == cudaSuccess)
    if (why_not = fault_of(versions); !why_not.empty()) return nullptr;
  int count = 0;
  if (error == cudaSuccess) error = cudaGetDeviceCount(&count);
  std::vector<std::unique_ptr<TeamDevice>> devices;
  for (int number = 0; number < count; ++number) {
    cudaDeviceProp properties{};
    const cudaError_t its = try_device(number, properties);
    if (its == cudaSuccess)
      devices.push_back(std::make_unique<CudaDevice>(number, properties));
    else
      error = its;
  }
  if (devices.empty()) {
    cudaGetLastError();
    why_not = cudaGetErrorString(error == cudaSuccess ? cudaErrorNoDevice : error);
    return nullptr;
  }
  return devices.size() == 1 ? std::move(devices[0]) : together(std::move(devices));
}

}  // namespace sotto
