// SPDX-License-Identifier: MIT
// The section [privacy] of a configuration, and the promises in tables [node.N].
#pragma once

#include <map>

#include "sotto/consensus/plan.hpp"
#include "sotto/graph/graph.hpp"
#include "sotto/settings/reader.hpp"

namespace sotto {

/// What one node promises.
struct NodePrivacy {
  PrivacyBudget budget;
  Accountant accountant;
  NoiseSchedule schedule;
};

/// What all nodes promise, but for those with a table [node.N] of their own.
struct PrivacySettings : NodePrivacy {
  bool on_lattice;  ///< privacy.mechanism: in integers, or in doubles for simulations
  std::map<NodeId, NodePrivacy> nodes = {};
};

/// Faults stay with the reader.
PrivacySettings read_privacy(Reader& reader);

}  // namespace sotto
