// SPDX-License-Identifier: MIT
// The section [algorithm] of a configuration: rounds, steps, and how Stage II averages and ends.
#pragma once

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
};

/// Faults stay with the reader.
AlgorithmSettings read_algorithm(Reader& reader);
std::string algorithm_toml(AlgorithmSettings algorithm);
std::string algorithm_sample();

}  // namespace sotto
