// SPDX-License-Identifier: MIT
// A device for tests: this processor plays it, and it fails when it is told to.
#pragma once

#include <atomic>
#include <limits>

#include "sotto/simulation/cuda/team_device.hpp"

namespace sotto::test {

/// Of all fake devices of the program.
struct FakeDevices {
  std::atomic<int> answers = std::numeric_limits<int>::max();  ///< then each fails
  std::atomic<std::uint32_t> most_trials = 1024;
  std::atomic<int> asked = 0;
};
inline FakeDevices fake_devices;

class FakeDevice final : public TeamDevice {
 public:
  std::string name() const override { return "a device of tests"; }
  std::uint32_t most_trials(const TeamTask&) const override { return fitting(fake_devices.most_trials); }
  std::uint32_t most_lanes(const LinearRecords&) const override { return fitting(8); }
  std::unique_ptr<BlockGradients> gradients(const LinearRecords& records) override {
    ask();
    return std::make_unique<Gradients>(processor_->gradients(records));
  }

 private:
  static std::uint32_t fitting(std::uint32_t trials) {
    if (fake_devices.most_trials == 0) throw DeviceFailure("too little free memory");
    return trials;
  }
  static void ask() {
    ++fake_devices.asked;
    if (fake_devices.answers-- <= 0) throw DeviceFailure("fell off the bus");
  }

  class Gradients final : public BlockGradients {
   public:
    explicit Gradients(std::unique_ptr<BlockGradients> by) : by_(std::move(by)) {}
    void find(const TileShape& shape, const double* points, double* out) override {
      ask();
      by_->find(shape, points, out);
    }

   private:
    std::unique_ptr<BlockGradients> by_;
  };

  TeamOutput do_run(const TeamInput& input) override {
    ask();
    return processor_->run(input);
  }
  void do_run_trials(const TeamInput& input) override {
    ask();
    processor_->run_trials(input);
  }
  void do_add_to(TeamSums& sums) override { processor_->add_to(sums); }

  std::unique_ptr<TeamDevice> processor_ = processor_as_device();
};

}  // namespace sotto::test
