// SPDX-License-Identifier: MIT
#include "sotto/report/audit/audit_report.hpp"

#include <fmt/format.h>

#include <cmath>

#include "sotto/report/audit/collusion_report.hpp"
#include "sotto/report/document/json_values.hpp"

namespace sotto {
namespace {

Json count_json(const Count& count) {
  return {{"hits", count.hits}, {"transcripts", count.trials}};
}

Json pair_json(const PairAudit& pair) {
  // JSON has no infinity; a threshold that only a message without noise reaches is null.
  const double threshold = pair.bound.threshold;
  return {{"transcripts_per_side", pair.transcripts},
          {"accuracy", number(pair.accuracy)},
          {"advantage", number(2 * pair.accuracy - 1)},
          {"gaussian_lower_bound", number(pair.gaussian_bound)},
          {"exact_accuracy", number(pair.exact_accuracy)},
          {"used_epsilon", pair.used_epsilon ? number(*pair.used_epsilon) : Json(nullptr)},
          {"threshold", std::isfinite(threshold) ? Json(threshold) : Json(nullptr)},
          {"right", count_json(pair.bound.right)},
          {"wrong", count_json(pair.bound.wrong)}};
}

Json canaries_json(const CanaryAudit& audit) {
  return {{"canaries", audit.guesses.canaries}, {"guesses", audit.guesses.guesses}, {"correct", audit.guesses.correct}};
}

Json noise_json(const NoiseCheck& check) {
  Json failures = Json::array();
  for (const Finding& finding : check.failures)
    failures.push_back({{"what", finding.what},
                        {"value", std::isfinite(finding.value) ? Json(finding.value) : Json(nullptr)},
                        {"expected", finding.expected},
                        {"deviations", std::isfinite(finding.deviations) ? Json(finding.deviations) : Json(nullptr)}});
  return {{"passed", check.passed()},   {"transcripts", check.transcripts},
          {"tests", check.tests},       {"false_alarm_rate", NoiseCheck::false_alarm_rate},
          {"variance", check.variance}, {"failures", failures}};
}

Json refutations_json(const PrivacyAudit& audit, double claim) {
  Json names = Json::array();
  for (const Refutation refutation : refutations(audit, claim)) names.push_back(name_of(refutation));
  return names;
}

}  // namespace

std::string audit_json(const Scenario& scenario, const PrivacyAudit& audit) {
  const AuditSettings& settings = scenario.configuration().audit;
  const std::optional<double> bound = audit.lower_bound();
  Json json = {{"schema", "sotto.audit/1"},
               {"private", false},
               {"notice", audit_notice(scenario.configuration())},
               {"seed", std::to_string(scenario.configuration().run.seed)},
               {"mode", name_of(settings.mode)},
               {"verdict", name_of(judge(audit, settings.claim))},
               {"refuted_by", refutations_json(audit, settings.claim)},
               {"lower_bound", bound ? number(*bound) : Json(nullptr)},
               {"confidence", number(settings.confidence)},
               {"claimed_epsilon", number(settings.claim)},
               {"exact_epsilon", number(audit.exact_epsilon)},
               {"delta", number(audit.plan.request().budget.delta)},
               {"interrupted", audit.interrupted}};
  if (audit.pair) json.update(pair_json(*audit.pair));
  if (audit.canaries) json.update(canaries_json(*audit.canaries));
  json["noise_check"] = noise_json(audit.noise);
  if (audit.collusion) json["collusion"] = collusion_json(audit);
  if (audit.masks) json["mask_check"] = mask_check_json(*audit.masks);
  json["last_bits"] = {{"told_apart", audit.told_apart_by_last_bits()},
                       {"delta_at_least", number(audit.floating_point.delta_at_least)},
                       {"right", count_json(audit.floating_point.right)},
                       {"wrong", count_json(audit.floating_point.wrong)}};
  return dump(json);
}

std::string trade_off_csv(const PrivacyAudit& audit) {
  std::string out =
      "threshold,false_positive_rate,false_positive_at_least,false_positive_at_most,false_negative_rate,"
      "false_negative_at_least,false_negative_at_most,exact_false_negative_rate\n";
  if (!audit.pair) return out;
  for (const TradeOffPoint& point : audit.pair->curve)
    out += fmt::format("{},{},{},{},{},{},{},{}\n", point.threshold, point.false_positive.rate,
                       point.false_positive.at_least, point.false_positive.at_most, point.false_negative.rate,
                       point.false_negative.at_least, point.false_negative.at_most, point.exact_false_negative);
  return out;
}

Files audit_files(const Scenario& scenario, const PrivacyAudit& audit, const RunIdentity& made_by) {
  const Configuration& configuration = scenario.configuration();
  Files files{{"configuration.toml", to_toml(configuration)},
              {"report.txt", audit_text(scenario, audit)},
              {"audit.json", audit_json(scenario, audit)},
              {"tradeoff.csv", trade_off_csv(audit)}};
  add_provenance(files, made_by,
                 {.notice = audit_notice(configuration),
                  .facts = {{"seed", std::to_string(configuration.run.seed)},
                            {"interrupted", audit.interrupted},
                            {"verdict", name_of(judge(audit, configuration.audit.claim))}}});
  return files;
}

}  // namespace sotto
