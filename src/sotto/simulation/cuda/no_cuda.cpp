// SPDX-License-Identifier: MIT
// What a program has that was built without CUDA.
#include "sotto/simulation/cuda/team_device.hpp"

namespace sotto {

std::unique_ptr<TeamDevice> cuda_device(std::string& why_not) {
  why_not = "this program was built without CUDA";
  return nullptr;
}

}  // namespace sotto
