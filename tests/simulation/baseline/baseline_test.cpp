// SPDX-License-Identifier: MIT
// What all baselines have in common: names, repeatable points, noise of their own, and clear refusals.
#include "sotto/simulation/baseline/baseline.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <set>

#include "simulation/baseline/support.hpp"
#include "sotto/simulation/baseline/baseline_noise.hpp"

namespace sotto {
namespace {

test::TestNetwork small_ring(Round rounds = 12) {
  return test::TestNetwork({.graph = ring_graph(4), .rounds = rounds});
}

TEST(Baselines, HaveNamesThatFindThemAndSayWhenNothingIsPrivate) {
  std::set<std::string_view> names;
  for (const BaselineKind& kind : all_baselines()) {
    EXPECT_TRUE(names.insert(kind.name).second) << kind.name;
    EXPECT_EQ(baseline_named(kind.name), &kind);
    EXPECT_FALSE(kind.title.empty() || kind.source.empty()) << kind.name;
  }
  EXPECT_EQ(names.size(), 10u);
  EXPECT_EQ(baseline_named("printed_hand_over"), nullptr);
  EXPECT_EQ(baseline_named("printed_hand_over_non_private")->protection, Protection::none);
}

TEST(Baselines, GiveOnePointOrOneForEachNodeFiniteAndTheSameForTheSameSeedAndTrial) {
  const test::TestNetwork net = small_ring();
  for (const BaselineKind& kind : all_baselines()) {
    const auto points = test::outputs(kind.name, net.network());
    EXPECT_EQ(points.size(), kind.name.starts_with("node_alone") ? 4u : 1u) << kind.name;
    for (const auto& point : points) {
      EXPECT_EQ(point.size(), 3u) << kind.name;
      for (const double x : point) EXPECT_TRUE(std::isfinite(x)) << kind.name;
    }
    EXPECT_EQ(points, test::outputs(kind.name, net.network())) << kind.name;
    const bool noisy = kind.protection != Protection::none || kind.name == "printed_hand_over_non_private";
    EXPECT_EQ(points != test::outputs(kind.name, net.network(), 1), noisy) << kind.name << ", another trial";
    EXPECT_EQ(points != kind.make(test::setting_of(net.network()))
                            ->outputs({.network = net.network(), .seed = 6, .trial = 0}, test::never),
              noisy)
        << kind.name << ", another seed";
  }
}

/// One node, one round of mean estimation: every method's point is a known one plus a known multiple of its first draw.
TEST(Baselines, DrawNoiseThatNeitherAnotherNorThePrivateRunDraws) {
  const test::TestNetwork net({.graph = complete_graph(1), .radius = 1e4, .rounds = 1, .budget = {600, 1e-3}});
  const std::vector<double> mean = non_private_minimiser(net.objectives(), net.domain());
  const double scale = net.plan().noise_scale(1).standard_deviation();
  struct Known {
    std::string_view name;
    double part;  ///< of the mean, that one round reaches
    double sign;
  };
  std::vector<std::vector<double>> draws(1, std::vector<double>(3));
  SeededNoise({.seed = 5, .trial = 0}).add_to({.node = 0, .round = 1}, 1, draws[0]);  // the private run's
  for (const Known& of : std::vector<Known>{{"curator", 1, 1},
                                            {"node_alone_private", 1, 1},
                                            {"one_shot", 1, 1},
                                            {"huang_mitra_vaidya", 1, 1},
                                            {"extra", 0.5, 1},
                                            {"gradient_tracking", 0.25, -1}}) {
    draws.push_back(test::outputs(of.name, net.network())[0]);
    for (std::size_t k = 0; k < 3; ++k) draws.back()[k] = of.sign * (draws.back()[k] - of.part * mean[k]) / scale;
  }
  for (std::size_t a = 0; a < draws.size(); ++a)
    for (std::size_t b = a + 1; b < draws.size(); ++b)
      for (std::size_t k = 0; k < 3; ++k)
        EXPECT_GT(std::abs(draws[a][k] - draws[b][k]), 1e-4) << a << ' ' << b << " of the list above";
}

TEST(BaselineNoise, IsAnotherForEveryUseNodeRoundAndTrial) {
  std::set<double> seen;
  constexpr std::uint32_t uses = 7, last_round = 10'000'000;
  for (std::uint32_t use = 0; use < uses; ++use)
    for (const std::uint32_t trial : {0u, 1u})
      for (const std::uint32_t node : {0u, 1u})
        for (const Round t : {1u, 2u, last_round}) {
          BaselineNoise noise({.seed = 1, .trial = trial, .of = NoiseOf{use}});
          double drawn[1] = {0};
          noise.add_to({.node = node, .round = t}, 1, drawn);
          EXPECT_TRUE(seen.insert(drawn[0]).second) << use << ' ' << trial << ' ' << node << ' ' << t;
        }
}

TEST(BaselineNoiseDeathTest, ARoundThatWouldReachIntoAnothersNoiseEndsTheProcess) {
  EXPECT_DEATH(place_of({.seed = 1, .trial = 0, .of = NoiseOf::one_shot}, {.node = 0, .round = 1u << 24}), "");
}

/// The field of the refusal, or nothing.
std::string refused_field(const BaselineKind& kind, const BaselineSetting& setting, const Network& network) {
  try {
    kind.make(setting)->outputs({.network = network, .seed = 1, .trial = 0}, test::never);
  } catch (const InvalidInput& refused) {
    return refused.faults()[0].field;
  }
  return "";
}

TEST(Baselines, RefuseANetworkThatDoesNotFitTogether) {
  const test::TestNetwork net = small_ring(), larger({.graph = ring_graph(5)}),
                          flat({.graph = ring_graph(4), .dimension = 2});
  const test::TestNetwork wider({.graph = ring_graph(4), .radius = 11});
  const std::vector<Plan> three(3, net.plan());
  for (const BaselineKind& kind : all_baselines()) {
    const auto field = [&](const Network& wrong) {
      return refused_field(kind, test::setting_of(net.network()), wrong);
    };
    EXPECT_EQ(field(net.network()), "") << kind.name;
    EXPECT_EQ(field({larger.weights(), net.domain(), net.plan(), net.objectives()}), "graph.nodes") << kind.name;
    EXPECT_EQ(field({net.weights(), net.domain(), net.plan(), {}}), "graph.nodes") << kind.name;
    EXPECT_EQ(field({net.weights(), net.domain(), net.plan(), flat.objectives()}), "problem.dimension") << kind.name;
    EXPECT_EQ(field({net.weights(), net.domain(), net.plan(), wider.objectives()}), "sensitivity") << kind.name;
    EXPECT_EQ(field({net.weights(), net.domain(), net.plan(), net.objectives(), three}), "privacy.node") << kind.name;
  }
  EXPECT_EQ(refused_field(*baseline_named("curator"), test::setting_of(net.network()), larger.network()),
            "graph.nodes");
}

TEST(Baselines, RefuseAPlanThatTakesTheObjectivesForMoreConvexThanTheyAre) {
  const test::TestNetwork net = small_ring(), fewer({.graph = ring_graph(4), .records = 19});
  for (const std::string_view name : {"node_alone_private", "one_shot"})
    EXPECT_EQ(refused_field(*baseline_named(name), test::setting_of(net.network()),
                            {net.weights(), net.domain(), net.plan(), fewer.objectives()}),
              "strong_convexity");
}

/// Its gradient overflows.
class Broken final : public Objective {
 public:
  std::size_t dimension() const override { return 3; }
  double value(std::span<const double>) const override { return 0; }
  void gradient(std::span<const double>, std::span<double> out) const override {
    for (double& g : out) g = std::numeric_limits<double>::quiet_NaN();
  }
  PublicConstants public_constants() const override {
    return {.curvature = {20, 20}, .record_sensitivity = 1, .gradient_bound = 1};
  }
};

TEST(Baselines, SayThatAPointIsNotFiniteInsteadOfGivingIt) {
  const test::TestNetwork net = small_ring();
  const Broken broken;
  const std::vector<const Objective*> all(4, &broken);
  for (const BaselineKind& kind : all_baselines()) {
    if (kind.name == "curator" || kind.name.starts_with("printed")) continue;  // real nodes, which end the process
    EXPECT_EQ(refused_field(kind, test::setting_of(net.network()), {net.weights(), net.domain(), net.plan(), all}),
              "baseline")
        << kind.name;
  }
}

TEST(Baselines, StopWhenTheyAreInterrupted) {
  const test::TestNetwork net = small_ring();
  const std::atomic<bool> at_once{true};
  for (const std::string_view name : {"no_privacy", "huang_mitra_vaidya", "extra"})
    EXPECT_EQ(test::made(name, net.network())->outputs({net.network(), 1, 0}, at_once)[0], std::vector<double>(3, 0.0))
        << name << " never left the public start";
}

}  // namespace
}  // namespace sotto
