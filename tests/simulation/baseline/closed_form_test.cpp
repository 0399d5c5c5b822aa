// SPDX-License-Identifier: MIT
// Baselines with a closed form have its error: a node alone, without and with noise, one shot, the curator.
#include <gtest/gtest.h>

#include "simulation/baseline/support.hpp"
#include "sotto/simulation/baseline/output_perturbation.hpp"

namespace sotto {
namespace {

constexpr PrivacyBudget its_budget{.epsilon = 2, .delta = 1e-5};
constexpr std::size_t records_held = 20;
constexpr NodeId nodes_in_ring = 4;

const test::TestNetwork& network_of_means() {
  static const test::TestNetwork net({.graph = ring_graph(nodes_in_ring),
                                      .dimension = 10,
                                      .records = records_held,
                                      .rounds = 30,
                                      .budget = its_budget});
  return net;
}

/// D0/mu/sqrt(alpha) of a party that holds so many records.
double scale_with(double held) {
  const double diameter = 2 * 10 * std::sqrt(10.0);
  return diameter / held / std::sqrt(alpha_limit(Accountant::exact, its_budget));
}

std::vector<double> minimiser_of(std::span<const Objective* const> objectives) {
  return non_private_minimiser(objectives, network_of_means().domain());
}

TEST(NodeAlone, HasItsOwnMinimiserToTheLastDigits) {
  const test::TestNetwork& net = network_of_means();
  const auto points = test::outputs("node_alone", net.network());
  for (NodeId i = 0; i < nodes_in_ring; ++i) {
    const auto& mean_estimation = dynamic_cast<const MeanEstimation&>(*net.objectives()[i]);
    for (std::size_t k = 0; k < 10; ++k)
      EXPECT_NEAR(points[i][k], mean_estimation.record_sum()[k] / records_held, 1e-14 * 20);
  }
}

TEST(NodeAlonePrivate, HasErrorPTimesTheSquareOfD0OverMuByAlphaAroundItsOwnMinimiser) {
  const test::TestNetwork& net = network_of_means();
  test::StandardNormals normals;
  for (std::uint32_t trial = 0; trial < 100; ++trial) {
    const auto points = test::outputs("node_alone_private", net.network(), trial);
    for (NodeId i = 0; i < nodes_in_ring; ++i)
      normals.add(points[i], minimiser_of(net.objectives().subspan(i, 1)), scale_with(records_held));
  }
  test::expect_standard(normals);
}

TEST(OneShot, HasErrorPOverNTimesTheSquareOfD0OverMuByAlpha) {
  const test::TestNetwork& net = network_of_means();
  const std::vector<double> minimiser = minimiser_of(net.objectives());
  test::StandardNormals normals;
  for (std::uint32_t trial = 0; trial < 400; ++trial)
    normals.add(test::outputs("one_shot", net.network(), trial)[0], minimiser,
                scale_with(records_held) / std::sqrt(double{nodes_in_ring}));
  test::expect_standard(normals);
}

TEST(Curator, HasErrorPTimesTheSquareOfD0OverAllRecordsByAlpha) {
  const test::TestNetwork& net = network_of_means();
  const std::vector<double> minimiser = minimiser_of(net.objectives());
  test::StandardNormals normals;
  for (std::uint32_t trial = 0; trial < 400; ++trial)
    normals.add(test::outputs("curator", net.network(), trial)[0], minimiser, scale_with(nodes_in_ring * records_held));
  test::expect_standard(normals);
}

TEST(Curator, ReleasesOnce) {
  const test::TestNetwork& net = network_of_means();
  const std::vector<double> minimiser = minimiser_of(net.objectives());
  std::vector<double> drawn(10);
  BaselineNoise({.seed = 5, .trial = 0, .of = NoiseOf::curator}).add_to({.node = 0, .round = 1}, 1, drawn);
  const std::vector<double> released = test::outputs("curator", net.network())[0];
  for (std::size_t k = 0; k < 10; ++k)
    EXPECT_NEAR(released[k], minimiser[k] + scale_with(nodes_in_ring * records_held) * drawn[k], 1e-12);
}

TEST(OutputPerturbation, IsScaledByTheSmallestCurvatureForOneReleaseOfEveryAccountant) {
  const auto plan = [](Accountant accountant) {
    return make_plan({.budget = its_budget,
                      .gradient_rounds = 50,
                      .constants = {.curvature = {2, 9}, .record_sensitivity = 3, .gradient_bound = 1},
                      .accountant = accountant});
  };
  for (const Accountant accountant : all_accountants) {
    const double exact = 3.0 / 2 / std::sqrt(alpha_limit(accountant, its_budget));
    EXPECT_GE(output_noise_scale(plan(accountant)), exact) << name_of(accountant);
    EXPECT_LE(output_noise_scale(plan(accountant)), exact * (1 + 1e-14)) << name_of(accountant);
  }
}

/// Two quadratics of the same curvatures whose minimisers differ; the domain cuts some of them off.
TEST(OutputPerturbation, CoversWhatAnyChangeOfAGradientDoesToAMinimiserInADomain) {
  const Domain domain = Box{.dimension = 3, .half_side = 1};
  double largest = 0;
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    test::RandomPoints here(seed), there(seed), other(seed + 1000);
    std::vector<double> m = other.gaussian_vector(3), moved = m;
    const double far = other.log_uniform({0.01, 1});
    for (double& x : moved) x += far * other.gaussian();
    const test::Quadratic f(here, {1, 4, 9}, m), g(there, {1, 4, 9}, moved);
    const Objective *first = &f, *second = &g;
    const std::vector<double> origin(3, 0.0);
    std::vector<double> a(3), b(3);
    f.gradient(origin, a);
    g.gradient(origin, b);  // the difference is the same everywhere
    const std::vector<double> x = non_private_minimiser({&first, 1}, domain),
                              y = non_private_minimiser({&second, 1}, domain);
    double change = 0, distance = 0;
    for (std::size_t k = 0; k < 3; ++k) {
      change += (a[k] - b[k]) * (a[k] - b[k]);
      distance += (x[k] - y[k]) * (x[k] - y[k]);
    }
    largest = std::max(largest, std::sqrt(distance / change));
  }
  EXPECT_LE(largest, 1 + 1e-9);  // 1/mu
  EXPECT_GT(largest, 0.5) << "some come near";
}

Plan with_epsilon(const Plan& plan, double its_epsilon) {
  PlanRequest request = plan.request();
  request.budget.epsilon = its_epsilon;
  return make_plan(request);
}

TEST(Baselines, KeepThePromiseOfANodeThatHasItsOwn) {
  const test::TestNetwork net({.graph = complete_graph(1), .rounds = 1, .budget = its_budget});
  const std::vector<Plan> stricter{with_epsilon(net.plan(), its_budget.epsilon / 2)};
  Network own = net.network();
  own.own_plans = stricter;
  const std::vector<double> mean = non_private_minimiser(net.objectives(), net.domain());
  const double gaussian = output_noise_scale(stricter[0]) / output_noise_scale(net.plan());
  EXPECT_GT(gaussian, 1.5);
  struct Case {
    std::string_view name;
    double factor;
  };
  for (const Case& c : {Case{"node_alone_private", gaussian}, {"one_shot", gaussian}, {"huang_mitra_vaidya", 2}}) {
    const std::vector<double> common = test::outputs(c.name, net.network())[0], its = test::outputs(c.name, own)[0];
    for (std::size_t k = 0; k < 3; ++k)
      EXPECT_NEAR((its[k] - mean[k]) / (common[k] - mean[k]), c.factor, 1e-9) << c.name;
  }
}

}  // namespace
}  // namespace sotto
