// SPDX-License-Identifier: MIT
// The section [algorithm] of a configuration: rounds, steps, and how Stage II averages and ends.
#pragma once

#include <optional>
#include <string>

#include "sotto/agreement/privacy_settings.hpp"
#include "sotto/consensus/plan.hpp"
#include "sotto/consensus/stop_rule.hpp"
#include "sotto/settings/field_document.hpp"
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

/// Faults stay with the reader. Masked sums have no Stage II: its keys are refused there, unless they say what a file
/// without them says, or no rounds.
AlgorithmSettings read_algorithm(Reader& reader, Trust trust);
/// That keys of Stage II say something which masked sums cannot do. What a file without them says, and no rounds, is
/// fine.
void refuse_stage_two(Reader& reader);
std::string algorithm_toml(AlgorithmSettings algorithm);
DocumentedSection algorithm_document();

}  // namespace sotto
