// SPDX-License-Identifier: MIT
#include "manifest_statement.hpp"

#include <fmt/format.h>

#include <cmath>

#include "sotto/report/document/json_values.hpp"
#include "terminal.hpp"

namespace sotto::app {
namespace {

std::string names_of_others(const Manifest& manifest, const std::string& name) {
  std::vector<std::string> others;
  for (const Party& other : manifest.parties())
    if (other.name != name) others.push_back(other.name);
  return with_commas(others);
}

/// What noise of one's own holds off.
std::string promise_of_independent(const PrivacyBudget& promise, const std::string& name) {
  return fmt::format(
      "Someone who hears every message of this run, knows all other records and runs all other nodes learns at most\n"
      "epsilon = {}, delta = {} about any one record of {} ({} adjacency). The number of its records is public.\n",
      show(promise.epsilon), show(promise.delta), name, name_of(promise.adjacency));
}

std::string words_on_a_lost_member(const MaskedSums& sums) {
  const std::string waits =
      "A sum needs every member. While one is away the run waits, as long as it takes, and waiting spends nothing.\n";
  if (sums.spare_rounds == 0)
    return waits +
           "This manifest has no spare round (privacy.spare_rounds = 0). If a member does not come back, the run must "
           "be\ngiven up.\n";
  return waits +
         fmt::format(
             "{} paid for in advance (privacy.spare_rounds = {}). If a member does not come back, the others can amend "
             "the run\n(`sotto manifest amend`). The round that is under way is then repeated without that member, "
             "which uses one of them.\n",
             counted(sums.spare_rounds, "spare round") + (sums.spare_rounds == 1 ? " is" : " are"), sums.spare_rounds);
}

/// Whom the promise of masked sums holds off, and on whom it rests.
std::string promise_of_sums(const Plan& plan, const MaskedSums& sums, const std::string& name) {
  const PrivacyBudget& promise = plan.request().budget;
  return fmt::format(
             "This run trusts all members but {} (privacy.trust = \"all-but-q\"): values are masked, and only their "
             "sum is seen.\n"
             "Someone who hears every message of this run and knows all other records, together with up to {} of the "
             "other\nmembers, fixed in advance, learns at most epsilon = {}, delta = {} about any one record of {}\n"
             "({} adjacency). The number of its records is public.\n"
             "All other members together learn at most epsilon = {} about it, at the same delta.\n"
             "The protection of {} rests on others: at least {} of the {} members must draw their noise honestly.\n"
             "With trust in nobody it would rest on the noise of {} alone.\n"
             "Masks are computational: {}. If keys are stolen, what is left is the epsilon against all others.\n"
             "A member that lies can spoil the result. It cannot learn more than the two epsilons say.\n",
             sums.colluders, sums.colluders, show(promise.epsilon), show(promise.delta), name,
             name_of(promise.adjacency), shown_from_above(epsilon_against_all(plan)), name,
             sums.members - sums.colluders, sums.members, name, masking_suite) +
         words_on_a_lost_member(sums);
}

struct Column {
  double epsilon;  ///< spent, with this run
  double left;     ///< percent of what may be spent
};

Column column_after(const PrivacyBudget& budget, const LedgerUnits& after) {
  const std::int64_t limit = alpha_limit_in_units(budget, after.total_variation);
  return {
      .epsilon = epsilon_of(Accountant::exact, cost_of(after), budget.delta),
      .left = limit > after.alpha ? 100.0 * static_cast<double>(limit - after.alpha) / static_cast<double>(limit) : 0};
}

/// The second column of the ledger. Nothing where it is the first one again and nobody caps it.
std::string words_on_all_others(const DatasetPromise& promise, const BookedUnits& after) {
  if (!promise.all_others && after.all_others == after.planned) return "";
  const Column all = column_after(promise.all_others.value_or(promise.planned), after.all_others);
  if (!promise.all_others)
    return fmt::format(
        "Against all other members together it has no limit. With this run it has spent epsilon = {:.6g} against "
        "them.\n",
        all.epsilon);
  return fmt::format(
      "Against all other members together it promises epsilon = {} over all runs. With this run it has spent\n"
      "epsilon = {:.6g} of that; {:.3g} % of what it may cost is left.\n",
      show(promise.all_others->epsilon), all.epsilon, all.left);
}

std::string words_on_the_ledger(const std::string& dataset, const RunCost& cost) {
  const BookedUnits& spent = cost.before.spent;
  const BookedUnits after = cost.already_debited ? spent : spent + cost.units;
  const DatasetPromise& promise = cost.before.promise;
  const Column planned = column_after(promise.planned, after.planned);
  return fmt::format(
             "The dataset {} promises epsilon = {}, delta = {} over all runs together. With this run it has spent\n"
             "epsilon = {:.6g} of that (at its delta); {:.3g} % of what it may cost is left.\n",
             dataset, show(promise.planned.epsilon), show(promise.planned.delta), planned.epsilon, planned.left) +
         words_on_all_others(promise, after);
}

}  // namespace

void remark_on_promises(const Manifest& manifest, bool quiet) {
  if (quiet) return;
  for (const std::string& warning : manifest.agreement().warnings()) remark("warning", warning);
}

double epsilon_against_all(const Plan& plan) {
  return epsilon_of(plan.request().accountant, plan, Threat::all_others());
}

std::string shown_from_above(double epsilon) {
  constexpr double digits = 1e4;
  return fmt::format("{:.10g}", std::ceil(epsilon * digits) / digits);
}

std::string with_commas(const std::vector<std::string>& names) {
  return fmt::format("{}", fmt::join(names, ", "));
}

std::string counted(std::uint64_t count, const std::string& what) {
  return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
}

std::string signing_statement(const Manifest& manifest, NodeId party, const RunCost& cost) {
  const auto& [name, address, key, dataset] = manifest.parties()[party];
  const Plan& plan = manifest.plan_of(party);
  const MaskedSums* sums = masked_sums(plan.request().mechanism);
  return fmt::format(
      "Run {}\n{} takes part with {}{}.\n\n{}{}"
      "Once the run has begun, its whole cost is spent, also if it is given up.\n",
      manifest.run_id().hex(), name, names_of_others(manifest, name),
      manifest.purpose() == Purpose::trial ? " (a TRIAL)" : "",
      sums != nullptr ? promise_of_sums(plan, *sums, name) : promise_of_independent(plan.request().budget, name),
      words_on_the_ledger(dataset, cost));
}

}  // namespace sotto::app
