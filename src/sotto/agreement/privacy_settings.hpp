// SPDX-License-Identifier: MIT
// The section [privacy] of a configuration, and the promises in tables [node.N].
#pragma once

#include <map>
#include <string>

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

  const NodePrivacy& of(NodeId node) const {
    const auto own = nodes.find(node);
    return own == nodes.end() ? *this : own->second;
  }
};

/// Faults stay with the reader.
PrivacySettings read_privacy(Reader& reader);
std::string privacy_toml(PrivacySettings privacy);  ///< without the tables of nodes
std::string promise_lines(NodePrivacy promise);     ///< in a table [node.N]
std::string privacy_sample();

}  // namespace sotto
