// SPDX-License-Identifier: MIT
// What is said of a driver that this program cannot use.
#pragma once

#include <string>

namespace sotto {

/// As CUDA numbers its versions: 13020 is 13.2, and 0 is no driver.
struct CudaVersions {
  int of_driver, of_program;
};
/// Empty: the driver will do. Within one major version an older driver does.
inline std::string fault_of(CudaVersions versions) {
  const auto text = [](int version) {
    return std::to_string(version / 1000) + "." + std::to_string(version % 1000 / 10);
  };
  if (versions.of_driver == 0) return "there is no NVIDIA driver";
  if (versions.of_driver / 1000 >= versions.of_program / 1000) return "";
  return "the NVIDIA driver is too old: it knows CUDA " + text(versions.of_driver) + ", and this program needs " +
         text(versions.of_program / 1000 * 1000);
}

}  // namespace sotto
