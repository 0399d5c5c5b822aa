// SPDX-License-Identifier: MIT
// The programs that this one works with: none, or those that mpirun started beside it. sotto and sotto-mpi are the same
// but for this seam (alone.cpp, with_mpi.cpp).
#pragma once

#include <exception>
#include <string>

#include "sotto/workers/ranks.hpp"

namespace sotto::app {

/// At the very beginning. sotto, where mpirun started several programs for a run, becomes sotto-mpi, or ends.
void begin_together(int count, char** words);

Ranks& ranks_of_program();
inline bool is_rank_zero() {
  return ranks_of_program().number() == 0;
}

/// Refuses (InvalidInput) where ranks are different programs.
void check_ranks();

/// What is worth a warning of how ranks divide a large network; empty where nothing is.
std::string how_networks_are_divided();

/// Why this one ends, for the others to hear.
void remember_fault(const std::exception_ptr& fault);

/// At the very end: the exit code that all have in common.
int end_together(int code);

}  // namespace sotto::app
