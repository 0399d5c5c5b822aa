// SPDX-License-Identifier: MIT
// The section [privacy] of a configuration, and the promises in tables [node.N].
#pragma once

#include <map>
#include <optional>
#include <string>

#include "sotto/consensus/plan.hpp"
#include "sotto/graph/graph.hpp"
#include "sotto/input/closed_set.hpp"
#include "sotto/settings/field_document.hpp"
#include "sotto/settings/reader.hpp"

namespace sotto {

/// On whom a node's promise rests. `nobody`: on its own noise. `all_but_q`: on the noise of all members but q, with
/// masked sums.
enum class Trust { nobody, all_but_q };
constexpr Names<2> names_of(Trust) {
  return {"nobody", "all-but-q"};
}

/// What one node promises.
struct NodePrivacy {
  PrivacyBudget budget;
  Accountant accountant;
  NoiseSchedule schedule;
};

/// What all nodes promise, but for those with a table [node.N] of their own.
struct PrivacySettings : NodePrivacy {
  bool on_lattice;  ///< privacy.mechanism: in integers, or in doubles for simulations
  Trust trust = Trust::nobody;
  std::uint32_t colluders = 0;                       ///< q, where all but q members are trusted
  Round spare_rounds = 0;                            ///< likewise
  std::optional<double> epsilon_all = std::nullopt;  ///< likewise: at most this against all others together
  std::map<NodeId, NodePrivacy> nodes = {};

  const NodePrivacy& of(NodeId node) const {
    const auto own = nodes.find(node);
    return own == nodes.end() ? *this : own->second;
  }
};

/// How noise is made on a network of so many nodes.
Mechanism mechanism_of(const PrivacySettings& privacy, NodeId nodes);

/// Faults stay with the reader.
PrivacySettings read_privacy(Reader& reader);
std::string privacy_toml(PrivacySettings privacy);  ///< without the tables of nodes
std::string promise_lines(NodePrivacy promise);     ///< in a table [node.N]
DocumentedSection privacy_document();
DocumentedSection promise_document();  ///< of a table [node.N]

}  // namespace sotto
