// SPDX-License-Identifier: MIT
// A node alone and a curator that promise privacy where mu < L: Algorithm 1 on a network of one, against its recursion
// written once more, and against the law of its noise.
#include <gtest/gtest.h>

#include "simulation/baseline/support.hpp"
#include "sotto/problem/minimiser.hpp"
#include "sotto/simulation/baseline/baseline_noise.hpp"

namespace sotto::lone_descent_tests {
namespace {

constexpr Round T = 40;
constexpr double least = 1, most = 9;  // mu and L of a node
constexpr NodeId nodes = 4;
constexpr PrivacyBudget budget{.epsilon = 4, .delta = 1e-3};

/// What Algorithm 1 does where mu and L are those of a node times `parties`, written down again: steps that begin at
/// 2/(mu + L), and noise in proportion to them, so that T rounds cost alpha.
struct Schedule {
  double parties = 1;

  double step(Round t) const { return 1 / (parties * least * (t + (least + most) / (2 * least) - 1)); }
  double noise(Round t) const {
    constexpr double sensitivity = 1;
    return step(t) * sensitivity * std::sqrt(T / alpha_limit(Accountant::exact, budget));
  }
};

struct Draws {
  NoiseOf of;
  NodeId node;
};

double cut(double x, double half_side) {
  return std::min(half_side, std::max(-half_side, x));
}

std::vector<double> repeated(const Objective& f, const Schedule& schedule, double half_side, Draws draws) {
  std::vector<double> y(f.dimension(), 0.0), z(y.size()), gradient(y.size());
  BaselineNoise source({.seed = 5, .trial = 0, .of = draws.of});
  for (Round t = 1; t <= T; ++t) {
    for (std::size_t k = 0; k < y.size(); ++k) z[k] = cut(y[k], half_side);
    f.gradient(z, gradient);
    std::vector<double> drawn(y.size(), 0.0);
    source.add_to({.node = draws.node, .round = t}, 1, drawn);
    for (std::size_t k = 0; k < y.size(); ++k)
      y[k] = cut(z[k] - schedule.step(t) * gradient[k], half_side) + schedule.noise(t) * drawn[k];
  }
  return y;
}

void expect_near(std::span<const double> said, std::span<const double> expected) {
  ASSERT_EQ(said.size(), expected.size());
  for (std::size_t k = 0; k < said.size(); ++k) EXPECT_NEAR(said[k], expected[k], 1e-9) << "coordinate " << k;
}

TEST(LoneDescent, OfANodeAloneAndOfACuratorIsAlgorithm1OnANetworkOfOne) {
  for (const double half_side : {0.3, 50.0}) {  // where projections bind, and where none does
    const test::QuadraticNetwork net(
        {.graph = ring_graph(nodes), .rounds = T, .smoothness = most, .half_side = half_side});
    const Network network = net.network();
    const auto alone = test::outputs("node_alone_private", network);
    ASSERT_EQ(alone.size(), nodes);
    for (NodeId i = 0; i < nodes; ++i)
      expect_near(alone[i], repeated(*network.objectives[i], {}, half_side, {NoiseOf::node_alone_private, i}));
    const SumObjective all(network.objectives);
    const auto curator = test::outputs("curator", network);
    ASSERT_EQ(curator.size(), 1U) << "one point for all nodes";
    expect_near(curator[0], repeated(all, {.parties = nodes}, half_side, {NoiseOf::curator, 0}));
  }
}

/// The gradient is taken at Proj(z + (t-1)/(t+2) (z - z_before)), written down again; steps are 1/L.
TEST(LoneDescent, OfANodeAloneHasTheMomentumOfThePlan) {
  constexpr double half_side = 0.3;
  const test::QuadraticNetwork net({.graph = ring_graph(nodes),
                                    .rounds = T,
                                    .smoothness = most,
                                    .half_side = half_side,
                                    .acceleration = Acceleration::nesterov});
  const Network network = net.network();
  const auto alone = test::outputs("node_alone_private", network);
  for (NodeId i = 0; i < nodes; ++i) {
    std::vector<double> y(3, 0.0), before(3, 0.0), v(3), gradient(3);
    BaselineNoise source({.seed = 5, .trial = 0, .of = NoiseOf::node_alone_private});
    for (Round t = 1; t <= T; ++t) {
      for (std::size_t k = 0; k < y.size(); ++k) {
        const double z = cut(y[k], half_side);
        v[k] = cut(z + (t - 1.0) / (t + 2.0) * (z - before[k]), half_side);
        before[k] = z;
      }
      network.objectives[i]->gradient(v, gradient);
      std::vector<double> drawn(y.size(), 0.0);
      source.add_to({.node = i, .round = t}, network.plan.noise_scale(t).standard_deviation(), drawn);
      for (std::size_t k = 0; k < y.size(); ++k) y[k] = cut(v[k] - gradient[k] / most, half_side) + drawn[k];
    }
    expect_near(alone[i], y);
  }
}

/// Curvatures from mu to L along the axes: every coordinate is a recursion of its own, whose law is known.
class AlongAxes final : public Objective {
 public:
  explicit AlongAxes(double centre) : centre_(centre) {}

