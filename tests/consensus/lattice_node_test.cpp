// SPDX-License-Identifier: MIT
// Algorithm 1 in integers: plans on the lattice never spend more than the budget, and the node says lattice points that
// are its integer estimate plus the noise that was drawn before any record was looked at.
#include <gtest/gtest.h>

#include <cmath>

#include "sotto/entropy/exact_noise.hpp"
#include "sotto/privacy/seeded_lattice_noise.hpp"
#include "support/network.hpp"
#include "support/random_points.hpp"

namespace sotto {
namespace {

PlanRequest random_request(test::RandomPoints& points) {
  const std::size_t p = 1 + points.below(20);
  const double radius = points.log_uniform({1e-3, 1e3});
  const Domain domain = points.below(2) == 0 ? Domain(Box{p, radius}) : Domain(Ball{p, radius});
  PlanRequest request{.budget = {points.log_uniform({1e-2, 8}), points.log_uniform({1e-9, 0.1})},
                      .gradient_rounds = static_cast<Round>(1 + points.below(60)),
                      .constants = MeanEstimation::constants_for(domain, 1 + points.below(1000)),
                      .lattice = domain};
  request.schedule = all_schedules[points.below(all_schedules.size())];
  request.step = all_step_rules[points.below(all_step_rules.size())];
  return request;
}

TEST(LatticePlan, SpendsNoMoreThanItsLimitAndItsNoiseIsNeverBelowThatOfRealNumbers) {
  test::RandomPoints points(1);
  for (int k = 0; k < 300; ++k) {
    PlanRequest request = random_request(points);
    const Plan lattice = make_plan(request);
    request.lattice.reset();
    const Plan real = make_plan(request);
    long double sum = 0, distance = 0;
    for (Round t = 1; t <= lattice.gradient_rounds(); ++t) {
      const LatticeRound& round = lattice.lattice_round(t);
      const long double sigma = round.sigma, ratio = static_cast<long double>(round.sensitivity) / sigma;
      sum += ratio * ratio;
      distance += 0.0202L * static_cast<long double>(dimension(*lattice.request().lattice)) / (sigma * sigma);
      EXPECT_GE(round.sigma, least_sigma);
      EXPECT_LT(round.sigma, std::uint64_t{1} << 31);
      EXPECT_EQ(lattice.noise_scale(t).standard_deviation(), static_cast<double>(round.sigma) * round.grid);
      EXPECT_GE(static_cast<double>(round.sigma) * round.grid, real.noise_scale(t).standard_deviation() * (1 - 2e-9));
      // What a ledger sets aside for total variation is an eighth of delta at most, and nearly always a thousandth.
      EXPECT_LE(static_cast<double>(round.sigma) * round.grid, real.noise_scale(t).standard_deviation() * (1 + 2e-2));
    }
    EXPECT_LE(sum, lattice.alpha_spent());
    EXPECT_LE(lattice.alpha_spent(), lattice.alpha_limit());
    EXPECT_LE(lattice.alpha_limit(), real.alpha_limit());
    EXPECT_LE(distance, lattice.total_cost().total_variation);
    EXPECT_GT(distance, lattice.total_cost().total_variation * 0.99);
    EXPECT_EQ(real.total_cost().total_variation, 0);
  }
}

TEST(LatticePlan, RefusesADomainThatNoLatticeHoldsBesideSoLittleNoise) {
  const Domain vast = Box{.dimension = 1, .half_side = 1e30};
  EXPECT_THROW(make_plan({.budget = {1, 1e-3},
                          .gradient_rounds = 1,
                          .constants = {.curvature = {1, 1}, .record_sensitivity = 1, .gradient_bound = 1},
                          .lattice = vast}),
               InvalidInput);
}

class LatticeNetwork {
 public:
  explicit LatticeNetwork(const Domain& domain, Round rounds = 6) : domain_(domain) {
    for (NodeId i = 0; i < 3; ++i)
      owned_.push_back(std::make_unique<MeanEstimation>(
          domain, draw_records({.dimension = dimension(domain), .mean = 1, .radius = 3},
                               {.seed = 5, .trial = 0, .node = i, .record_count = 20})));
    for (const auto& objective : owned_) view_.push_back(objective.get());
    plan_.emplace(make_plan({.budget = {4, 1e-3},
                             .gradient_rounds = rounds,
                             .constants = MeanEstimation::constants_for(domain, 20),
                             .lattice = domain}));
  }
  Network network() const { return {.weights = weights_, .domain = domain_, .plan = *plan_, .objectives = view_}; }
  const Plan& plan() const { return *plan_; }
  const MeanEstimation& objective(NodeId i) const { return *owned_[i]; }
  const WeightMatrix& weights() const { return weights_; }

