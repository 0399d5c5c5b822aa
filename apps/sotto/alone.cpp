// SPDX-License-Identifier: MIT
// The seam of together.hpp in a program that links no MPI.
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <string>
#include <string_view>

#include "command.hpp"
#include "sotto/input/number_text.hpp"
#include "terminal.hpp"
#include "together.hpp"

namespace sotto::app {
namespace {

/// What Open MPI and MPICH tell the programs that they start.
constexpr std::array<const char*, 2> counts{"OMPI_COMM_WORLD_SIZE", "PMI_SIZE"};
/// Their work can be shared; all others are as they are anywhere.
constexpr std::array<std::string_view, 3> shared_work{"run", "demo", "reproduce"};

bool is_one_of_several() {
  return std::any_of(counts.begin(), counts.end(), [](const char* name) {
    const char* said = std::getenv(name);
    return said != nullptr && number_of_text<unsigned>(said).value_or(1) > 1;
  });
}

bool shares_work(int count, char** words) {
  return count > 1 && std::find(shared_work.begin(), shared_work.end(), words[1]) != shared_work.end();
}

}  // namespace

void begin_together(int count, char** words) {
  if (!shares_work(count, words) || !is_one_of_several()) return;
  std::error_code error;
  const std::filesystem::path beside =
      std::filesystem::read_symlink("/proc/self/exe", error).parent_path() / "sotto-mpi";
  ::execv(beside.c_str(), words);
  remark("error", "mpirun started several programs, and " + beside.string() +
                      ", which can work with others, cannot be started: " + std::strerror(errno));
  std::_Exit(usage);
}

Ranks& ranks_of_program() {
  return alone();
}

void check_ranks() {}

std::string how_networks_are_divided() {
  return "";
}

void remember_fault(const std::exception_ptr&) {}

int end_together(int code) {
  return code;
}

}  // namespace sotto::app
