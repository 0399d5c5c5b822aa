// SPDX-License-Identifier: MIT
#include "sotto/simulation/cuda/team_device.hpp"

namespace sotto {

std::string TeamDevice::failure() const {
  const std::lock_guard lock(failure_mutex_);
  return failure_;
}

void TeamDevice::fail(const DeviceFailure& failed) {
  const std::lock_guard lock(failure_mutex_);
  failure_ = failed.what();
}

}  // namespace sotto