 private:
  Domain domain_;
  WeightMatrix weights_ = make_weights(complete_graph(3), WeightRule::metropolis);
  std::vector<std::unique_ptr<MeanEstimation>> owned_;
  std::vector<const Objective*> view_;
  std::optional<Plan> plan_;
};

/// Every message is checked against the integers that make it: nothing but x + noise, on the grid.
void follows_algorithm_1_in_integers(const Domain& domain) {
  const LatticeNetwork net(domain);
  const std::size_t p = dimension(domain);
  SeededLatticeNoise noise({.seed = 7, .trial = 0});
  test::Tape tape;
  const TrialOutcome outcome = run_reference(net.network(), FixedRounds{2}, noise, tape, test::never);
  EXPECT_TRUE(outcome.simulation);
  std::vector<std::vector<double>> y(3, std::vector<double>(p, 0.0));
  for (Round t = 1; t <= 6; ++t) {
    const LatticeRound& round = net.plan().lattice_round(t);
    for (NodeId i = 0; i < 3; ++i) {
      const auto row = net.weights().row(i);
      std::vector<double> z(p, 0.0), shared(p);
      for (std::size_t j = 0; j < row.columns.size(); ++j)
        for (std::size_t k = 0; k < p; ++k) z[k] += row.weights[j] * y[row.columns[j]][k];
      project(domain, z);
      net.objective(i).shared_gradient(z, shared);
      QuantisedSum scratch(p, net.plan().record_clip());
      std::vector<std::int64_t> x(p), n(p);
      lattice_estimate(round, domain, {.step = net.plan().step(t), .z = z, .shared_gradient = shared},
                       net.objective(i).record_gradients(z, scratch), x);
      noise.draw({.node = i, .round = t}, round.sigma, n);
      for (std::size_t k = 0; k < p; ++k)
        EXPECT_EQ(tape.messages[t - 1][i][k], static_cast<double>(x[k] + n[k]) * round.grid) << t;
    }
    y = tape.messages[t - 1];
  }
}

TEST(LatticeNode, SaysItsIntegerEstimatePlusTheNoiseInABox) {
  follows_algorithm_1_in_integers(Box{.dimension = 3, .half_side = 3});
}

TEST(LatticeNode, SaysItsIntegerEstimatePlusTheNoiseInABall) {
  follows_algorithm_1_in_integers(Ball{.dimension = 3, .radius = 1.5});
}

TEST(LatticeNode, WithNoiseFromTheOperatingSystemIsNoSimulationAndNeverSaysTheSameTwice) {
  const LatticeNetwork net(Box{.dimension = 3, .half_side = 3});
  ExactNoise noise;
  test::Tape first, second;
  EXPECT_FALSE(run_reference(net.network(), FixedRounds{0}, noise, first, test::never).simulation);
  run_reference(net.network(), FixedRounds{0}, noise, second, test::never);
  for (std::size_t t = 0; t < 6; ++t)
    for (NodeId i = 0; i < 3; ++i) EXPECT_NE(first.messages[t][i], second.messages[t][i]);
}

/// Writes down what happens when; fails when it is told to.
class WatchedNoise final : public LatticeNoise {
 public:
  explicit WatchedNoise(std::vector<std::string>& log) : log_(log) {}
  void draw(NodeRound, std::uint64_t, std::span<std::int64_t> noise) override {
    log_.push_back("noise");
    if (fails) throw InvalidInput({"randomness", "none", "failed"}, FaultKind::entropy);
    std::fill(noise.begin(), noise.end(), steps);
  }
  bool is_secret() const override { return false; }
  bool fails = false;
  std::int64_t steps = 1;

