// SPDX-License-Identifier: MIT
// Several devices as one.
#include <algorithm>
#include <future>

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
  std::uint32_t most_trials(const TeamTask& task) const override {
    std::uint32_t least = devices_[0]->most_trials(task);
    for (const auto& device : devices_) least = std::min(least, device->most_trials(task));
    return least * static_cast<std::uint32_t>(devices_.size());
  }
  std::uint32_t most_lanes(const LinearRecords& records) const override { return devices_[0]->most_lanes(records); }
  std::unique_ptr<BlockGradients> gradients(const LinearRecords& records) override {
    return devices_[0]->gradients(records);
  }
  std::vector<TeamDevice*> parts() override {
    std::vector<TeamDevice*> parts;
    for (const auto& device : devices_) parts.push_back(device.get());
    return parts;
  }

 private:
  TeamOutput do_run(const TeamInput& input) override { return devices_[0]->run(input); }

  void do_run_trials(const TeamInput& input) override {
    const std::uint32_t trials = input.task.trials, count = static_cast<std::uint32_t>(devices_.size());
    const std::uint32_t chunks = (trials + trials_per_chunk - 1) / trials_per_chunk;
    const std::uint32_t of_device = (chunks + count - 1) / count * trials_per_chunk;
    std::vector<std::future<void>> running;
    working_ = 0;
    for (std::uint32_t first = 0; first < trials; first += of_device, ++working_)
      running.push_back(std::async(std::launch::async, [&input, device = devices_[working_].get(), first,
                                                        of = std::min(of_device, trials - first)] {
        device->run_trials(part_of(input, first, of));
      }));
    for (std::future<void>& one : running) one.wait();
    for (std::future<void>& one : running) one.get();
  }
  void do_add_to(TeamSums& sums) override {
    TeamSums all = sums;
    all.buckets.clear();
    all.averaged.clear();
    for (std::size_t k = 0; k < working_; ++k) {
      sums.columns = all.columns;
      devices_[k]->add_to(sums);
      all.columns = sums.columns;
      all.buckets.resize(sums.buckets.size());
      for (std::size_t b = 0; b < sums.buckets.size(); ++b) all.buckets[b] += sums.buckets[b];
      all.averaged.insert(all.averaged.end(), sums.averaged.begin(), sums.averaged.end());
    }
    sums = std::move(all);
  }

  std::vector<std::unique_ptr<TeamDevice>> devices_;
  std::size_t working_ = 0;  ///< how many have a part of the last task
};

}  // namespace

std::unique_ptr<TeamDevice> together(std::vector<std::unique_ptr<TeamDevice>> devices) {
  return std::make_unique<SeveralDevices>(std::move(devices));
}

}  // namespace sotto
