// SPDX-License-Identifier: MIT
// The seams of sotto-mpi as its tests have them. TEST_RANK_VERSION="0.0.1 (abc)" is what it says that it is, and with
// TEST_PLACEMENT=blocks it divides networks as if there were no PT-Scotch.
#include "rank_seams.hpp"

#include <cstdlib>

namespace sotto::app {
namespace {

std::string variable(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

}  // namespace

std::string program_of_rank() {
  return "sotto " + variable("TEST_RANK_VERSION");
}

Placement placement_of_program() {
  return variable("TEST_PLACEMENT") == "blocks" ? Placement::blocks : usual_placement();
}

}  // namespace sotto::app
