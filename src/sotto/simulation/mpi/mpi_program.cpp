// SPDX-License-Identifier: MIT
#include "sotto/simulation/mpi/mpi_program.hpp"

#include <cstdlib>

#include "sotto/simulation/mpi/mpi_ranks.hpp"

namespace sotto {

MpiProgram::MpiProgram(Placement placement) {
  // A thread may speak for a large network while another one deals out tasks.
  int given = 0;
  MPI_Init_thread(nullptr, nullptr, MPI_THREAD_MULTIPLE, &given);
  takes_threads_ = given >= MPI_THREAD_SERIALIZED;
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

std::string MpiProgram::libraries() {
  char text[MPI_MAX_LIBRARY_VERSION_STRING] = {};
  int length = 0;
  MPI_Get_library_version(text, &length);
  const std::string version(text);
  const std::string name = version.substr(0, version.find_first_of(",\n"));  // what follows is of the build
  return name + (usual_placement() == Placement::small_cut ? ", PT-Scotch" : ", no PT-Scotch");
}

void MpiProgram::abort(int code) {
  MPI_Abort(MPI_COMM_WORLD, code);
  std::abort();
}

}  // namespace sotto
