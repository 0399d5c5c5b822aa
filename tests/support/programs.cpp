// SPDX-License-Identifier: MIT
// A variable of the environment wins over the folder of this build.
#include "support/programs.hpp"

#include <cstdlib>

namespace sotto::test {
namespace {

std::string in_folder(const std::string& name) {
  const char* folder = std::getenv("TEST_PROGRAMS");
  return std::string(folder == nullptr ? SOTTO_PROGRAMS_FOLDER : folder) + "/" + name;
}

}  // namespace

std::string shipped_program() {
  return in_folder("sotto");
}

std::string program_under_test() {
  return in_folder("sotto_under_test");
}

std::string ranks_under_test() {
  return in_folder("sotto_mpi_under_test");
}

std::string tests_on_ranks() {
  return in_folder("sotto_tests_on_ranks");
}

}  // namespace sotto::test
