// SPDX-License-Identifier: MIT
// Who runs the tasks of teams: a GPU, or this processor, which plays every member itself.
#pragma once

#include <memory>
#include <mutex>
#include <string>

#include "sotto/simulation/cuda/team_input.hpp"
#include "sotto/simulation/cuda/team_statistics.hpp"

namespace sotto {

/// Any thread may ask; one at a time is served. What a driver refuses is InvalidInput (run.engine), with its words.
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
    do_run_and_sum(input, sums);
  }

 private:
  virtual TeamOutput do_run(const TeamInput& input) = 0;
  virtual void do_run_and_sum(const TeamInput& input, TeamSums& sums) = 0;

  std::mutex mutex_;
};

/// This processor: for tests, and slow.
std::unique_ptr<TeamDevice> processor_as_device();

/// The first GPU that answers; null where there is none, and then `why_not` says why.
std::unique_ptr<TeamDevice> cuda_device(std::string& why_not);

}  // namespace sotto
