// SPDX-License-Identifier: MIT
#include "sotto/federation/runner/privacy_statement.hpp"

#include <fmt/format.h>

namespace sotto {

std::string privacy_statement(const Manifest& manifest, NodeId party, const RunCost& cost) {
  const PrivacyBudget& promise = manifest.plan_of(party).request().budget;
  const auto& [budget, alpha_limit, spent, alpha_left] = cost.before;
  const LedgerUnits after = cost.already_debited ? spent : spent + cost.units;
  const double epsilon_after = epsilon_of(Accountant::exact, cost_of(after), budget.delta);
  const std::int64_t limit_after = alpha_limit_in_units(budget, after.total_variation);
  const double left = limit_after > after.alpha
                          ? 100.0 * static_cast<double>(limit_after - after.alpha) / static_cast<double>(limit_after)
                          : 0;
  const auto [name, address, key, dataset] = manifest.parties()[party];
  std::string others;
  for (const Party& other : manifest.parties())
    if (other.name != name) others += (others.empty() ? "" : ", ") + other.name;
  return fmt::format(
      "Run {}\n{} takes part with {}{}.\n\n"
      "Someone who hears every message of this run, knows all other records and runs all other nodes learns at most\n"
      "epsilon = {}, delta = {} about any one record of {} ({} adjacency). The number of its records is public.\n"
      "The dataset {} promises epsilon = {}, delta = {} over all runs together. With this run it has spent\n"
      "epsilon = {:.6g} of that (at its delta); {:.3g} % of what it may cost is left.\n"
      "Once the run has begun, its whole cost is spent, also if it is given up.\n",
      manifest.run_id().hex(), name, others, manifest.purpose() == Purpose::trial ? " (a TRIAL)" : "",
      show(promise.epsilon), show(promise.delta), name, name_of(promise.adjacency), dataset, show(budget.epsilon),
      show(budget.delta), epsilon_after, left);
}

}  // namespace sotto