 private:
  std::vector<std::string>& log_;
};

class WatchedObjective final : public RecordSum {
 public:
  explicit WatchedObjective(std::vector<std::string>& log) : log_(log) {}
  std::size_t dimension() const override { return 1; }
  double value(std::span<const double>) const override { return 0; }
  void gradient(std::span<const double>, std::span<double>) const override { log_.push_back("records"); }
  PublicConstants public_constants() const override { return {{1, 1}, 2, 2}; }
  void shared_gradient(std::span<const double>, std::span<double> out) const override { out[0] = 0; }
  const QuantisedSum& record_gradients(std::span<const double> z, QuantisedSum& scratch) const override {
    log_.push_back("records");
    asked_at.push_back(z[0]);
    scratch.add(std::vector<double>{1.0});
    return scratch;
  }
  mutable std::vector<double> asked_at;

 private:
  std::vector<std::string>& log_;
};

struct WatchedNode {
  std::vector<std::string> log;
  WatchedNoise noise{log};
  WatchedObjective objective{log};
  Domain domain = Box{.dimension = 1, .half_side = 4};
  WeightMatrix weights = make_weights(complete_graph(1), WeightRule::metropolis);
  PlanRequest request{.budget = {1, 1e-3}, .gradient_rounds = 3, .constants = {{1, 1}, 2, 2}, .lattice = domain};
  Released y = Released::nothing(1), next = Released::nothing(1);
  const Released* heard[1] = {&y};

  Node make(const Plan& plan, Noise given, const Objective& f) const {
    return Node({.id = 0, .weights = weights, .domain = domain, .plan = plan, .objective = f, .noise = given});
  }
};

TEST(LatticeNode, DrawsItsNoiseBeforeAnyRecordIsLookedAt) {
  WatchedNode watched;
  Node node = watched.make(make_plan(watched.request), watched.noise, watched.objective);
  for (int t = 0; t < 3; ++t) ASSERT_EQ(node.round(watched.heard, watched.next), Heard::accepted);
  EXPECT_EQ(watched.log, (std::vector<std::string>{"noise", "records", "noise", "records", "noise", "records"}));
}

TEST(LatticeNode, WithoutRandomnessLooksAtNoRecordSaysNothingAndStaysInItsRound) {
  WatchedNode watched;
  Node node = watched.make(make_plan(watched.request), watched.noise, watched.objective);
  watched.noise.fails = true;
  EXPECT_THROW(node.round(watched.heard, watched.next), InvalidInput);
  EXPECT_EQ(watched.log, std::vector<std::string>{"noise"});
  EXPECT_EQ(watched.next.values()[0], 0);
  EXPECT_EQ(node.current_round(), 1u);
  watched.noise.fails = false;
  EXPECT_EQ(node.round(watched.heard, watched.next), Heard::accepted);
}

/// A bound on a slope holds within the domain: records are asked nowhere else, whatever was heard.
TEST(LatticeNode, AsksItsRecordsWithinTheDomainHoweverFarOutTheMessagesAre) {
  WatchedNode watched;
  Node node = watched.make(make_plan(watched.request), watched.noise, watched.objective);
  for (const std::int64_t sign : {1, -1, 1}) {
    watched.noise.steps = sign * (std::int64_t{1} << 52);
    ASSERT_EQ(node.round(watched.heard, watched.next), Heard::accepted);
    std::swap(watched.y, watched.next);  // it hears itself alone
    EXPECT_GT(static_cast<double>(sign) * watched.y.values()[0], 1e6);
  }
  EXPECT_EQ(watched.objective.asked_at, (std::vector<double>{0, 4, -4}));
}

TEST(LatticeNode, RefusesNoiseDomainsAndObjectivesThatItsPlanWasNotMadeFor) {
  WatchedNode watched;
  const Plan lattice = make_plan(watched.request);
  SeededNoise in_doubles({.seed = 1, .trial = 0});
  EXPECT_THROW(watched.make(lattice, in_doubles, watched.objective), InvalidInput);
  PlanRequest other = watched.request;
  other.lattice = Box{.dimension = 1, .half_side = 5};
  EXPECT_THROW(watched.make(make_plan(other), watched.noise, watched.objective), InvalidInput);
  other = watched.request;
  other.constants.record_sensitivity = 3;
  EXPECT_THROW(watched.make(make_plan(other), watched.noise, watched.objective), InvalidInput);
  other = watched.request;
  other.lattice.reset();
  EXPECT_THROW(watched.make(make_plan(other), watched.noise, watched.objective), InvalidInput);
  EXPECT_NO_THROW(watched.make(make_plan(other), in_doubles, watched.objective));
}

}  // namespace
}  // namespace sotto
