// SPDX-License-Identifier: MIT
// Round messages that a site did not say, with its real signature: what a lying neighbour can do.
#pragma once

#include <string>
#include <vector>

#include "system/federation/federation_under_test.hpp"

namespace sotto::test {

/// What is changed in a message; the rest stays as it was said.
struct Lie {
  std::optional<std::vector<double>> values = {};
  std::optional<Round> round = {};
  std::optional<Digest> run = {};
  bool heard_nothing = false;
  std::string trailing = {};  ///< bytes after the last field of the body
};

/// `said`: a message of one of the federation's sites, whose own key signs the lie.
std::string forged(const FederationUnderTest& federation, const std::string& said, const Lie& lie);

/// The step of the lattice in which a node's message of this round lies.
double grid_of(const FederationUnderTest& federation, NodeId node, Round round);

}  // namespace sotto::test
