// SPDX-License-Identifier: MIT
// Where the programs lie that tests start: in this build's folder, or in the one that TEST_PROGRAMS names.
#pragma once

#include <string>

namespace sotto::test {

/// The program that ships.
std::string shipped_program();

/// The same with other seams: it can be killed at named places, and repeat its noise.
std::string program_under_test();

/// Programs for mpirun, where there is MPI: sotto-mpi with other seams, and what ranks do for each other.
std::string ranks_under_test();
std::string tests_on_ranks();

}  // namespace sotto::test
