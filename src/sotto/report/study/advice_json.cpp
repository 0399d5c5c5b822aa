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

Json candidate_json(const PredictedCandidate& one) {
  return {{"schedule", name_of(one.candidate.schedule)},
          {"step", name_of(one.candidate.step)},
          {"rounds", one.candidate.rounds},
          {"prediction", prediction_json(one.shown)},
          {"chosen_by", prediction_json(one.chosen_by)}};
}

/// Null: at none of the epsilons that were tried.
Json break_even_json(const BreakEven& pays) {
  if (!pays.epsilon) return nullptr;
  return {{"epsilon", number(*pays.epsilon)}, {"at_most", pays.already_at_least}};
}

Json stage_two_json(const StageTwoChoice& choice) {
  return {{"consensus", name_of(choice.consensus)},
          {"consensus_rounds", choice.rounds},
          {"disagreement_beside_noise", number(choice.left)}};
}

}  // namespace

std::string advice_json(const Advice& advice) {
  const Json over_epsilon = array_of(advice.over_epsilon, [](const AdviceAt& at) {
    return Json{{"epsilon", number(at.epsilon)},
                {"joining", candidate_json(at.joining)},
                {"node_alone_private", prediction_json(at.alone_private)}};
  });
  const Json nodes = array_of(advice.nodes, [](const AdviceForNode& node) {
    return Json{{"node", node.node},
                {"records", node.records},
                {"node_alone", prediction_json(node.alone)},
                {"joining_pays_from", break_even_json(node.pays)}};
  });
  return dump({{"schema", "sotto.advice/1"},
               {"notice", "PREDICTION: no record was read, and nothing was released."},
               {"assumptions", advice.assumptions},
               {"metric", advice.measures.shown.name},
               {"more_is_better", advice.measures.shown.more_is_better},
               {"chosen_by", advice.measures.chosen_by.name},
               {"trials", advice.trials},
               {"epsilon", number(advice.advised.privacy.budget.epsilon)},
               {"advice", candidate_json(advice.chosen)},
               {"stage_two", stage_two_json(advice.stage_two)},
               {"candidates", array_of(advice.candidates, candidate_json)},
               {"over_epsilon", over_epsilon},
               {"node_alone", prediction_json(advice.alone)},
               {"no_privacy", advice.no_privacy ? prediction_json(*advice.no_privacy) : Json(nullptr)},
               {"joining_pays_from", break_even_json(advice.pays)},
               {"nodes", nodes}});
}

}  // namespace sotto
