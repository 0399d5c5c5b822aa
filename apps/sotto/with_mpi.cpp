// SPDX-License-Identifier: MIT
// The seam of together.hpp in the program that works with others through MPI.
#include <memory>
#include <new>

#include "command.hpp"
#include "rank_seams.hpp"
#include "sotto/input/invalid_input.hpp"
#include "sotto/workers/rank_words.hpp"
#include "sotto/workers/worker_pool.hpp"
#include "terminal.hpp"
#include "together.hpp"

namespace sotto::app {
namespace {

/// How long a rank that met a fault waits for rank 0 to say it, and rank 0 at its end for the others.
constexpr auto patience = std::chrono::seconds(15);

std::unique_ptr<MpiProgram> program;
std::exception_ptr known_fault;

/// What rank 0 had no time to hear; its own fault it has said itself.
void say_known_fault() {
  speak_again();
  const std::string who = "rank " + std::to_string(program->ranks().number());
  if (is_rank_zero()) known_fault = nullptr;
  try {
    if (known_fault) std::rethrow_exception(known_fault);
    remark("error", who + ": other ranks did not end in time, and are ended by force");
  } catch (const InvalidInput& refused) {
    for (const Fault& fault : refused.faults()) remark("error", to_text(fault) + " (" + who + ")");
  } catch (const std::bad_alloc&) {
    remark("error", who + " has too little memory");
  } catch (...) {
    remark("error", who + " has met a fault of its own and ended");
  }
}

}  // namespace

void begin_together(int, char**) {
  program = std::make_unique<MpiProgram>(placement_of_program());
  if (!program->takes_threads()) {
    remark("error", "this MPI was built for programs of one thread (MPI_THREAD_SINGLE or MPI_THREAD_FUNNELED)");
    program->abort(usage);
  }
  share_hardware_among(program->ranks_here());
  if (program->ranks().number() != 0) be_silent();
}

Ranks& ranks_of_program() {
  return program->ranks();
}

void check_ranks() {
  check_same_program(ranks_of_program(), program_of_rank());
}

std::string how_networks_are_divided() {
  if (placement_of_program() == Placement::small_cut) return "";
  return "sotto-mpi was built without PT-Scotch: where the graph is not random each rank has a block of consecutive "
         "nodes, and more messages may travel";
}

void remember_fault(const std::exception_ptr& fault) {
  known_fault = fault;
}

int end_together(int code) {
  const std::optional<int> common =
      sotto::end_together(ranks_of_program(), {.code = code, .fault = known_fault}, patience);
  if (!common) {
    say_known_fault();
    program->abort(code);
  }
  program.reset();
  return *common;
}

}  // namespace sotto::app
