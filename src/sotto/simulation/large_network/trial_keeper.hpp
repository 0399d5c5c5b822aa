// SPDX-License-Identifier: MIT
// Who keeps what a trial is between two rounds, so that another program, on another number of ranks, goes on from
// there.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "sotto/simulation/engine/trial.hpp"
#include "sotto/simulation/large_network/kernel.hpp"

namespace sotto {

/// What the nodes of this rank hold: arrays of [place][coordinate].
struct HeldByNodes {
  std::span<const NodeId> numbers;  ///< of the node at each place
  NodeId nodes_in_all;
  NodeShape shape;
  std::vector<double*> arrays;
};

/// An engine asks it trial after trial, and plan after plan of a trial, in the same order each time.
class TrialKeeper {
 public:
  virtual ~TrialKeeper() = default;

  /// What an earlier program has done of this trial. Nothing: the engine runs it, and says what came of it.
  virtual std::optional<TrialOutcome> known(std::uint32_t trial) = 0;
  virtual void done(const TrialOutcome& outcome) = 0;

  /// Whether it is time for a state. Rank 0 has the clock; others say no.
  virtual bool due() = 0;
  /// The same at an interrupt. All ranks ask, and hear the same.
  virtual bool due_at_end() = 0;
  /// All ranks together: what their nodes hold, and what all hold alike.
  virtual void keep(const HeldByNodes& nodes, const std::string& alike) = 0;
  /// All ranks together: fills the arrays from what was kept; what all hold alike. Nothing where nothing was.
  virtual std::optional<std::string> find(const HeldByNodes& nodes) = 0;

 protected:
  TrialKeeper() = default;
  TrialKeeper(const TrialKeeper&) = default;
  TrialKeeper& operator=(const TrialKeeper&) = default;
};

}  // namespace sotto
