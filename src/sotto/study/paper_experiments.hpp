// SPDX-License-Identifier: MIT
// The files of experiments/, as the program carries them, and what the paper claims of their results.
#pragma once

#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sotto/simulation/comparison/observation.hpp"
#include "sotto/study/judgement.hpp"

namespace sotto {

struct ExperimentText {
  std::string_view id;    ///< "figure1"
  std::string_view toml;  ///< of experiments/figure1.toml
};
std::span<const ExperimentText> experiment_texts();

/// Observations by the experiment's id. Claims whose experiments are not all there are left out.
using Observed = std::map<std::string, std::vector<Observation>>;
std::vector<ClaimVerdict> judge_claims(const Observed& observed);

}  // namespace sotto