  std::size_t dimension() const override { return 3; }
  double value(std::span<const double> x) const override {
    double sum = 0;
    for (std::size_t k = 0; k < 3; ++k) sum += curvature(k) / 2 * (x[k] - centre_) * (x[k] - centre_);
    return sum;
  }
  void gradient(std::span<const double> x, std::span<double> out) const override {
    for (std::size_t k = 0; k < 3; ++k) out[k] = curvature(k) * (x[k] - centre_);
  }
  PublicConstants public_constants() const override {
    return {.curvature = {least, most}, .record_sensitivity = 1, .gradient_bound = 1};
  }
  static double curvature(std::size_t k) { return k == 0 ? least : k == 1 ? 4 : most; }

 private:
  double centre_;
};

/// So many nodes together, and the minimiser of their sum in every coordinate.
struct Party {
  double nodes;
  double centre;
};

/// The mean and the variance of coordinate k of y(T+1).
struct Law {
  double mean = 0, variance = 0;

  Law(const Party& party, std::size_t k) {
    const Schedule schedule{.parties = party.nodes};
    const double curvature = party.nodes * AlongAxes::curvature(k);
    for (Round t = 1; t <= T; ++t) {
      const double kept = 1 - schedule.step(t) * curvature;
      mean = kept * mean + (1 - kept) * party.centre;
      variance = kept * kept * variance + schedule.noise(t) * schedule.noise(t);
    }
  }
};

/// 1200 normals of a node alone, 900 of the curator: a scale 15 % off is noticed (see expect_standard).
TEST(LoneDescent, HasNoiseOfThePlansScale) {
  const Domain domain = Box{.dimension = 3, .half_side = 1000};
  const std::vector<double> centres{-2, 0.5, 1, 3};
  std::vector<AlongAxes> owned(centres.begin(), centres.end());
  std::vector<const Objective*> view;
  for (const AlongAxes& own : owned) view.push_back(&own);
  const Plan plan =
      make_plan({.budget = budget,
                 .gradient_rounds = T,
                 .constants = {.curvature = {least, most}, .record_sensitivity = 1, .gradient_bound = 1}});
  const WeightMatrix weights = make_weights(ring_graph(nodes), WeightRule::metropolis);
  const Network network{.weights = weights, .domain = domain, .plan = plan, .objectives = view};
  test::StandardNormals alone, curator;
  const auto add = [](test::StandardNormals& to, const std::vector<double>& y, const Party& party) {
    for (std::size_t k = 0; k < 3; ++k) {
      const Law law(party, k);
      to.add({&y[k], 1}, {&law.mean, 1}, std::sqrt(law.variance));
    }
  };
  for (std::uint32_t trial = 0; trial < 300; ++trial) {
    add(curator, test::outputs("curator", network, trial)[0], {nodes, 0.625});  // the centres' mean
    if (trial >= 100) continue;
    const auto points = test::outputs("node_alone_private", network, trial);
    for (NodeId i = 0; i < nodes; ++i) add(alone, points[i], {1, centres[i]});
  }
  test::expect_standard(alone);
  test::expect_standard(curator);
}

}  // namespace
}  // namespace sotto::lone_descent_tests
