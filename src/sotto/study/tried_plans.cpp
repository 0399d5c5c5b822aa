// SPDX-License-Identifier: MIT
#include "sotto/study/tried_plans.hpp"

#include <algorithm>
#include <array>
#include <map>

#include "sotto/agreement/trust_choice.hpp"

namespace sotto {
namespace {

constexpr std::array epsilons_to_try{0.1, 0.3, 1.0, 3.0, 10.0, 30.0};

std::vector<double> epsilons_for(const Configuration& configuration) {
  std::vector<double> epsilons(epsilons_to_try.begin(), epsilons_to_try.end());
  epsilons.push_back(configuration.privacy.budget.epsilon);
  std::sort(epsilons.begin(), epsilons.end());
  epsilons.erase(std::unique(epsilons.begin(), epsilons.end()), epsilons.end());
  return epsilons;
}

/// A limit against all others together is never below the promise.
Configuration at_epsilon(Configuration configuration, double epsilon) {
  configuration.privacy.budget.epsilon = epsilon;
  if (auto& all = configuration.privacy.epsilon_all) all = std::max(*all, epsilon);
  return configuration;
}

NamedPlan named_plan(const Scenario& scenario, double epsilon, const Candidate& candidate) {
  const Scenario departing = scenario.departing(with(at_epsilon(scenario.configuration(), epsilon), candidate));
  return {.name = "", .plan = departing.plan(), .own_plans = departing.own_plans()};
}

/// All but 1 where nobody is trusted, and nobody where somebody is.
std::optional<std::uint32_t> other_trust_of(const Scenario& scenario) {
  if (scenario.configuration().privacy.trust == Trust::all_but_q) return 0;
  if (can_trust_all_but(scenario.configuration(), scenario.graph().node_count(), 1)) return 1;
  return std::nullopt;
}

/// One comparison of candidates at each epsilon.
class Tries {
 public:
  explicit Tries(const Scenario& scenario) : scenario_(scenario) {}

  void add(std::size_t epsilon_place, double epsilon, const std::vector<Candidate>& candidates) {
    for (const Candidate& candidate : candidates) {
      contest_.plans.push_back(named_plan(scenario_, epsilon, candidate));
      asked_.push_back({epsilon_place, candidate});
    }
  }
  /// Nodes alone draw their own noise, whatever the trust.
  void add_baseline(const char* name, double epsilon, Candidate candidate) {
    candidate.colluders = 0;
    contest_.baselines.push_back({name, baseline_named(name), named_plan(scenario_, epsilon, candidate).plan});
  }
  bool empty() const { return asked_.empty(); }

  /// The comparison's plans are handed to `take` and not kept: they hold numbers of every round.
  template <class Take>
  Comparison run(const Progress& progress, const std::atomic<bool>& interrupt, const Take& take) {
    Comparison comparison = compare(scenario_, std::move(contest_), progress, interrupt);
    if (comparison.interrupted) return comparison;
    const Measures measures = measures_of(comparison, scenario_);
    for (std::size_t k = 0; k < asked_.size(); ++k) {
      const PlanResult& own = comparison.plans[k];
      const Round start = own.plan.timetable().hand_over() - RoundColumns::first_round;
      take(asked_[k].epsilon_place,
           TriedPlan{.predicted = {asked_[k].candidate, prediction_of(own, comparison, measures.shown),
                                   prediction_of(own, comparison, measures.chosen_by)},
                     .plan = own.plan,
                     .disagreement = own.rounds.disagreement[start].mean() * comparison.minimiser_squared_norm.mean()});
    }
    comparison.plans.clear();
    return comparison;
  }

