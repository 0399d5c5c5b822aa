// SPDX-License-Identifier: MIT
// Round messages that a site did not say, with its real signature: what a lying neighbour can do.
#pragma once

#include <string>
#include <vector>

#include "system/federation/federation_under_test.hpp"

namespace sotto::test {

struct ForgedRound {
  NodeId node;
  Round round;
  std::vector<double> values;
  std::string trailing = {};       ///< bytes after the last field of the body
  std::optional<Digest> run = {};  ///< of another run
};

/// Signed by the site's own key.
std::string forged(const FederationUnderTest& federation, const ForgedRound& wanted);

/// The step of the lattice in which a node's message of this round lies.
double grid_of(const FederationUnderTest& federation, NodeId node, Round round);

}  // namespace sotto::test
