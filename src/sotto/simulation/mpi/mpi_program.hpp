// SPDX-License-Identifier: MIT
// A program that mpirun started, with the others that it started too.
#pragma once

#include <memory>

#include "sotto/workers/ranks.hpp"

namespace sotto {

class MpiRanks;

/// MPI from its beginning to its end: one object in a program, made before anything else.
class MpiProgram {
 public:
  MpiProgram();
  /// Waits for the others, which end here too.
  ~MpiProgram();
  MpiProgram(const MpiProgram&) = delete;
  MpiProgram& operator=(const MpiProgram&) = delete;

  Ranks& ranks();
  /// How many of the ranks share this machine.
  unsigned ranks_here() const;
  /// Ends all ranks by force.
  [[noreturn]] void abort(int code);

 private:
  std::unique_ptr<MpiRanks> ranks_;
};

}  // namespace sotto
