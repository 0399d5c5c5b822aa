// SPDX-License-Identifier: MIT
#include "sotto/study/paper_experiments.hpp"

#include <cmath>

#include "sotto/arithmetic/multiply_add.hpp"
#include "sotto/privacy/seeded_noise.hpp"
#include "sotto/simulation/baseline/printed_hand_over_non_private.hpp"
#include "sotto/simulation/comparison/scenario.hpp"

namespace sotto {
namespace {

/// Hears what everybody hears, and keeps two rounds of it.
class Listener final : public Eavesdropper {
 public:
  explicit Listener(Round last) : last_(last) {}
  void hear(Round t, std::span<const Released> y) override {
    if (t == last_) before.assign(y.begin(), y.end());
    if (t == last_ + 1) after.assign(y.begin(), y.end());
  }
  std::vector<Released> before, after;  ///< y(T) and y(T+1)

 private:
  Round last_;
};

double distance_share(std::span<const double> found, std::span<const double> truth) {
  double apart = 0, length = 0;
  for (std::size_t k = 0; k < truth.size(); ++k) {
    apart += std::pow(found[k] - truth[k], 2);
    length += truth[k] * truth[k];
  }
  return std::sqrt(apart / length);
}

}  // namespace

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

RecoveredGradient recover_gradient(const Scenario& scenario) {
  const std::atomic<bool> never{false};
  const Plan plan = scenario.plan();
  const Round T = plan.gradient_rounds();
  const Objectives objectives = scenario.objectives(0);
  const Network network{
      .weights = scenario.weights(), .domain = scenario.domain(), .plan = plan, .objectives = objectives.view};
  const std::uint64_t seed = scenario.configuration().run.seed;
  SeededNoise noise({.seed = seed, .trial = 0});
  Listener listener(T);
  run_reference(network, FixedRounds{0}, noise, listener, never);

  // z_1(T) = Proj_X(sum_j w_1j y_j(T)): everything in it was said aloud. y(1) = 0.
  const WeightMatrix::Row row = scenario.weights().row(0);
  std::vector<double> z(dimension(scenario.domain()), 0.0), truth(z.size());
  for (std::size_t j = 0; j < row.columns.size() && T > 1; ++j)
    multiply_add(row.weights[j], listener.before[row.columns[j]].values(), z, z);
  project(scenario.domain(), z);
  objectives.view[0]->gradient(z, truth);

  const auto found = [&](std::span<const double> last_message) {
    std::vector<double> gradient(truth.size());
    for (std::size_t k = 0; k < gradient.size(); ++k) gradient[k] = (z[k] - last_message[k]) / plan.step(T);
    return distance_share(gradient, truth);
  };
  const Points printed = printed_messages_non_private({.network = network, .seed = seed, .trial = 0}, never);
  return {.from_printed_loop = found(printed.of(0)), .from_safe_loop = found(listener.after[0].values())};
}

}  // namespace sotto
