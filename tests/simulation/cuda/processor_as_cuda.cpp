// SPDX-License-Identifier: MIT
// In place of a GPU: this processor plays its teams.
#include "sotto/simulation/cuda/team_device.hpp"

namespace sotto {

std::unique_ptr<TeamDevice> cuda_device(std::string&) {
  return processor_as_device();
}

}  // namespace sotto
