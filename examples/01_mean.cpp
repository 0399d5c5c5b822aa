// SPDX-License-Identifier: MIT
// Teaches: a private mean in a dozen lines. Eight nodes on a ring hold 500 records each and speak to two neighbours
// only; every node learns the mean of all records. Domain, objectives, weights, plan, noise, run: the parts of any run.
#include <iostream>
#include <vector>

#include "sotto/graph/topologies.hpp"
#include "sotto/graph/weight_rules.hpp"
#include "sotto/privacy/seeded_noise.hpp"
#include "sotto/problem/mean_estimation.hpp"
#include "sotto/problem/truncated_gaussian.hpp"
#include "sotto/simulation/engine/reference.hpp"

using namespace sotto;  // NOLINT(google-build-using-namespace): an example is read, not included

namespace {

/// Stands for what eight organisations hold: 500 points each, around (3, 3).
std::vector<MeanEstimation> eight_nodes(const Domain& domain) {
  std::vector<MeanEstimation> nodes;
  for (NodeId i = 0; i < 8; ++i)
    nodes.emplace_back(domain, draw_records({.dimension = 2, .mean = 3, .radius = 5},
                                            {.seed = 7, .trial = 0, .node = i, .record_count = 500}));
  return nodes;
}

std::vector<const Objective*> addresses_of(const std::vector<MeanEstimation>& nodes) {
  std::vector<const Objective*> addresses(nodes.size());
  for (std::size_t i = 0; i < nodes.size(); ++i) addresses[i] = &nodes[i];
  return addresses;
}

const std::atomic<bool> interrupt{false};  // nobody presses Ctrl-C here
NobodyListens nobody;                      // and nobody measures

}  // namespace

int main() {
  // README.md shows the lines from here on; a test holds the two together.
  const Domain square = Box{.dimension = 2, .half_side = 5};      // public: records and answers lie in [-5, 5]^2
  const std::vector<MeanEstimation> nodes = eight_nodes(square);  // each holds its own 500 records
  const std::vector<const Objective*> objectives = addresses_of(nodes);
  const WeightMatrix weights = make_weights(ring_graph(8), WeightRule::metropolis);
  const Plan plan = make_plan({.budget = {.epsilon = 1, .delta = 1e-6},  // there is no default promise
                               .gradient_rounds = 50,
                               .constants = MeanEstimation::constants_for(square, 500)});
  SeededNoise noise({.seed = 1, .trial = 0});  // a simulation: whoever knows the seed can subtract the noise
  TrialOutcome outcome = run_reference({weights, square, plan, objectives}, FixedRounds{60}, noise, nobody, interrupt);
  Released& mean = outcome.messages_at_end[0];  // after Stage II every node holds (nearly) the same
  mean.project_onto(square);
  std::cout << "released mean: (" << mean.values()[0] << ", " << mean.values()[1] << ")\n";
}
