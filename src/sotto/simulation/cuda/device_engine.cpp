// SPDX-License-Identifier: MIT
#include "sotto/simulation/cuda/device_engine.hpp"

namespace sotto {

bool DeviceEngine::has_others_after(const DeviceFailure& failed) {
  const std::size_t left = device_.parts().size();
  const std::lock_guard lock(mutex_);
  const bool some = device_.failure().empty() && left < parts_;
  parts_ = left;
  (some ? lost_ : failure_) = failed.what();
  return some;
}

std::string DeviceEngine::failure() const {
  const std::lock_guard lock(mutex_);
  return failure_.empty() ? device_.failure() : failure_;
}

std::string DeviceEngine::remark() const {
  if (const std::string said = failure(); !said.empty())
    return "the GPU was given up: \"" + said + "\": this processor ran what was left, with the same bits";
  const std::lock_guard lock(mutex_);
  return lost_.empty() ? "" : "one of several GPUs said \"" + lost_ + "\": the others ran what was left";
}

}  // namespace sotto
