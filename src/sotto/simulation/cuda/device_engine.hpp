// SPDX-License-Identifier: MIT
// An engine that asks a device, and another engine where no device answers.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "sotto/simulation/cuda/team_device.hpp"
#include "sotto/simulation/engine/engine.hpp"

namespace sotto {

class DeviceEngine : public Engine {
 public:
  DeviceEngine(TeamDevice& device, std::unique_ptr<Engine> otherwise)
      : device_(device), otherwise_(std::move(otherwise)), parts_(device.parts().size()) {}

  /// Who has run trials: the device, if it has run any.
  std::string_view name() const override { return device_has_run_ ? "cuda" : otherwise_->name(); }
  bool can_leave_noise_out() const override { return otherwise_->can_leave_noise_out(); }

  TeamDevice& device() const { return device_; }
  void note_that_device_ran() { device_has_run_ = true; }
  /// After a failure: whether some of several devices are left for what was not done.
  bool has_others_after(const DeviceFailure& failed);
  /// What it said when it could not go on; empty: it can. It is not asked again.
  std::string failure() const;
  /// What a reader should know of failures; empty: there were none.
  std::string remark() const;

 protected:
  TeamDevice& device_;
  std::unique_ptr<Engine> otherwise_;

 private:
  std::atomic<bool> device_has_run_ = false;
  mutable std::mutex mutex_;  ///< of what follows
  std::size_t parts_;         ///< that answered when one failed
  std::string failure_, lost_;
};

}  // namespace sotto
