// SPDX-License-Identifier: MIT
// Baselines in a comparison.
#include "sotto/simulation/comparison/baselines.hpp"

#include "sotto/simulation/comparison/spread_baselines.hpp"
#include "sotto/simulation/engine/run_recorder.hpp"

namespace sotto {
namespace {

/// The same promise, steps and rounds by each node's own noise, without what the baseline does not do.
Plan plan_for(const BaselineKind& kind, const Plan& plan) {
  PlanRequest request = plan.request();
  const bool keeps_momentum = kind.accelerates || request.acceleration == Acceleration::none;
  if (!plan.is_masked() && request.mixing_rounds == 1 && request.output == Output::last && keeps_momentum) return plan;
  request.mechanism = Independent{};
  request.epsilon_all.reset();
  request.mixing_rounds = 1;
  request.output = Output::last;
  if (!keeps_momentum) request.acceleration = Acceleration::none;
  return make_plan(request);
}

}  // namespace

std::vector<NamedBaseline> usual_baselines(const Plan& plan, bool on_files) {
  std::vector<NamedBaseline> baselines;
  for (const char* name : {"no_privacy", "node_alone", "curator"})
    baselines.push_back({name, baseline_named(name), plan});
  if (on_files) baselines.push_back({"node_alone_private", baseline_named("node_alone_private"), plan});
  return baselines;
}

std::vector<NamedBaseline> every_baseline(const Plan& plan) {
  std::vector<NamedBaseline> baselines;
  for (const BaselineKind& kind : all_baselines()) baselines.push_back({std::string(kind.name), &kind, plan});
  return baselines;
}

std::vector<NamedBaseline> wanted_baselines(const Configuration& configuration, const Plan& plan) {
  const BaselineSet which = configuration.run.baselines;
  if (which == BaselineSet::all) return every_baseline(plan);
  return which == BaselineSet::none ? std::vector<NamedBaseline>{}
                                    : usual_baselines(plan, configuration.data.has_value());
}

MeasuredBaseline::MeasuredBaseline(const Scenario& scenario, const NamedBaseline& named)
    : scenario_(scenario),
      kind_(named.kind),
      plan_(std::make_unique<const Plan>(plan_for(*named.kind, named.plan))),
      baseline_(named.kind->make({.domain = scenario.domain(),
                                  .plan = *plan_,
                                  .nodes = scenario.graph().node_count(),
                                  .weights = scenario.weights()})),
      the_same_in_all_trials_(scenario.configuration().run.fresh == Fresh::noise &&
                              (kind_->name == "no_privacy" || kind_->name == "node_alone")) {
  for (const Plan& own : named.own_plans) own_plans_.push_back(plan_for(*kind_, own));
}

BaselineTrialResult MeasuredBaseline::run(const Trial& trial, const SpreadRecords& spread,
                                          const std::atomic<bool>& interrupt) const {
  if (!the_same_in_all_trials_) return run_anew(trial, spread, interrupt);
  std::call_once(once_->ran, [&] { once_->result = run_anew(trial, spread, interrupt); });
  return once_->result;
}

BaselineTrialResult MeasuredBaseline::run_anew(const Trial& trial, const SpreadRecords& spread,
                                               const std::atomic<bool>& interrupt) const {
  if (scenario_.spread() != nullptr)
    return {.error = error_on_spread(*kind_, *plan_, scenario_, trial, spread, interrupt)};
  const RunRecorder judge(trial);
  const std::vector<std::vector<double>> points =
      baseline_->outputs({.network = trial.network, .seed = trial.noise.seed, .trial = trial.noise.trial}, interrupt);
  double sum = 0;
  for (const std::vector<double>& point : points) sum += judge.error_of(point);
  std::vector<std::vector<double>> ends = points;  // a model is a point of the domain
  if (scenario_.real() != nullptr)
    for (std::vector<double>& end : ends) project(scenario_.domain(), end);
  return {sum / static_cast<double>(points.size()), test_of(scenario_, ends)};
}

}  // namespace sotto
