// SPDX-License-Identifier: MIT
// Baselines in a comparison: which of them, measured on the trials of the private plans.
#pragma once

#include <memory>
#include <string>

#include "sotto/baseline/baseline.hpp"
#include "sotto/experiment/trial.hpp"

namespace sotto {

/// A baseline, with the plan whose promise, steps and rounds it follows.
struct NamedBaseline {
  std::string name;
  const BaselineKind* kind;
  Plan plan;
};

/// Those that every run is measured against; all that there are.
std::vector<NamedBaseline> usual_baselines(const Plan& plan);
std::vector<NamedBaseline> every_baseline(const Plan& plan);

/// Those that a run's settings ask for.
std::vector<NamedBaseline> wanted_baselines(const RunSettings& run, const Plan& plan);

/// One of them, with what its trials share; any thread may ask. The scenario must outlive it.
class MeasuredBaseline {
 public:
  MeasuredBaseline(const Scenario& scenario, const NamedBaseline& named);

  const Plan& plan() const { return *plan_; }
  /// An engine finds this one faster, many trials at once.
  bool is_plain_descent() const { return kind_->name == "no_privacy"; }

  /// Whether it may be left out of later trials.
  bool iterates() const { return kind_->iterates; }

  /// ||. - x*||^2 / ||x*||^2, mean over its points. Means nothing when it was interrupted.
  double error(const TrialInput& input, const std::atomic<bool>& interrupt) const;

 private:
  const BaselineKind* kind_;
  std::unique_ptr<const Plan> plan_;  ///< at a place that does not move: the baseline may look at it
  std::unique_ptr<Baseline> baseline_;
};

/// The exact released error of mean estimation while no projection binds, (p/N) sum (t/T)^2 M_t^2, not yet divided
/// by ||x*||^2. Holds for steps eta_t = 1/(mu t), that is mu = L.
double exact_mean_estimation_error(const Plan& plan, double dimension, NodeId nodes);

}  // namespace sotto
