// SPDX-License-Identifier: MIT
// A program that mpirun started, with the others that it started too.
#pragma once

#include <memory>
#include <string>

#include "sotto/workers/ranks.hpp"

namespace sotto {

class MpiRanks;

/// How the rows of a large network come to ranks. No result depends on it.
enum class Placement {
  small_cut,  ///< PT-Scotch looks for one; without it as `blocks`
  blocks      ///< each rank keeps consecutive nodes
};
/// small_cut where this was built with PT-Scotch.
Placement usual_placement();

/// MPI from its beginning to its end: one object in a program, made before anything else.
class MpiProgram {
 public:
  explicit MpiProgram(Placement placement = usual_placement());
  /// Waits for the others, which end here too.
  ~MpiProgram();
  MpiProgram(const MpiProgram&) = delete;
  MpiProgram& operator=(const MpiProgram&) = delete;

  Ranks& ranks();
  /// Whether any thread may call MPI, one at a time; otherwise nothing may be asked of the ranks.
  bool takes_threads() const { return takes_threads_; }
  /// What all ranks must have been built with alike.
  static std::string libraries();
  /// How many of the ranks share this machine.
  unsigned ranks_here() const;
  /// Ends all ranks by force.
  [[noreturn]] void abort(int code);

 private:
  bool takes_threads_ = false;
  std::unique_ptr<MpiRanks> ranks_;
};

}  // namespace sotto
