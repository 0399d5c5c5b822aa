// SPDX-License-Identifier: MIT
#include "sotto/study/tried_plans.hpp"

#include <algorithm>
#include <array>

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

/// Candidates with their epsilons in one world: one comparison for each problem that they have.
class Tries {
 public:
  explicit Tries(MadeUpWorld& world) : world_(world) { group_of(world.configured()); }

  void add(std::size_t epsilon_place, double epsilon, const Candidate& candidate) {
    Group& group = group_of(world_.of(candidate));
    group.contest.plans.push_back(named_plan(*group.scenario, epsilon, candidate));
    group.asked.push_back({epsilon_place, candidate});
  }
  /// On the configured problem. Nodes alone draw their own noise, whatever the trust.
  void add_baseline(const char* name, double epsilon, Candidate candidate) {
    candidate.colluders = 0;
    groups_.front().contest.baselines.push_back(
        {name, baseline_named(name), named_plan(*groups_.front().scenario, epsilon, candidate).plan});
  }

  /// Plans are handed to `take` and not kept: they hold numbers of every round. The comparison on the configured
  /// problem, or an interrupted one.
  template <class Take>
  Comparison run(const Progress& progress, const std::atomic<bool>& interrupt, const Take& take) {
    Comparison first;
    std::erase_if(groups_,
                  [](const Group& group) { return group.contest.plans.empty() && group.contest.baselines.empty(); });
    const auto parts = static_cast<std::uint32_t>(groups_.size());
    for (std::uint32_t g = 0; g < parts; ++g) {
      const auto part = [&](std::uint32_t done, std::uint32_t wanted) { progress(g * wanted + done, parts * wanted); };
      Comparison comparison = compare(*groups_[g].scenario, std::move(groups_[g].contest), part, interrupt);
      if (comparison.interrupted) return comparison;
      hand_over(comparison, groups_[g], take);
      comparison.plans.clear();
      if (groups_[g].scenario == &world_.configured()) first = std::move(comparison);
    }
    return first;
  }

 private:
  struct Asked {
    std::size_t epsilon_place;
    Candidate candidate;
  };
  struct Group {
    const Scenario* scenario;
    Contest contest = {};
    std::vector<Asked> asked = {};
  };

  Group& group_of(const Scenario& scenario) {
    for (Group& group : groups_)
      if (group.scenario == &scenario) return group;
    return groups_.emplace_back(Group{&scenario});
  }

  template <class Take>
  static void hand_over(const Comparison& comparison, const Group& group, const Take& take) {
    const Measures measures = measures_of(comparison, *group.scenario);
    for (std::size_t k = 0; k < group.asked.size(); ++k) {
      const PlanResult& own = comparison.plans[k];
      const Round start = own.plan.timetable().hand_over() - RoundColumns::first_round;
      take(group.asked[k].epsilon_place,
           TriedPlan{.predicted = {group.asked[k].candidate, predicted_by(own, comparison, measures)},
                     .plan = own.plan,
                     .disagreement = own.rounds.disagreement[start].mean() * comparison.minimiser_squared_norm.mean()});
    }
  }

  MadeUpWorld& world_;
  std::vector<Group> groups_;
};

/// How much of the whole work a step is, by experience.
enum Share : std::uint32_t { of_first = 250, of_step = 50, of_elsewhere = 250, of_world = 50, of_all = 1000 };
static_assert(of_first + 5 * of_step + of_elsewhere + made_up_worlds * of_world == of_all);

/// All of it as one piece of work.
class Search {
 public:
  Search(const Configuration& configuration, const Progress& progress, const std::atomic<bool>& interrupt)
      : configuration_(configuration), progress_(progress), interrupt_(interrupt), world_(configuration, 0) {
    tried_.other_trust = other_trust_of(world_.configured());
    for (const double epsilon : epsilons_for(configuration))
      tried_.at.push_back({.epsilon = epsilon, .joining = {}, .other_trust = {}, .alone = {}});
  }

