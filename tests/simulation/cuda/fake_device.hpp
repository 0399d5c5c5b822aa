// SPDX-License-Identifier: MIT
// A device for tests: this processor plays it, and it fails when it is told to.
#pragma once

#include <atomic>
#include <limits>
#include <map>

#include "sotto/simulation/cuda/team_device.hpp"

namespace sotto::test {

/// Of all fake devices of the program.
struct FakeDevices {
  std::atomic<int> answers = std::numeric_limits<int>::max();  ///< then each fails
  std::atomic<int> broken = -1;                                ///< the number of one that always fails
  std::atomic<std::uint32_t> most_trials = 1024;
  std::atomic<int> asked = 0;

  void mend() {
    answers = std::numeric_limits<int>::max();
    broken = -1;
    most_trials = 1024;
    asked = 0;
    const std::lock_guard lock(mutex);
    failures.clear();
  }
  std::mutex mutex;  ///< of what follows
  std::map<int, std::string> failures = {};
};
inline FakeDevices fake_devices;

class FakeDevice final : public TeamDevice {
 public:
  explicit FakeDevice(int number) : number_(number) {}

  std::string name() const override { return "a device of tests"; }
  std::string failure() const override {
    const std::lock_guard lock(fake_devices.mutex);
    const auto said = fake_devices.failures.find(number_);
    return said == fake_devices.failures.end() ? "" : said->second;
  }
  void fail(const DeviceFailure& failed) override {
    const std::lock_guard lock(fake_devices.mutex);
    fake_devices.failures[number_] = failed.what();
  }

 private:
  static std::uint32_t fitting(std::uint32_t trials) {
    if (fake_devices.most_trials == 0) throw TooLittleMemory("too little free memory");
    return trials;
  }
  void ask() const {
    ++fake_devices.asked;
    if (number_ == fake_devices.broken || fake_devices.answers-- <= 0) throw DeviceFailure("fell off the bus");
  }

  class Gradients final : public BlockGradients {
   public:
    Gradients(const FakeDevice& device, std::unique_ptr<BlockGradients> by) : device_(device), by_(std::move(by)) {}
    void find(const TileShape& shape, const double* points, double* out) override {
      device_.ask();
      by_->find(shape, points, out);
    }

   private:
    const FakeDevice& device_;
    std::unique_ptr<BlockGradients> by_;
  };

  std::uint32_t do_most_trials(const TeamInput&, std::size_t) override { return fitting(fake_devices.most_trials); }
  std::uint32_t do_most_lanes(const LinearRecords&) override { return fitting(8); }
  std::unique_ptr<BlockGradients> do_gradients(const LinearRecords& records) override {
    ask();
    return std::make_unique<Gradients>(*this, processor_->gradients(records));
  }
  TeamOutput do_run(const TeamInput& input) override {
    ask();
    return processor_->run(input);
  }
  void do_run_trials(const TeamInput& input) override {
    ask();
    processor_->run_trials(input);
  }
  void do_add_to(TeamSums& sums) override { processor_->add_to(sums); }

  int number_;
  std::unique_ptr<TeamDevice> processor_ = processor_as_device();
};

}  // namespace sotto::test
