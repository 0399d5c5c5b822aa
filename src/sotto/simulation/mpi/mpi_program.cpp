// SPDX-License-Identifier: MIT
#include "sotto/simulation/mpi/mpi_program.hpp"

#include <cstdlib>

#include "sotto/simulation/mpi/mpi_ranks.hpp"

namespace sotto {

MpiProgram::MpiProgram(Placement placement) {
  // A thread may speak for a large network while another one deals out tasks.
  int given = 0;
  MPI_Init_thread(nullptr, nullptr, MPI_THREAD_MULTIPLE, &given);
  if (given < MPI_THREAD_SERIALIZED) MPI_Abort(MPI_COMM_WORLD, EXIT_FAILURE);
  ranks_ = std::make_unique<MpiRanks>(placement);
}

MpiProgram::~MpiProgram() {
  ranks_.reset();
  MPI_Finalize();
}

Ranks& MpiProgram::ranks() {
  return *ranks_;
}

unsigned MpiProgram::ranks_here() const {
  MPI_Comm here = MPI_COMM_NULL;
  MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &here);
  int size = 1;
  MPI_Comm_size(here, &size);
  MPI_Comm_free(&here);
  return static_cast<unsigned>(size);
}

void MpiProgram::abort(int code) {
  MPI_Abort(MPI_COMM_WORLD, code);
  std::abort();
}

}  // namespace sotto
