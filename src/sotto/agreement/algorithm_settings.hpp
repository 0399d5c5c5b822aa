// SPDX-License-Identifier: MIT
// The section [algorithm] of a configuration: rounds, steps, and how Stage II averages and ends.
#pragma once

#include <optional>
#include <string>

#include "sotto/consensus/plan.hpp"
#include "sotto/consensus/stop_rule.hpp"
#include "sotto/settings/reader.hpp"

namespace sotto {

struct AlgorithmSettings {
  Round rounds;
  StepRule step;
  Consensus consensus;
  StopRule stop;
  /// K; nothing: as many as bring the disagreement of nodes down to a tenth ("auto").
  std::optional<Round> mixing_rounds = 1;
  Acceleration acceleration = Acceleration::none;
  Output output = Output::last;
};

/// K of a network that averages so.
Round mixing_rounds_of(const AlgorithmSettings& algorithm, const Averaging& averaging);

/// Faults stay with the reader.
AlgorithmSettings read_algorithm(Reader& reader);
std::string algorithm_toml(AlgorithmSettings algorithm);
std::string algorithm_sample();

}  // namespace sotto
