// SPDX-License-Identifier: MIT
// What an audit attacks: two neighbouring datasets of one node, and points to hold it at.
#pragma once

#include "sotto/simulation/comparison/scenario.hpp"

namespace sotto {

struct AttackedPair {
  std::unique_ptr<Objective> data;
  std::unique_ptr<Objective> neighbour;
  std::vector<std::vector<double>> points = {};  ///< of the domain, besides Proj(0)
};

/// The records that the configuration gives the audited node, with the first one at two values: the worst that the
/// domain allows where records are drawn, the worst that was found within the declared columns where they lie in files.
/// Or the two datasets that the user names.
AttackedPair attacked_pair(const Scenario& scenario, const Plan& plan);

}  // namespace sotto
