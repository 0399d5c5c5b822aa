// SPDX-License-Identifier: MIT
// Several devices as one.
#include <algorithm>
#include <future>
#include <limits>

#include "sotto/simulation/cuda/team_device.hpp"

namespace sotto {
namespace {

/// Trials [first, first + count) of a task. What all share stays where it is.
TeamInput part_of(const TeamInput& all, std::uint32_t first, std::uint32_t count) {
  TeamInput part = all;
  TeamTask& task = part.task;
  for (TeamArray* array :
       {&task.minus_records, &task.minimiser, &task.squared_norm, &task.dense_weights, &task.factors, &task.averaging})
    if (array->stride > 1) array->begin += first;
  task.first_trial += first;
  task.trials = count;
  return part;
}

class SeveralDevices final : public TeamDevice {
 public:
  explicit SeveralDevices(std::vector<std::unique_ptr<TeamDevice>> devices) : devices_(std::move(devices)) {}

  std::string name() const override {
    return std::to_string(devices_.size()) + " devices, the first is " + devices_[0]->name();
  }
  std::string failure() const override {
    for (const auto& device : devices_)
      if (device->failure().empty()) return "";
    return devices_[0]->failure();
  }
  /// Each knows its own.
  void fail(const DeviceFailure&) override {}
  std::vector<TeamDevice*> parts() override {
    std::vector<TeamDevice*> parts;
    for (const auto& device : devices_)
      if (device->failure().empty()) parts.push_back(device.get());
    return parts;
  }

 private:
  std::uint32_t do_most_trials(const TeamInput& like, std::size_t) override {
    const std::size_t count = answering().size();
    return fewest([&](TeamDevice& device) { return device.most_trials(like, count); }) *
           static_cast<std::uint32_t>(count);
  }
  std::uint32_t do_most_lanes(const LinearRecords& records) override {
    return fewest([&](TeamDevice& device) { return device.most_lanes(records); });
  }
  std::unique_ptr<BlockGradients> do_gradients(const LinearRecords& records) override {
    return answering().front()->gradients(records);
  }
  /// At least one: a device can fail at any time.
  std::vector<TeamDevice*> answering() {
    std::vector<TeamDevice*> some = parts();
    if (some.empty()) throw DeviceFailure(failure());
    return some;
  }
  template <class Question>
  std::uint32_t fewest(const Question& question) {
    std::uint32_t least = std::numeric_limits<std::uint32_t>::max();
    for (TeamDevice* device : answering()) least = std::min(least, question(*device));
    return least;
  }

  TeamOutput do_run(const TeamInput& input) override { return answering().front()->run(input); }

  void do_run_trials(const TeamInput& input) override {
    const std::vector<TeamDevice*> all = answering();
    const std::uint32_t trials = input.task.trials, count = static_cast<std::uint32_t>(all.size());
    const std::uint32_t chunks = (trials + trials_per_chunk - 1) / trials_per_chunk;
    const std::uint32_t of_device = (chunks + count - 1) / count * trials_per_chunk;
    std::vector<std::future<void>> running;
    working_.clear();
    for (std::uint32_t first = 0; first < trials; first += of_device) {
      working_.push_back(all[working_.size()]);
      running.push_back(std::async(std::launch::async,
                                   [&input, device = working_.back(), first, of = std::min(of_device, trials - first)] {
                                     device->run_trials(part_of(input, first, of));
                                   }));
    }
    for (std::future<void>& one : running) one.wait();
    for (std::future<void>& one : running) one.get();
  }
  void do_add_to(TeamSums& sums) override {
    TeamSums all = sums;
    all.buckets.clear();
    all.averaged.clear();
    for (TeamDevice* device : working_) {
      sums.columns = all.columns;
      device->add_to(sums);
      all.columns = sums.columns;
      all.buckets.resize(sums.buckets.size());
      for (std::size_t b = 0; b < sums.buckets.size(); ++b) all.buckets[b] += sums.buckets[b];
      all.averaged.insert(all.averaged.end(), sums.averaged.begin(), sums.averaged.end());
    }
    sums = std::move(all);
  }

  std::vector<std::unique_ptr<TeamDevice>> devices_;
  std::vector<TeamDevice*> working_;  ///< those that have a part of the last task, in the order of parts
};

}  // namespace

std::unique_ptr<TeamDevice> together(std::vector<std::unique_ptr<TeamDevice>> devices) {
  return std::make_unique<SeveralDevices>(std::move(devices));
}

}  // namespace sotto
