// SPDX-License-Identifier: MIT
// The seams of sotto-mpi as it ships.
#include "rank_seams.hpp"

#include "output.hpp"

namespace sotto::app {

std::string program_of_rank() {
  const RunIdentity own = identity();
  return "sotto " + own.version + " (" + own.commit + ", " + MpiProgram::libraries() + ")";
}

Placement placement_of_program() {
  return usual_placement();
}

}  // namespace sotto::app