  std::optional<TriedPlans> run() {
    if (!try_every_rounds()) return std::nullopt;
    for (const auto& next : {reshaped, variants_of, clipped_otherwise, scaled_otherwise, regularised_otherwise})
      if (!try_more(next)) return std::nullopt;
    if (!try_elsewhere()) return std::nullopt;
    while (tried_.worlds.size() < made_up_worlds)
      if (!try_world(static_cast<std::uint32_t>(tried_.worlds.size()))) return std::nullopt;
    return std::move(tried_);
  }

 private:
  /// Told in thousandths of all: how many trials the steps to come have is not known yet.
  Progress next_step(Share share) {
    const std::uint64_t before = done_;
    done_ += share;
    return [this, before, share](std::uint32_t done, std::uint32_t wanted) {
      progress_(static_cast<std::uint32_t>(before + std::uint64_t{share} * done / wanted), of_all);
    };
  }

  auto taker() {
    return
        [this](std::size_t e, TriedPlan one) { tried_.at[e].take(std::move(one), configuration_.privacy.colluders); };
  }
  const Candidate& best(const std::vector<TriedPlan>& pool) const {
    return best_of(pool, tried_.measures.chosen_by).predicted.candidate;
  }
  std::size_t promised_place() const {
    return static_cast<std::size_t>(&tried_.promised(configuration_) - tried_.at.data());
  }

  /// The default at every T, epsilon and trust, and nodes alone that publish.
  bool try_every_rounds() {
    Tries tries(world_);
    const std::vector<Candidate> all = for_every_rounds(configured_candidate(configuration_), configuration_);
    for (std::size_t e = 0; e < tried_.at.size(); ++e)
      for (Candidate candidate : all) {
        tries.add(e, tried_.at[e].epsilon, candidate);
        tries.add_baseline("node_alone_private", tried_.at[e].epsilon, candidate);
        if (!tried_.other_trust) continue;
        candidate.colluders = *tried_.other_trust;
        tries.add(e, tried_.at[e].epsilon, candidate);
      }
    tried_.comparison = tries.run(next_step(of_first), interrupt_, taker());
    if (tried_.comparison.interrupted) return false;
    tried_.measures = measures_of(tried_.comparison, world_.configured());
    for (std::size_t e = 0, k = 0; e < tried_.at.size(); ++e)
      for (const Candidate& candidate : all)
        tried_.at[e].alone.emplace_back(
            candidate, predicted_by(tried_.comparison.baselines[k++], tried_.comparison, tried_.measures));
    return true;
  }

  /// What `next` makes of the best so far at the promised epsilon.
  bool try_more(std::vector<Candidate> (*next)(const Candidate&, const Scenario&)) {
    Tries tries(world_);
    const std::size_t e = promised_place();
    for (const Candidate& candidate : next(best(tried_.at[e].joining), world_.configured()))
      tries.add(e, tried_.at[e].epsilon, candidate);
    return !tries.run(next_step(of_step), interrupt_, taker()).interrupted;
  }

  /// What is best there, at the other epsilons and with the other trust: at every T, plain and with momentum.
  bool try_elsewhere() {
    Tries tries(world_);
    const std::size_t promised = promised_place();
    const std::vector<Candidate> family = family_of(best(tried_.at[promised].joining), world_.configured());
    for (std::size_t e = 0; e < tried_.at.size(); ++e)
      for (Candidate candidate : family) {
        if (e != promised) tries.add(e, tried_.at[e].epsilon, candidate);
        if (!tried_.other_trust) continue;
        candidate.colluders = *tried_.other_trust;
        candidate.mixing_rounds = 1;
        tries.add(e, tried_.at[e].epsilon, candidate);
      }
    return !tries.run(next_step(of_elsewhere), interrupt_, taker()).interrupted;
  }

