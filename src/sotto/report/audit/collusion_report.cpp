// SPDX-License-Identifier: MIT
#include "sotto/report/audit/collusion_report.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace sotto {
namespace {

std::uint32_t planned(const PrivacyAudit& audit) {
  return audit.plan.threat().colluders();
}

std::string members(std::size_t count) {
  return fmt::format("{} colluding {}", count, count == 1 ? "member" : "members");
}

}  // namespace

std::string collusion_text(const Collusion& collusion) {
  if (collusion.colluders.empty())
    return fmt::format("          none of the {} members colludes: the attacker hears every residue\n",
                       collusion.members);
  const bool one = collusion.colluders.size() == 1;
  return fmt::format(
      "          {} of {} members {} ({} {}): the attacker has their noise, masks and records, hears\n"
      "          every residue, and lets them speak last, so that each mean stands where the record tells most\n",
      collusion.colluders.size(), collusion.members, one ? "colludes" : "collude", one ? "node" : "nodes",
      fmt::join(collusion.colluders, ", "));
}

void add_epsilons(const PrivacyAudit& audit, ReportTable& table) {
  const auto row = [&](const std::string& against, Threat threat) {
    table.add({"by the exact accountant, " + against,
               fmt::format("{:.4f}", epsilon_of(Accountant::exact, audit.plan, threat))});
  };
  const std::size_t count = audit.collusion->colluders.size();
  row(members(planned(audit)) + ", as planned", audit.plan.threat());
  if (count != planned(audit)) row(members(count) + ", as here", audit.collusion->threat());
  row("all others together", Threat::all_others());
}

std::string mask_check_text(const MaskCheck& check) {
  if (check.words == 0) return "Masks     not checked\n";
  if (check.passed())
    return fmt::format("Masks     passed: {} residues of every member, {} statistics; false alarms {:.0e}\n",
                       check.words, check.tests, MaskCheck::false_alarm_rate);
  const Finding& worst = check.failures.front();
  return fmt::format(
      "Masks     FAILED in {} statistics; the worst:\n"
      "          {} is {:.4g}, must be {:g} ({:.1f} standard deviations)\n",
      check.failures.size(), worst.what, worst.value, worst.expected, worst.deviations);
}

std::string claim_and_colluders_text(const PrivacyAudit& audit) {
  if (!audit.collusion) return "";
  const std::size_t count = audit.collusion->colluders.size();
  std::string out = fmt::format("          The plan's promise is against {}", members(planned(audit)));
  out += count == planned(audit)
             ? ", as many as here\n"
             : fmt::format("; here there were {}, and theory says {:.4f}\n", count, audit.exact_epsilon);
  return out + fmt::format("          Against all others together it is epsilon = {:.4f}\n",
                           epsilon_of(Accountant::exact, audit.plan, Threat::all_others()));
}

Json collusion_json(const PrivacyAudit& audit) {
  const auto epsilon = [&](Threat threat) { return number(epsilon_of(Accountant::exact, audit.plan, threat)); };
  return {{"members", audit.collusion->members},
          {"colluders", audit.collusion->colluders},
          {"planned_colluders", planned(audit)},
          {"epsilon_as_planned", epsilon(audit.plan.threat())},
          {"epsilon_as_colluded", number(audit.exact_epsilon)},
          {"epsilon_all", epsilon(Threat::all_others())}};
}

Json mask_check_json(const MaskCheck& check) {
  Json failures = Json::array();
  for (const Finding& finding : check.failures)
    failures.push_back({{"what", finding.what},
                        {"value", finding.value},
                        {"expected", finding.expected},
                        {"deviations", finding.deviations}});
  return {{"passed", check.passed()},
          {"residues", check.words},
          {"tests", check.tests},
          {"false_alarm_rate", MaskCheck::false_alarm_rate},
          {"failures", failures}};
}

}  // namespace sotto
