// SPDX-License-Identifier: MIT
// Advice as JSON.
#include "sotto/report/document/json_values.hpp"
#include "sotto/report/study/advice_report.hpp"

namespace sotto {
namespace {

Json prediction_json(const Forecast& prediction) {
  return {{"value", number(prediction.value)},
          {"standard_error", prediction.by_theory ? Json(nullptr) : number(prediction.standard_error)},
          {"by", prediction.by_theory ? "theory" : "simulation"}};
}

/// Null: trust in nobody.
Json colluders_json(std::uint32_t colluders) {
  return colluders == 0 ? Json(nullptr) : Json(colluders);
}

Json candidate_json(const PredictedCandidate& one) {
  return {{"schedule", name_of(one.candidate.schedule)},
          {"step", name_of(one.candidate.step)},
          {"rounds", one.candidate.rounds},
          {"mixing_rounds", one.candidate.mixing_rounds},
          {"acceleration", name_of(one.candidate.acceleration)},
          {"output", name_of(one.candidate.output)},
          {"clipped_at_half_norm", one.candidate.clipped},
          {"row_norm", one.candidate.row_norm ? number(*one.candidate.row_norm) : Json(nullptr)},
          {"regularisation", number(one.candidate.regularisation)},
          {"colluders", colluders_json(one.candidate.colluders)},
          {"prediction", prediction_json(one.shown)},
          {"chosen_by", prediction_json(one.chosen_by)}};
}

/// Null: at none of the epsilons that were tried.
Json break_even_json(const BreakEven& pays) {
  if (!pays.epsilon) return nullptr;
  return {{"epsilon", number(*pays.epsilon)}, {"at_most", pays.already_at_least}};
}

Json break_even_json(const BreakEvenRange& pays) {
  return {{"lowest", break_even_json(pays.lowest)},
          {"median", break_even_json(pays.median)},
          {"highest", break_even_json(pays.highest)},
          {"paying_worlds", pays.paying}};
}

Json range_json(const WorldRange& range) {
  return {{"lowest", number(range.lowest)}, {"median", number(range.median)}, {"highest", number(range.highest)}};
}

Json range_json(const PredictionRange& range) {
  return {{"prediction", range_json(range.shown)}, {"chosen_by", range_json(range.chosen_by)}};
}

Json range_json(const std::optional<PredictionRange>& range) {
  return range ? range_json(*range) : Json(nullptr);
}

Json stage_two_json(const StageTwoChoice& choice) {
  return {{"consensus", name_of(choice.consensus)},
          {"consensus_rounds", choice.rounds},
          {"disagreement_beside_noise", number(choice.left)}};
}

Json other_trust_json(const std::optional<OtherTrust>& other) {
  if (!other) return nullptr;
  return {{"colluders", colluders_json(other->colluders)},
          {"best", candidate_json(other->best)},
          {"epsilon_all", number_or_null(other->epsilon_all)},
          {"joining_pays_from", break_even_json(other->pays)}};
}

Json nodes_to_pay_json(const std::optional<NodesToPay>& needed) {
  if (!needed) return nullptr;
  return {{"trusting_nobody", needed->trusting_nobody},
          {"colluders", needed->colluders},
          {"trusting_all_but_q", needed->trusting_all_but_q}};
}

}  // namespace

std::string advice_json(const Advice& advice) {
  const Json over_epsilon = array_of(advice.over_epsilon, [](const AdviceAt& at) {
    return Json{{"epsilon", number(at.epsilon)},
                {"joining", candidate_json(at.joining)},
                {"over_worlds", range_json(at.over_worlds)},
                {"node_alone_private", range_json(at.alone_private)},
                {"other_trust", at.other_trust ? candidate_json(*at.other_trust) : Json(nullptr)},
                {"other_trust_over_worlds", range_json(at.other_over_worlds)}};
  });
  const Json nodes = array_of(advice.nodes, [](const AdviceForNode& node) {
    return Json{{"node", node.node},
                {"records", node.records},
                {"node_alone", range_json(node.alone)},
                {"joining_pays_from", break_even_json(node.pays)}};
  });
  return dump({{"schema", "sotto.advice/2"},
               {"notice", "PREDICTION: no record was read, and nothing was released."},
               {"made_up", made_up_sentence()},
               {"assumptions", advice.assumptions},
               {"worlds", advice.worlds},
               {"metric", advice.measures.shown.name},
               {"more_is_better", advice.measures.shown.more_is_better},
               {"chosen_by", advice.measures.chosen_by.name},
               {"trials", advice.trials},
               {"epsilon", number(advice.advised.privacy.budget.epsilon)},
               {"advice", candidate_json(advice.chosen)},
               {"epsilon_all", number_or_null(advice.epsilon_all)},
               {"stage_two", stage_two_json(advice.stage_two)},
               {"candidates", array_of(advice.candidates, candidate_json)},
               {"over_epsilon", over_epsilon},
               {"over_worlds", range_json(advice.over_worlds)},
               {"node_alone", range_json(advice.alone)},
               {"no_privacy", range_json(advice.no_privacy)},
               {"constant_answer", range_json(advice.constant)},
               {"joining_pays_from", break_even_json(advice.pays)},
               {"other_trust", other_trust_json(advice.other_trust)},
               {"nodes_to_pay", nodes_to_pay_json(advice.nodes_to_pay)},
               {"nodes", nodes}});
}

}  // namespace sotto
