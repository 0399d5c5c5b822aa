// SPDX-License-Identifier: MIT
// An audit as a person reads it.
#include <fmt/format.h>

#include "sotto/report/audit/audit_report.hpp"
#include "sotto/report/audit/collusion_report.hpp"
#include "sotto/report/comparison/comparison_report.hpp"
#include "sotto/report/document/table.hpp"
#include "sotto/report/plan/plan_report.hpp"

namespace sotto {
namespace {

std::string attack_text(const Scenario& scenario, const PrivacyAudit& audit) {
  const AuditSettings& settings = scenario.configuration().audit;
  if (settings.mode == AuditMode::one_run)
    return "Attack    canaries in one run: records that are one corner of the domain or its opposite, by a coin\n";
  std::string pair = settings.records + " against " + settings.neighbour;
  if (settings.records.empty())
    pair = scenario.real() == nullptr ? "one record at one end of the domain or the other"
                                      : "its first record at two values, the worst found within the declared columns";
  std::string out = fmt::format("Attack    likelihood ratio on node {}: {}\n", settings.node, pair);
  if (audit.collusion)
    out += collusion_text(*audit.collusion);
  else if (audit.pair && audit.pair->used_epsilon)
    out += "          all its neighbours are malicious: each round they hold it where the record tells most\n";
  if (audit.pair)
    out += fmt::format("          {} transcripts a side of the shipped node{}, others chose the threshold\n",
                       audit.pair->transcripts, audit.collusion ? "s" : "");
  return out;
}

std::string epsilons_table(const Scenario& scenario, const PrivacyAudit& audit) {
  const AuditSettings& settings = scenario.configuration().audit;
  ReportTable table{
      .columns = {fmt::format("epsilon at delta = {}", show(audit.plan.request().budget.delta)), "value"}};
  const std::optional<double> bound = audit.lower_bound();
  table.add({fmt::format("lower bound, {:g} % sure", 100 * settings.confidence),
             bound ? fmt::format("{:.4f}", *bound) : "none"});
  if (audit.pair) table.add({"the same of a Gaussian mechanism", fmt::format("{:.4f}", audit.pair->gaussian_bound)});
  table.add({"claimed", fmt::format("{:.4f}", settings.claim)});
  if (audit.pair && audit.pair->used_epsilon)
    table.add({"used by the attacked pair", fmt::format("{:.4f}", *audit.pair->used_epsilon)});
  if (audit.collusion)
    add_epsilons(audit, table);
  else
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
  if (audit.collusion) return "Last bits none: residues are whole numbers modulo 2^64\n";
  if (!audit.told_apart_by_last_bits() && attack.right.hits > 0)
    return fmt::format(
        "Last bits {} of {} messages are off the grid of the other estimate, {} of the other's own: simulation only "
        "(at this epsilon that bounds no delta)\n",
        attack.right.hits, attack.right.trials, attack.wrong.hits);
  if (!audit.told_apart_by_last_bits())
    return fmt::format("Last bits nothing shown: {} of {} messages are off the grid of the other estimate\n",
                       attack.right.hits, attack.right.trials);
  return fmt::format("Last bits messages can be told apart: delta >= {:.3f} for one record at 0 or at the end\n",
                     attack.delta_at_least);
}

std::string reason_text(Refutation refutation, const PrivacyAudit& audit, double claim) {
  switch (refutation) {
    case Refutation::likelihood_ratio:
      return fmt::format("by the likelihood ratio: the lower bound {:.4f} exceeds the claim {}", *audit.lower_bound(),
                         show(claim));
    case Refutation::canaries:
      return fmt::format("by the canaries: the lower bound {:.4f} exceeds the claim {}", *audit.lower_bound(),
                         show(claim));
    case Refutation::movement:
      return fmt::format("by how far one record moves the messages: that is epsilon = {:.4f} beside the planned noise",
                         *audit.pair->used_epsilon);
    case Refutation::noise:
      return "by the noise: it is not what was planned";
    case Refutation::masks:
      return "by the masks: residues are not uniform words";
    case Refutation::last_bits:
      break;
  }
  return fmt::format("by the last bits of messages: delta >= {:.3f} at epsilon = {}, where {} is promised",
                     audit.floating_point.delta_at_least, show(claim), show(audit.plan.request().budget.delta));
}

/// What a user of noise in doubles wants to know besides: what the other attacks said, and what to do.
std::string doubles_text(const PrivacyAudit& audit, double claim) {
  const std::optional<double> bound = audit.lower_bound();
  std::string out;
  if (bound && *bound <= claim)
    out = fmt::format("          The lower bound on epsilon by itself does not refute the claim: {:.4f} <= {}\n",
                      *bound, show(claim));
  return out +
         "          Noise in doubles keeps no promise: it is for simulations. Real nodes use the lattice; audit that "
         "by\n"
         "          --set privacy.mechanism=lattice\n";
}

std::string refuted_text(const PrivacyAudit& audit, double claim) {
  std::string out = "Verdict   REFUTED\n";
  for (const Refutation refutation : refutations(audit, claim))
    out += "          " + reason_text(refutation, audit, claim) + "\n";
  out += claim_and_colluders_text(audit);
  return audit.plan.on_lattice() ? out : out + doubles_text(audit, claim);
}

std::string verdict_text(const Scenario& scenario, const PrivacyAudit& audit) {
  const double claim = scenario.configuration().audit.claim;
  const std::optional<double> bound = audit.lower_bound();
  const AuditVerdict verdict = judge(audit, claim);
  if (verdict == AuditVerdict::refuted) return refuted_text(audit, claim);
  if (verdict == AuditVerdict::not_refuted)
    return fmt::format("Verdict   not refuted: {:.4f} <= {}. An audit can refute a promise, not prove it.\n", *bound,
                       show(claim)) +
           claim_and_colluders_text(audit);
  if (!bound || !audit.noise.passed())
    return "Verdict   CANNOT TELL: the audit ended before it had run enough to judge by\n";
  if (saw_nothing(audit))
    return "Verdict   CANNOT TELL: the canaries of this run showed nothing; more of them, or mode \"pair\", may\n";
  return "Verdict   CANNOT TELL: no attack refuted the claim, but the noise is in doubles\n" +
         doubles_text(audit, claim);
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
  out += noise_text(audit.noise);
  if (audit.masks) out += mask_check_text(*audit.masks);
  return out + last_bits_text(audit) + verdict_text(scenario, audit);
}

}  // namespace sotto
