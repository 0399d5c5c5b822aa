// SPDX-License-Identifier: MIT
// The section [privacy] of a configuration, and the promises in tables [node.N].
#include "sotto/experiment/privacy_settings.hpp"

#include "sotto/experiment/named_choice.hpp"
#include "sotto/experiment/node_tables.hpp"

namespace sotto {

PrivacySettings read_privacy(Reader& reader) {
  PrivacySettings privacy;
  privacy.budget = {.epsilon = reader.real("privacy.epsilon", positive_finite()),
                    .delta = reader.real("privacy.delta", probability_open()),
                    .adjacency = named(reader, "privacy.adjacency", Adjacency::replace_one, all_adjacencies)};
  privacy.accountant = named(reader, "privacy.accountant", Accountant::exact, all_accountants);
  privacy.schedule = named(reader, "privacy.schedule", NoiseSchedule::constant, all_schedules);
  privacy.on_lattice = reader.choice_or("privacy.mechanism", "real", {"real", "lattice"}) == "lattice";
  for (const auto& [node, table] : node_tables(reader)) {
    NodePrivacy own = privacy;
    const bool departs = reader.has(table + "epsilon") || reader.has(table + "delta") ||
                         reader.has(table + "accountant") || reader.has(table + "schedule");
    own.budget.epsilon = reader.real_or(table + "epsilon", privacy.budget.epsilon, positive_finite());
    own.budget.delta = reader.real_or(table + "delta", privacy.budget.delta, probability_open());
    own.accountant = named(reader, table + "accountant", privacy.accountant, all_accountants);
    own.schedule = named(reader, table + "schedule", privacy.schedule, all_schedules);
    if (departs) privacy.nodes[node] = own;
  }
  return privacy;
}

}  // namespace sotto
