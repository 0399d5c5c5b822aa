// SPDX-License-Identifier: MIT
// What sotto-mpi tells other ranks that it is, and how it divides networks. Its tests have a program with other answers
// (tests/system/mpi/under_test).
#pragma once

#include <string>

#include "sotto/simulation/mpi/mpi_program.hpp"

namespace sotto::app {

std::string program_of_rank();
Placement placement_of_program();

}  // namespace sotto::app