 private:
  struct Asked {
    std::size_t epsilon_place;
    Candidate candidate;
  };
  const Scenario& scenario_;
  Contest contest_;
  std::vector<Asked> asked_;
};

/// Several comparisons as one piece of work.
Progress part_of(const Progress& progress, std::uint32_t part, std::uint32_t parts) {
  return [=](std::uint32_t done, std::uint32_t wanted) { progress(part * wanted + done, parts * wanted); };
}

/// all_candidates(), the other trust, and nodes alone. False: it was interrupted.
bool try_first(TriedPlans& tried, const Scenario& scenario, const Progress& progress,
               const std::atomic<bool>& interrupt) {
  Tries tries(scenario);
  const std::vector<Candidate> alone = usual_candidates(scenario, 0);
  tries.add_baseline("node_alone", scenario.configuration().privacy.budget.epsilon, alone.front());
  for (std::size_t e = 0; e < tried.at.size(); ++e) {
    tries.add(e, tried.at[e].epsilon, all_candidates(scenario));
    if (tried.other_trust) tries.add(e, tried.at[e].epsilon, usual_candidates(scenario, *tried.other_trust));
    for (const Candidate& candidate : alone) tries.add_baseline("node_alone_private", tried.at[e].epsilon, candidate);
  }
  const std::uint32_t own = scenario.configuration().privacy.colluders;
  tried.comparison =
      tries.run(progress, interrupt, [&](std::size_t e, TriedPlan one) { tried.at[e].take(std::move(one), own); });
  if (tried.comparison.interrupted) return false;
  tried.measures = measures_of(tried.comparison, scenario);
  for (std::size_t e = 0; e < tried.at.size(); ++e)
    for (std::size_t k = 0; k < alone.size(); ++k) {
      const BaselineResult& result = tried.comparison.baselines[1 + e * alone.size() + k];
      tried.at[e].alone.push_back({alone[k], prediction_of(result, tried.comparison, tried.measures.shown),
                                   prediction_of(result, tried.comparison, tried.measures.chosen_by)});
    }
  return true;
}

/// Adds what `next` makes of what was tried at an epsilon, with either trust. False: it was interrupted.
template <class Next>
bool try_more(TriedPlans& tried, const Scenario& scenario, const Progress& progress, const std::atomic<bool>& interrupt,
              const Next& next) {
  Tries tries(scenario);
  for (std::size_t e = 0; e < tried.at.size(); ++e)
    for (const std::vector<TriedPlan>* pool : {&tried.at[e].joining, &tried.at[e].other_trust})
      if (!pool->empty()) tries.add(e, tried.at[e].epsilon, next(*pool));
  if (tries.empty()) return true;
  const std::uint32_t own = scenario.configuration().privacy.colluders;
  return !tries.run(progress, interrupt, [&](std::size_t e, TriedPlan one) { tried.at[e].take(std::move(one), own); })
              .interrupted;
}

}  // namespace

void TriedAt::take(TriedPlan one, std::uint32_t own_colluders) {
  (one.predicted.candidate.colluders == own_colluders ? joining : other_trust).push_back(std::move(one));
}

const TriedAt& TriedPlans::promised(const Configuration& configuration) const {
  return *std::find_if(at.begin(), at.end(),
                       [&](const TriedAt& one) { return one.epsilon == configuration.privacy.budget.epsilon; });
}

const TriedPlan& best_of(const std::vector<TriedPlan>& tried, const Measure& chosen_by) {
  std::vector<PredictedCandidate> predicted;
  predicted.reserve(tried.size());
  for (const TriedPlan& one : tried) predicted.push_back(one.predicted);
  return tried[static_cast<std::size_t>(&best_of(predicted, chosen_by) - predicted.data())];
}

std::optional<TriedPlans> try_plans(const Scenario& scenario, const Progress& progress,
                                    const std::atomic<bool>& interrupt) {
  TriedPlans tried{.at = {}, .other_trust = other_trust_of(scenario), .comparison = {}, .measures = {}};
  for (const double epsilon : epsilons_for(scenario.configuration()))
    tried.at.push_back({.epsilon = epsilon, .joining = {}, .other_trust = {}, .alone = {}});
  const bool clips = may_clip(scenario.configuration());
  const std::uint32_t parts = clips ? 3 : 2;
  if (!try_first(tried, scenario, part_of(progress, 0, parts), interrupt)) return std::nullopt;
  const auto best = [&](const std::vector<TriedPlan>& pool) {
    return best_of(pool, tried.measures.chosen_by).predicted.candidate;
  };
  std::map<const std::vector<TriedPlan>*, Candidate> first_best;
  const auto vary = [&](const std::vector<TriedPlan>& pool) {
    return variants_of(first_best.emplace(&pool, best(pool)).first->second, scenario);
  };
  if (!try_more(tried, scenario, part_of(progress, 1, parts), interrupt, vary)) return std::nullopt;
  if (!clips) return tried;
  Configuration otherwise = scenario.configuration();
  otherwise.problem.clip_at_half_norm = !otherwise.problem.clip_at_half_norm;
  const Scenario on = Scenario::on_drawn_rows(otherwise, otherwise.advice);
  const auto clip = [&](const std::vector<TriedPlan>& pool) {
    return clipped_otherwise(first_best.at(&pool), best(pool), on);
  };
  if (!try_more(tried, on, part_of(progress, 2, parts), interrupt, clip)) return std::nullopt;
  return tried;
}

}  // namespace sotto
