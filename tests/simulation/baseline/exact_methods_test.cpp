// SPDX-License-Identifier: MIT
// EXTRA and gradient tracking: exact at a linear rate without noise; with noise, its sum over the rounds stays.
#include <gtest/gtest.h>

#include "simulation/baseline/support.hpp"
#include "sotto/simulation/baseline/extra.hpp"
#include "sotto/simulation/baseline/gradient_descent.hpp"
#include "sotto/simulation/baseline/gradient_tracking.hpp"

namespace sotto {
namespace {

/// Does as if the plan's scales were 1: every message carries noise of that standard deviation.
class ConstantNoise final : public NoiseSource {
 public:
  ConstantNoise(std::uint64_t seed, std::uint32_t trial) : seeded_({.seed = seed, .trial = trial}) {}
  void add_to(NodeRound at, double, std::span<double> value) override { seeded_.add_to(at, 1, value); }

 private:
  SeededNoise seeded_;
};

Points run_extra(const Network& network, NoiseSource& noise, NoiseSource&) {
  return extra(network, noise, test::never);
}
Points run_tracking(const Network& network, NoiseSource& noise, NoiseSource& second) {
  return gradient_tracking(network, {.of_estimate = noise, .of_gradient = second}, test::never);
}

/// `step` is a, times L.
struct Method {
  std::string_view name;
  Points (*run)(const Network&, NoiseSource&, NoiseSource&);
  double step;
};
constexpr Method methods[] = {{"extra", run_extra, 0.5}, {"gradient_tracking", run_tracking, 0.25}};

/// Of all nodes from the minimiser, as one vector.
double distance(const Points& points, const std::vector<double>& minimiser) {
  double sum = 0;
  for (NodeId i = 0; i < points.count(); ++i)
    for (std::size_t k = 0; k < minimiser.size(); ++k)
      sum += (points.of(i)[k] - minimiser[k]) * (points.of(i)[k] - minimiser[k]);
  return std::sqrt(sum);
}

double error_without_noise(const Method& method, const Graph& graph, Round rounds) {
  const test::QuadraticNetwork net(
      {.graph = graph, .rounds = rounds, .smoothness = 3, .weights = WeightRule::best_constant});
  test::Silence silence;
  return distance(method.run(net.network(), silence, silence), net.minimiser());
}

TEST(ExactMethods, WithoutNoiseEveryNodeReachesTheMinimiserAtALinearRateOnAnyGraph) {
  // With these weights the even ring's W has an eigenvalue of -0.83: what a step that looks at L alone must bear.
  const Graph graphs[] = {ring_graph(10), grid_graph({.rows = 3, .columns = 3}),
                          erdos_renyi_graph({.nodes = 8, .edge_probability = 0.4, .seed = 3})};
  for (const Method& method : methods)
    for (const Graph& graph : graphs) {
      const auto error_after = [&](Round rounds) { return error_without_noise(method, graph, rounds); };
      Round rounds = 25;
      double error = 0;
      while ((error = error_after(rounds)) > 1e-3 && rounds < 5000) rounds *= 2;
      // As many rounds again win nearly as many digits again; a rate like 1/T would halve the error.
      EXPECT_LT(error_after(2 * rounds) / error, std::pow(error / error_after(1), 0.7)) << method.name;
      EXPECT_LT(error_after(5 * rounds), 1e-10) << method.name << ' ' << rounds;
    }
}

TEST(ExactMethods, DescentWithTheSameConstantStepIsNotExactThatIsWhyTheyExist) {
  const test::QuadraticNetwork net({.graph = ring_graph(9), .rounds = 2000, .smoothness = 8});
  const Points end = gradient_descent(net.network(), {.step = [](Round) { return 0.5 / 8; }}, test::never);
  EXPECT_GT(distance(end, net.minimiser()), 0.01);
}

/// What noise of standard deviation 1 in every message becomes, in the mean of 3 nodes after T rounds of mean
/// estimation: the mean of V is the identity, which leaves a recursion of one number.
double variance_after(const Method& method, Round rounds) {
  const double rho = 1 - method.step;
  double sum = 0;
  for (Round j = 1; j <= rounds; ++j) {
    const double stays = (1 - std::pow(rho, j)) / (1 - rho);  // it is never forgotten
    sum += stays * stays;
    if (method.name == "gradient_tracking" && j < rounds) sum += std::pow(rho, 2.0 * j);  // an estimate's is
  }
  return sum / 3;
}

test::TestNetwork means(Round rounds) {
  return test::TestNetwork({.graph = ring_graph(3),
                            .dimension = 4,
                            .records = 10,
                            .radius = 1e4,
                            .rounds = rounds,
                            .budget = {600, 1e-3},
                            .step = StepRule::paper});
}

/// Deviations of the mean from what silence gives, in units of the closed form.
test::StandardNormals deviations(const Method& method, Round rounds) {
  const test::TestNetwork net = means(rounds);
  test::Silence silence;
  const std::vector<double> expected = mean_of(method.run(net.network(), silence, silence));
  test::StandardNormals normals;
  for (std::uint32_t trial = 0; trial < 600; ++trial) {
    ConstantNoise first(7, trial), second(8, trial);
    normals.add(mean_of(method.run(net.network(), first, second)), expected, std::sqrt(variance_after(method, rounds)));
  }
  return normals;
}

TEST(ExactMethods, ConstantNoiseAddsUpOverTheRoundsByTheClosedForm) {
  for (const Method& method : methods) {
    for (const Round rounds : {1u, 2u, 5u, 80u}) test::expect_standard(deviations(method, rounds));
    EXPECT_GT(variance_after(method, 80), 15 * variance_after(method, 5)) << method.name;
  }
}

TEST(ExactMethods, OfTheTwoNoisesOfTrackingThatOfTheEstimateIsForgotten) {
  const test::TestNetwork net = means(20);
  test::Silence silence;
  const std::vector<double> expected = mean_of(run_tracking(net.network(), silence, silence));
  double variance = 0;
  for (int j = 1; j < 20; ++j) variance += std::pow(0.75, 2 * j) / 3;
  test::StandardNormals normals;
  for (std::uint32_t trial = 0; trial < 600; ++trial) {
    ConstantNoise noise(7, trial);
    normals.add(mean_of(run_tracking(net.network(), noise, silence)), expected, std::sqrt(variance));
  }
  test::expect_standard(normals);
}

TEST(ExactMethods, DescentWithAConstantStepForgetsConstantNoiseInstead) {
  const test::TestNetwork net = means(80);
  const double curvature = net.plan().request().constants.curvature.smoothness;
  double squares = 0;
  for (std::uint32_t trial = 0; trial < 200; ++trial) {
    SeededNoise noise({.seed = 7, .trial = trial});
    const Points end = gradient_descent(net.network(),
                                        {.step = [&](Round) { return 0.5 / curvature; },
                                         .disturb = [&](NodeRound at, std::span<double> x) { noise.add_to(at, 1, x); }},
                                        test::never);
    const std::vector<double> mean = mean_of(end), minimiser = non_private_minimiser(net.objectives(), net.domain());
    for (std::size_t k = 0; k < 4; ++k) squares += (mean[k] - minimiser[k]) * (mean[k] - minimiser[k]);
  }
  // 1/(N (1 - rho^2)), and 4.5 standard deviations of 800 squared normals: a false alarm in 150000 runs.
  EXPECT_NEAR(squares / 800, 1 / (3 * 0.75), 4.5 * std::sqrt(2.0 / 800) / (3 * 0.75));
}

/// Mean squared distance to the minimiser over some trials, in units of one shot's.
double error_with_the_plans_noise(std::string_view name, Round rounds) {
  const test::TestNetwork net = means(rounds);
  const std::vector<double> minimiser = non_private_minimiser(net.objectives(), net.domain());
  const double scale = 2e4 * 2 / 10 / std::sqrt(net.plan().alpha_limit() * 3);
  test::StandardNormals normals;
  for (std::uint32_t trial = 0; trial < 100; ++trial) {
    if (name == "private") {
      SeededNoise noise({.seed = 5, .trial = trial});
      test::Tape tape;
      run_reference(net.network(), FixedRounds{0}, noise, tape, test::never);
      Points y = points_at_zero(3, 4);
      for (NodeId i = 0; i < 3; ++i) std::copy_n(tape.messages.back()[i].data(), 4, y.of(i).data());
      normals.add(mean_of(y), minimiser, scale);
    } else {
      normals.add(test::outputs(name, net.network(), trial)[0], minimiser, scale);
    }
  }
  return normals.squares / normals.count;
}

TEST(ExactMethods, UnderThePlansNoiseTheirErrorGrowsWithTheRoundsWhileThePrivateRunsDoesNot) {
  for (const Method& method : methods)
    EXPECT_GT(error_with_the_plans_noise(method.name, 128), 4 * error_with_the_plans_noise(method.name, 16));
  for (const Round rounds : {16u, 128u})  // 4.5 standard deviations of 400 squared normals
    EXPECT_NEAR(error_with_the_plans_noise("private", rounds), 1, 4.5 * std::sqrt(2.0 / 400));
}

TEST(ExactMethods, AreProjectedOntoTheDomainAtTheEnd) {
  const test::TestNetwork net({.graph = ring_graph(3), .rounds = 40, .budget = {0.01, 1e-6}});
  for (const Method& method : methods) {
    const std::vector<double> point = test::outputs(method.name, net.network())[0];
    EXPECT_TRUE(contains(net.domain(), point)) << method.name;
    EXPECT_TRUE(std::any_of(point.begin(), point.end(), [](double x) { return std::abs(x) == 10; }))
        << method.name << ": the noise of so small an epsilon leads outside";
  }
}

}  // namespace
}  // namespace sotto
