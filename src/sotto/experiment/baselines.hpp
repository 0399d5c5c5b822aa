// SPDX-License-Identifier: MIT
// What a private run is measured against. None of these protects records, except the curator from the outside world.
#pragma once

#include <memory>

#include "sotto/baseline/baseline.hpp"
#include "sotto/experiment/trial.hpp"

namespace sotto {

/// Errors ||. - x*||^2 / ||x*||^2 of one trial.
struct BaselineErrors {
  double no_privacy;  ///< the same graph, steps and rounds without noise: of xbar(T)
  double node_alone;  ///< mean over nodes of a node's own minimiser, shown to nobody: no noise needed
  double curator;     ///< one trusted party holds all records and releases once, with the same (eps, delta)
};

/// What the trials of a comparison share; any thread may ask.
class Baselines {
 public:
  /// `plan` is that of the private nodes: its rounds and steps without noise, its promise given by a curator.
  Baselines(const Scenario& scenario, const Plan& plan);

  /// The first of them, by plain vectors; an engine may have found it faster. Means nothing when it was interrupted.
  static double no_privacy(const TrialInput& input, const std::atomic<bool>& interrupt);

  /// Means nothing when it was interrupted.
  BaselineErrors errors(const TrialInput& input, double no_privacy, const std::atomic<bool>& interrupt) const;

 private:
  std::unique_ptr<Baseline> node_alone_, curator_;
};

/// The exact released error of mean estimation while no projection binds, (p/N) sum (t/T)^2 M_t^2, not yet divided
/// by ||x*||^2. Holds for steps eta_t = 1/(mu t), that is mu = L.
double exact_mean_estimation_error(const Plan& plan, double dimension, NodeId nodes);

}  // namespace sotto
