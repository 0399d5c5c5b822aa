// SPDX-License-Identifier: MIT
// Baselines in a comparison: which of them, measured on the trials of the private plans.
#pragma once

#include <memory>
#include <mutex>
#include <string>

#include "sotto/consensus/released_error.hpp"
#include "sotto/simulation/baseline/baseline.hpp"
#include "sotto/simulation/comparison/test_result.hpp"

namespace sotto {

/// A baseline, with the plan whose promise, steps and rounds it follows.
struct NamedBaseline {
  std::string name;
  const BaselineKind* kind;
  Plan plan;
  std::vector<Plan> own_plans = {};  ///< of nodes with a promise of their own, one a node; empty: all have the same
};

/// Those that every run is measured against (on files a node alone that promises privacy, too); all that there are.
std::vector<NamedBaseline> usual_baselines(const Plan& plan, bool on_files = false);
std::vector<NamedBaseline> every_baseline(const Plan& plan);

/// Those that a run's settings ask for.
std::vector<NamedBaseline> wanted_baselines(const Configuration& configuration, const Plan& plan);

struct BaselineTrialResult {
  double error;          ///< ||. - x*||^2 / ||x*||^2, mean over its points
  TestResult test = {};  ///< of its points
};

/// One of them, with what its trials share; any thread may ask. The scenario must outlive it.
class MeasuredBaseline {
 public:
  MeasuredBaseline(const Scenario& scenario, const NamedBaseline& named);

  const Plan& plan() const { return *plan_; }
  const std::vector<Plan>& own_plans() const { return own_plans_; }
  /// An engine finds this one faster, many trials at once. That of large networks has momentum too.
  bool is_plain_descent(const Scenario& scenario) const {
    return kind_->name == "no_privacy" &&
           (scenario.spread() != nullptr || plan_->request().acceleration == Acceleration::none);
  }

  /// Whether it may be left out of later trials.
  bool iterates() const { return kind_->iterates; }

  /// Means nothing when it was interrupted. `spread`: the records, where the network is spread.
  BaselineTrialResult run(const Trial& trial, const SpreadRecords& spread, const std::atomic<bool>& interrupt) const;

 private:
  BaselineTrialResult run_anew(const Trial& trial, const SpreadRecords& spread,
                               const std::atomic<bool>& interrupt) const;

  const Scenario& scenario_;
  const BaselineKind* kind_;
  std::unique_ptr<const Plan> plan_;  ///< at a place that does not move: the baseline may look at it
  std::vector<Plan> own_plans_;
  std::unique_ptr<Baseline> baseline_;
  bool the_same_in_all_trials_;  ///< where records and graph are, and it draws no noise
  struct Once {
    std::once_flag ran;
    BaselineTrialResult result = {};
  };
  std::unique_ptr<Once> once_ = std::make_unique<Once>();
};

}  // namespace sotto
