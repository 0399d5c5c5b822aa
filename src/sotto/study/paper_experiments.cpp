// SPDX-License-Identifier: MIT
// What the paper claims of the experiments' results.
#include "sotto/study/paper_experiments.hpp"

#include "sotto/study/claims.hpp"

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

}  // namespace sotto
