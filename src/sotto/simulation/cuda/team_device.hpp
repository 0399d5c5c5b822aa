// SPDX-License-Identifier: MIT
// Who runs the tasks of teams and finds gradients of blocks: a GPU, several, or this processor, which plays every
// member itself.
#pragma once

#include <memory>
#include <mutex>
#include <stdexcept>
#include <string>

#include "sotto/simulation/blocks/block_gradients.hpp"
#include "sotto/simulation/cuda/linear_records.hpp"
#include "sotto/simulation/cuda/team_input.hpp"
#include "sotto/simulation/cuda/team_statistics.hpp"

namespace sotto {

/// A device does not do what it was asked: in the driver's words, or because its memory is too small. What it was asked
/// for is not done; nothing else is lost.
struct DeviceFailure : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Any thread may ask; one at a time is served. Every function may throw DeviceFailure.
class TeamDevice {
 public:
  virtual ~TeamDevice() = default;

  virtual std::string name() const = 0;
  /// Of a task like this one, whatever its number of trials, how many fit the memory together.
  virtual std::uint32_t most_trials(const TeamTask& task) const = 0;

  TeamOutput run(const TeamInput& input) {
    const std::lock_guard lock(mutex_);
    return do_run(input);
  }
  /// Adds chunks of trials to what was summed up, in their order.
  void run_and_sum(const TeamInput& input, TeamSums& sums) {
    const std::lock_guard lock(mutex_);
    do_run_trials(input);
    do_add_to(sums);
  }
  /// The two halves of it: the first ones of several devices may go on at the same time.
  void run_trials(const TeamInput& input) {
    const std::lock_guard lock(mutex_);
    do_run_trials(input);
  }
  void add_to(TeamSums& sums) {
    const std::lock_guard lock(mutex_);
    do_add_to(sums);
  }

  /// Of linear models with these records, how many trials fit the memory together: a multiple of 8.
  virtual std::uint32_t most_lanes(const LinearRecords& records) const = 0;
  /// Copies the records. The device must outlive what it gives.
  virtual std::unique_ptr<BlockGradients> gradients(const LinearRecords& records) = 0;
  /// Devices that can each be asked at the same time.
  virtual std::vector<TeamDevice*> parts() { return {this}; }

 private:
  virtual TeamOutput do_run(const TeamInput& input) = 0;
  virtual void do_run_trials(const TeamInput& input) = 0;
  virtual void do_add_to(TeamSums& sums) = 0;

  std::mutex mutex_;
};

/// This processor: for tests, and slow.
std::unique_ptr<TeamDevice> processor_as_device();

/// All of them as one: each runs a part of a task, parts are whole chunks and are added in their order.
std::unique_ptr<TeamDevice> together(std::vector<std::unique_ptr<TeamDevice>> devices);

/// All GPUs that answer; null where there is none, and then `why_not` says why.
std::unique_ptr<TeamDevice> cuda_device(std::string& why_not);

}  // namespace sotto
