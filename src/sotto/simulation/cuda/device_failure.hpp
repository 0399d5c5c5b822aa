// SPDX-License-Identifier: MIT
// What a device says that does not do what it was asked. That is not done; nothing else is lost.
#pragma once

#include <stdexcept>

namespace sotto {

/// In the driver's words.
struct DeviceFailure : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// A memory is too small for this task; the device may do others.
struct TooLittleMemory : DeviceFailure {
  using DeviceFailure::DeviceFailure;
};

}  // namespace sotto