  /// Each node alone, on as many rows as can be afforded.
  bool note_alone(WorldResult& world, MadeUpWorld& drawn) const {
    Contest contest{.plans = {}, .baselines = {}};
    contest.baselines.push_back({"node_alone", baseline_named("node_alone"), drawn.alone().plan()});
    const Comparison comparison = compare(
        drawn.alone(), std::move(contest), [](std::uint32_t, std::uint32_t) {}, interrupt_);
    if (comparison.interrupted) return false;
    const BaselineResult& alone = comparison.baselines.front();
    world.alone = predicted_by(alone, comparison, tried_.measures);
    world.no_privacy = prediction_of_minimiser(comparison, tried_.measures);
    world.constant = prediction_of_constant(comparison, tried_.measures);
    world.own_spread = alone.error.mean() * comparison.minimiser_squared_norm.mean();
    const auto of = [](const RunningStatistic& one) {
      return Forecast{.value = one.mean(), .standard_error = one.standard_error()};
    };
    for (std::size_t i = 0; i < alone.test.first.size(); ++i)
      world.each_alone.push_back({of(alone.test.first[i]), of(alone.test.judged[i])});
    return true;
  }

  /// The best of the first world, in this one.
  bool try_world(std::uint32_t number) {
    WorldResult world{.joining = std::vector<Forecasts>(tried_.at.size()),
                      .other_trust = std::vector<Forecasts>(tried_.other_trust ? tried_.at.size() : 0)};
    MadeUpWorld another(configuration_, number);
    MadeUpWorld& drawn = number == 0 ? world_ : another;
    Tries tries(drawn);
    for (std::size_t e = 0; e < tried_.at.size(); ++e) {
      const Measure& measure = tried_.measures.chosen_by;
      tries.add(e, tried_.at[e].epsilon, advised_of(tried_.at[e].joining, measure).predicted.candidate);
      if (tried_.other_trust)
        tries.add(e, tried_.at[e].epsilon, advised_of(tried_.at[e].other_trust, measure).predicted.candidate);
      tries.add_baseline("node_alone_private", tried_.at[e].epsilon, best_of(tried_.at[e].alone, measure).candidate);
    }
    const auto take = [&](std::size_t e, const TriedPlan& one) {
      const bool own = one.predicted.candidate.colluders == configuration_.privacy.colluders;
      (own ? world.joining : world.other_trust)[e] = one.predicted;
    };
    const Comparison comparison = tries.run(next_step(of_world), interrupt_, take);
    if (comparison.interrupted || !note_alone(world, drawn)) return false;
    for (const BaselineResult& alone : comparison.baselines)
      world.alone_private.push_back(predicted_by(alone, comparison, tried_.measures));
    tried_.worlds.push_back(std::move(world));
    return true;
  }

  const Configuration& configuration_;
  const Progress& progress_;
  const std::atomic<bool>& interrupt_;
  MadeUpWorld world_;
  TriedPlans tried_;
  std::uint64_t done_ = 0;
};

}  // namespace

std::vector<PredictedCandidate> predictions_of(const std::vector<TriedPlan>& tried) {
  std::vector<PredictedCandidate> predicted;
  predicted.reserve(tried.size());
  for (const TriedPlan& one : tried) predicted.push_back(one.predicted);
  return predicted;
}

void TriedAt::take(TriedPlan one, std::uint32_t own_colluders) {
  (one.predicted.candidate.colluders == own_colluders ? joining : other_trust).push_back(std::move(one));
}

const TriedAt& TriedPlans::promised(const Configuration& configuration) const {
  return *std::find_if(at.begin(), at.end(),
                       [&](const TriedAt& one) { return one.epsilon == configuration.privacy.budget.epsilon; });
}

const TriedPlan& best_of(const std::vector<TriedPlan>& tried, const Measure& chosen_by) {
  const std::vector<PredictedCandidate> predicted = predictions_of(tried);
  return tried[static_cast<std::size_t>(&best_of(predicted, chosen_by) - predicted.data())];
}

const TriedPlan& advised_of(const std::vector<TriedPlan>& tried, const Measure& chosen_by) {
  const std::vector<PredictedCandidate> predicted = predictions_of(tried);
  return tried[static_cast<std::size_t>(&advised_of(predicted, chosen_by) - predicted.data())];
}

std::optional<TriedPlans> try_plans(const Configuration& configuration, const Progress& progress,
                                    const std::atomic<bool>& interrupt) {
  return Search(configuration, progress, interrupt).run();
}

}  // namespace sotto
