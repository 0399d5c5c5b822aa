// SPDX-License-Identifier: MIT
// In place of GPUs: this processor plays the teams of two devices.
#include "simulation/cuda/fake_device.hpp"

namespace sotto {

std::unique_ptr<TeamDevice> cuda_device(std::string&) {
  std::vector<std::unique_ptr<TeamDevice>> two;
  for (int k = 0; k < 2; ++k) two.push_back(std::make_unique<test::FakeDevice>(k));
  return together(std::move(two));
}

}  // namespace sotto
