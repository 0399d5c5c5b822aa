// SPDX-License-Identifier: MIT
// An audit as a person reads it.
#include <fmt/format.h>

#include "sotto/report/audit_report.hpp"
#include "sotto/report/text_report.hpp"
#include "sotto/report/text_table.hpp"

namespace sotto {
namespace {

std::string attack_text(const Scenario& scenario, const PrivacyAudit& audit) {
  const AuditSettings& settings = scenario.configuration().audit;
  if (settings.mode == "one-run")
    return "Attack    canaries in one run: records that are one corner of the domain or its opposite, by a coin\n";
  std::string pair = settings.records + " against " + settings.neighbour;
  if (settings.records.empty())
    pair = scenario.real() == nullptr ? "one record at one end of the domain or the other"
                                      : "its first record as long as rows may be, in one direction or the opposite one";
  std::string out = fmt::format("Attack    likelihood ratio on node {}: {}\n", settings.node, pair);
  if (audit.pair)
    out +=
        fmt::format("          {} transcripts a side of both stages by the shipped nodes, others chose the threshold\n",
                    audit.pair->transcripts);
  return out;
}

std::string epsilons_table(const Scenario& scenario, const PrivacyAudit& audit) {
  const AuditSettings& settings = scenario.configuration().audit;
  TextTable table({fmt::format("epsilon at delta = {}", show(audit.plan.request().budget.delta)), "value"});
  const std::optional<double> bound = audit.lower_bound();
  table.add({fmt::format("lower bound, {:g} % sure", 100 * settings.confidence),
             bound ? fmt::format("{:.4f}", *bound) : "none"});
  table.add({"claimed", fmt::format("{:.4f}", settings.claim)});
  table.add({"by the exact accountant", fmt::format("{:.4f}", audit.exact_epsilon)});
  return table.text() + "\n";
}

std::string accuracy_text(const PairAudit& pair) {
  return fmt::format(
      "Accuracy  {:.2f} % of transcripts told apart by the sign of the ratio; {:.2f} % is the most that is possible\n"
      "Decision  {} of {} right, {} of {} wrong, at a ratio of e^{:.3f}\n",
      100 * pair.accuracy, 100 * pair.exact_accuracy, pair.bound.right.hits, pair.bound.right.trials,
      pair.bound.wrong.hits, pair.bound.wrong.trials, pair.bound.threshold);
}

std::string canaries_text(const CanaryAudit& audit) {
  return fmt::format(
      "Canaries  {} of {} guesses right, {} canaries. One run shows little: this bound is loose, far below the "
      "truth.\n",
      audit.guesses.correct, audit.guesses.guesses, audit.guesses.canaries);
}

std::string noise_text(const NoiseCheck& check) {
  if (check.transcripts == 0) return "Noise     not checked\n";
  if (check.passed())
    return fmt::format(
        "Noise     passed: {} transcripts, {} statistics, variance {:.4f} of the planned; false alarms {:.0e}\n",
        check.transcripts, check.tests, check.variance, NoiseCheck::false_alarm_rate);
  std::string out = fmt::format("Noise     FAILED in {} statistics; the worst:\n", check.failures.size());
  for (std::size_t k = 0; k < std::min<std::size_t>(check.failures.size(), 3); ++k) {
    const Finding& finding = check.failures[k];
    out += fmt::format("          {} is {:.4g}, must be {:g} ({:.1f} standard deviations)\n", finding.what,
                       finding.value, finding.expected, finding.deviations);
  }
  return out;
}

std::string last_bits_text(const PrivacyAudit& audit) {
  const FloatingPointAttack& attack = audit.floating_point;
  if (!audit.told_apart_by_last_bits() && attack.right.hits > 0)
    return fmt::format(
        "Last bits {} of {} messages are off the grid of the other estimate, {} of the other's own: simulation only "
        "(at "
        "this epsilon that bounds no delta)\n",
        attack.right.hits, attack.right.trials, attack.wrong.hits);
  if (!audit.told_apart_by_last_bits())
    return fmt::format("Last bits nothing shown: {} of {} messages are off the grid of the other estimate\n",
                       attack.right.hits, attack.right.trials);
  return fmt::format(
      "Last bits noise in doubles can be told apart: simulation only (delta >= {:.3f} for one record at 0 or at the "
      "end)\n",
      attack.delta_at_least);
}

std::string verdict_text(const Scenario& scenario, const PrivacyAudit& audit) {
  const double claim = scenario.configuration().audit.claim;
  const std::optional<double> bound = audit.lower_bound();
  switch (judge(audit, claim)) {
    case AuditVerdict::holds:
      return fmt::format("Verdict   the claim was not refuted: {:.4f} <= {}\n", *bound, show(claim));
    case AuditVerdict::broken:
      return bound && *bound > claim
                 ? fmt::format("Verdict   BROKEN: the lower bound {:.4f} exceeds the claim {}\n", *bound, show(claim))
                 : std::string("Verdict   BROKEN: the noise is not what was planned\n");
    case AuditVerdict::cannot_tell:
      break;
  }
  return "Verdict   none: too little was done\n";
}

}  // namespace

std::string audit_notice(const Configuration& configuration) {
  return configuration.run.randomness == Randomness::system
             ? "NOT PRIVATE: both datasets are known to the attacker, and numbers about them are shown. The noise is "
               "the "
               "operating system's, as at real nodes."
             : "SIMULATION: no privacy. The noise is seeded, and the attacker knows both datasets.";
}

std::string audit_text(const Scenario& scenario, const PrivacyAudit& audit) {
  std::string out = audit_notice(scenario.configuration()) + "\n\n";
  out += setting_text(scenario) + promise_text(audit.plan);
  out += fmt::format("Plan      {} rounds, accountant {}, schedule {}, step {}\n", audit.plan.gradient_rounds(),
                     name_of(audit.plan.request().accountant), name_of(audit.plan.request().schedule),
                     name_of(audit.plan.request().step));
  out += attack_text(scenario, audit) + "\n" + epsilons_table(scenario, audit);
  if (audit.pair) out += accuracy_text(*audit.pair);
  if (audit.canaries) out += canaries_text(*audit.canaries);
  return out + noise_text(audit.noise) + last_bits_text(audit) + verdict_text(scenario, audit);
}

}  // namespace sotto
