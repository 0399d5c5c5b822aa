// SPDX-License-Identifier: MIT
#include "sotto/study/paper_experiments.hpp"

#include "sotto/simulation/comparison/scenario.hpp"
#include "sotto/study/printed_loop.hpp"

namespace sotto {

std::vector<ClaimVerdict> judge_claims(const Observed& observed) {
  const auto of = [&](const char* id) -> const std::vector<Observation>* {
    const auto found = observed.find(id);
    return found == observed.end() ? nullptr : &found->second;
  };
  std::vector<ClaimVerdict> verdicts;
  if (const auto* figure1 = of("figure1")) {
    verdicts.push_back(judge_rounds(*figure1));
    verdicts.push_back(judge_default(*figure1));
    verdicts.push_back(judge_cooperation(*figure1));
    verdicts.push_back(judge_relaxation(*figure1));
  }
  if (const auto* figure2 = of("figure2")) verdicts.push_back(judge_epsilon(*figure2));
  if (const auto* figure3 = of("figure3")) verdicts.push_back(judge_connectivity(*figure3));
  if (const auto* figure4 = of("figure4")) verdicts.push_back(judge_records(*figure4));
  if (const auto* bound = of("printed_bound")) {
    verdicts.push_back(judge_printed_bound(*bound));
    std::vector<Observation> figures;
    for (const auto& [id, observations] : observed)
      if (id.starts_with("figure")) figures.insert(figures.end(), observations.begin(), observations.end());
    verdicts.push_back(judge_corrected_bound(figures, *bound));
  }
  return verdicts;
}

std::vector<ClaimVerdict> judge(const Reproduction& reproduction) {
  Observed observed;
  const FinishedSweep* figure1 = nullptr;
  for (const FinishedSweep& finished : reproduction.sweeps) {
    observed[finished.id] = finished.observations;
    if (finished.id == "figure1") figure1 = &finished;
  }
  if (!reproduction.printed_bound.empty()) observed["printed_bound"] = reproduction.printed_bound;
  std::vector<ClaimVerdict> verdicts = judge_claims(observed);
  if (figure1 == nullptr) return verdicts;
  Configuration configuration = figure1->first;  // the paper's plan
  configuration.algorithm.rounds = 1000;
  const Scenario scenario(configuration);
  verdicts.push_back(judge_theorem_one({.promised_epsilon = configuration.privacy.budget.epsilon,
                                        .exact_epsilon = epsilon_of(Accountant::exact, scenario.plan())}));
  verdicts.push_back(judge_printed_loop(recover_gradient(scenario).from_printed_loop));
  return verdicts;
}

}  // namespace sotto
