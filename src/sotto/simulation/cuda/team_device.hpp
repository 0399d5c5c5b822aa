// SPDX-License-Identifier: MIT
// Who runs the tasks of teams and finds gradients of blocks: a GPU, several, or this processor, which plays every
// member itself.
#pragma once

#include <memory>
#include <mutex>
#include <string>

#include "sotto/simulation/blocks/block_gradients.hpp"
#include "sotto/simulation/cuda/device_failure.hpp"
#include "sotto/simulation/cuda/linear_records.hpp"
#include "sotto/simulation/cuda/team_input.hpp"
#include "sotto/simulation/cuda/team_statistics.hpp"

namespace sotto {

/// Any thread may ask; one at a time is served. Every question may be answered by DeviceFailure: then the device is not
/// asked again by anybody, unless its memory was too small for this question.
class TeamDevice {
 public:
  virtual ~TeamDevice() = default;

  virtual std::string name() const = 0;
  /// What it said when it failed; empty: it answers.
  virtual std::string failure() const;
  virtual void fail(const DeviceFailure& failed);

  /// How many trials like these it should run together, where it is one of so many devices that share them.
  std::uint32_t most_trials(const TeamInput& like, std::size_t parts = 1) {
    return asked([&] { return do_most_trials(like, parts); });
  }
  TeamOutput run(const TeamInput& input) {
    return asked([&] { return do_run(input); });
  }
  /// Adds chunks of trials to what was summed up, in their order.
  void run_and_sum(const TeamInput& input, TeamSums& sums) {
    asked([&] {
      do_run_trials(input);
      do_add_to(sums);
    });
  }
  /// The two halves of it: the first ones of several devices may go on at the same time.
  void run_trials(const TeamInput& input) {
    asked([&] { do_run_trials(input); });
  }
  void add_to(TeamSums& sums) {
    asked([&] { do_add_to(sums); });
  }

  /// Of linear models with these records, how many trials fit the memory together: a multiple of 8.
  std::uint32_t most_lanes(const LinearRecords& records) {
    return asked([&] { return do_most_lanes(records); });
  }
  /// Copies the records. The device must outlive what it gives; who is told of a failure by that, tells fail().
  std::unique_ptr<BlockGradients> gradients(const LinearRecords& records) {
    return asked([&] { return do_gradients(records); });
  }
  /// Devices that can each be asked at the same time, of those that answer.
  virtual std::vector<TeamDevice*> parts() { return {this}; }

 private:
  virtual std::uint32_t do_most_trials(const TeamInput& like, std::size_t parts) = 0;
  virtual TeamOutput do_run(const TeamInput& input) = 0;
  virtual void do_run_trials(const TeamInput& input) = 0;
  virtual void do_add_to(TeamSums& sums) = 0;
  virtual std::uint32_t do_most_lanes(const LinearRecords& records) = 0;
  virtual std::unique_ptr<BlockGradients> do_gradients(const LinearRecords& records) = 0;

  template <class Question>
  auto asked(const Question& question) -> decltype(question()) {
    const std::lock_guard lock(mutex_);
    if (const std::string said = failure(); !said.empty()) throw DeviceFailure(said);
    try {
      return question();
    } catch (const TooLittleMemory&) {
      throw;
    } catch (const DeviceFailure& failed) {
      fail(failed);
      throw;
    }
  }

  std::mutex mutex_;
  mutable std::mutex failure_mutex_;  ///< of what follows
  std::string failure_;
};

/// This processor: for tests, and slow.
std::unique_ptr<TeamDevice> processor_as_device();

/// All of them as one: each runs a part of a task, parts are whole chunks and are added in their order. Where one
/// fails, the task has failed; the next one is for those that answer.
std::unique_ptr<TeamDevice> together(std::vector<std::unique_ptr<TeamDevice>> devices);

/// All GPUs that answer; null where there is none, and then `why_not` says why.
std::unique_ptr<TeamDevice> cuda_device(std::string& why_not);

}  // namespace sotto
