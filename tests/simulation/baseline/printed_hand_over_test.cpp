// SPDX-License-Identifier: MIT
// Erratum E1 as a baseline: the printed loop is the private run without its last noise, and gives its records away.
#include <gtest/gtest.h>

#include "simulation/baseline/support.hpp"
#include "sotto/simulation/baseline/printed_hand_over_non_private.hpp"
#include "sotto/simulation/engine/run_noise.hpp"

namespace sotto {
namespace {

constexpr std::uint64_t its_seed = 5;
constexpr std::uint32_t its_trial = 3;

test::Tape private_run(const Network& network) {
  RunNoise noise({.on_lattice = network.plan.on_lattice(),
                  .randomness = Randomness::seeded,
                  .key = {.seed = its_seed, .trial = its_trial}});
  test::Tape tape;
  run_reference(network, FixedRounds{0}, noise, tape, test::never);
  return tape;
}

/// The mean of y_i(T+1) - n_i(T), for whoever holds the seed.
std::vector<double> mean_without_last_noise(const Network& network) {
  const Round T = network.plan.gradient_rounds();
  const auto last = private_run(network).messages.back();
  RunNoise noise({.on_lattice = network.plan.on_lattice(),
                  .randomness = Randomness::seeded,
                  .key = {.seed = its_seed, .trial = its_trial}});
  std::vector<double> mean(last[0].size(), 0.0);
  for (NodeId i = 0; i < last.size(); ++i) {
    const auto added = *noise.known_to_seed_holder(network.plan_of(i), {.node = i, .round = T}, mean.size());
    for (std::size_t k = 0; k < mean.size(); ++k) mean[k] += (last[i][k] - added[k]) / static_cast<double>(last.size());
  }
  return mean;
}

std::vector<double> printed(const Network& network) {
  return test::made("printed_hand_over_non_private", network)
      ->outputs({.network = network, .seed = its_seed, .trial = its_trial}, test::never)[0];
}

TEST(PrintedHandOver, IsThePrivateRunWithoutItsLastNoise) {
  for (const Round rounds : {1u, 2u, 17u}) {
    const test::TestNetwork net({.graph = ring_graph(5), .dimension = 4, .rounds = rounds});
    const std::vector<double> expected = mean_without_last_noise(net.network()), point = printed(net.network());
    for (std::size_t k = 0; k < 4; ++k) EXPECT_NEAR(point[k], expected[k], 1e-12) << rounds;
  }
}

TEST(PrintedHandOver, IsSoWhereNodesHavePlansOfTheirOwn) {
  const test::TestNetwork net({.graph = ring_graph(3), .rounds = 6}),
      stricter({.graph = ring_graph(3), .rounds = 6, .budget = {1, 1e-6}});
  const std::vector<Plan> own{net.plan(), stricter.plan(), net.plan()};
  Network network = net.network();
  network.own_plans = own;
  const std::vector<double> expected = mean_without_last_noise(network), point = printed(network);
  for (std::size_t k = 0; k < 3; ++k) EXPECT_NEAR(point[k], expected[k], 1e-12);
}

TEST(PrintedHandOver, FollowsAPlanOnTheLatticeUpToItsLastRounding) {
  const test::TestNetwork net({.graph = ring_graph(3), .rounds = 6});
  PlanRequest request = net.plan().request();
  request.lattice = net.domain();
  const Plan plan = make_plan(request);
  const Network network{.weights = net.weights(), .domain = net.domain(), .plan = plan, .objectives = net.objectives()};
  const std::vector<double> expected = mean_without_last_noise(network), point = printed(network);
  const double grid = plan.lattice_scale(6).grid();
  for (std::size_t k = 0; k < 3; ++k) EXPECT_NEAR(point[k], expected[k], 3 * grid);
  EXPECT_LT(3 * grid, 0.01 * plan.noise_scale(6).standard_deviation()) << "or another trajectory would pass, too";
}

/// What everybody heard, y(T) and the last message, is enough. The last private message is not.
TEST(PrintedHandOver, GivesEveryNodesLastGradientAwayToAnyListener) {
  const Round T = 9;
  const test::TestNetwork net({.graph = ring_graph(5), .radius = 1e3, .rounds = T, .budget = {50, 1e-3}});
  const test::Tape tape = private_run(net.network());
  const auto& heard = tape.messages[T - 2];  // y(T): the tape begins with y(2)
  const Points sent =
      printed_messages_non_private({.network = net.network(), .seed = its_seed, .trial = its_trial}, test::never);
  for (NodeId i = 0; i < 5; ++i) {
    std::vector<double> z(3, 0.0), gradient(3);
    const WeightMatrix::Row row = net.weights().row(i);
    for (std::size_t j = 0; j < row.columns.size(); ++j)
      for (std::size_t k = 0; k < 3; ++k) z[k] += row.weights[j] * heard[row.columns[j]][k];
    project(net.domain(), z);
    net.objectives()[i]->gradient(z, gradient);
    for (std::size_t k = 0; k < 3; ++k) {
      EXPECT_NEAR((z[k] - sent.of(i)[k]) / net.plan().step(T), gradient[k], 1e-9 * std::abs(gradient[k]) + 1e-9);
      EXPECT_GT(std::abs((z[k] - tape.messages[T - 1][i][k]) / net.plan().step(T) - gradient[k]),
                1e-3 * net.plan().noise_scale(T).standard_deviation() / net.plan().step(T));
    }
  }
}

}  // namespace
}  // namespace sotto
