// SPDX-License-Identifier: MIT
// Accelerated averaging: real nodes apply Chebyshev's polynomials of W, keep the mean, and contract as the formula
// says.
#include "sotto/consensus/averaging.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numeric>

#include "support/network.hpp"

namespace sotto {
namespace {

using Matrix = std::vector<std::vector<double>>;

/// Node i hands over the ith unit vector: what Stage II then does to all of them is what it does to every start.
class UnitVectors final : public NoiseSource {
 public:
  explicit UnitVectors(const Plan& plan) : height_(1 / plan.noise_scale(1).standard_deviation()) {}
  void add_to(NodeRound at, double scale, std::span<double> value) override { value[at.node] += scale * height_; }

 private:
  double height_;
};

/// Records that are all 0, in as many dimensions as there are nodes: estimates are 0 until noise is added.
struct SilentNetwork {
  explicit SilentNetwork(const Graph& graph)
      : weights(make_weights(graph, WeightRule::metropolis)),
        domain(Box{.dimension = graph.node_count(), .half_side = 1}),
        objective(domain, {.dimension = graph.node_count(), .values = std::vector<double>(graph.node_count(), 0.0)}),
        plan(make_plan({.budget = {4, 1e-3}, .gradient_rounds = 1, .constants = objective.public_constants()})),
        objectives(graph.node_count(), &objective) {}

  /// The matrices P_0 = I, P_1, P_2 ... that Stage II multiplies the messages by.
  std::vector<Matrix> polynomials(Round rounds, Consensus consensus) const {
    UnitVectors noise(plan);
    test::Tape tape;
    run_reference(
        {.weights = weights, .domain = domain, .plan = plan, .objectives = objectives, .consensus = consensus},
        FixedRounds{rounds}, noise, tape, test::never);
    return tape.messages;
  }
  double beta() const { return weights.mixing_rate().at_most(); }

  WeightMatrix weights;
  Domain domain;
  MeanEstimation objective;
  Plan plan;
  std::vector<const Objective*> objectives;
};

std::vector<Graph> graphs() {
  return {ring_graph(12),    grid_graph({3, 5}),
          expander_graph(4), erdos_renyi_graph({.nodes = 15, .edge_probability = 0.3, .seed = 1}),
          star_graph(9),     path_graph(2)};
}

/// T_k(W/beta) / T_k(1/beta) for k = 0 .. rounds, by the three-term recursion on whole matrices.
std::vector<Matrix> dense_polynomials(const SilentNetwork& net, Round rounds) {
  const std::size_t N = net.weights.node_count();
  const double beta = net.beta();
  const auto twice_W = [&](const Matrix& of) {
    Matrix product(N, std::vector<double>(N, 0.0));
    for (NodeId i = 0; i < N; ++i) {
      const WeightMatrix::Row row = net.weights.row(i);
      for (std::size_t e = 0; e < row.columns.size(); ++e)
        for (std::size_t c = 0; c < N; ++c) product[i][c] += 2 / beta * row.weights[e] * of[row.columns[e]][c];
    }
    return product;
  };
  Matrix one(N, std::vector<double>(N, 0.0));
  for (std::size_t i = 0; i < N; ++i) one[i][i] = 1;
  std::vector<Matrix> T{one, twice_W(one)};
  for (auto& row : T[1])
    for (double& v : row) v /= 2;
  for (Round k = 2; k <= rounds; ++k) {
    T.push_back(twice_W(T[k - 1]));
    for (std::size_t i = 0; i < N; ++i)
      for (std::size_t c = 0; c < N; ++c) T[k][i][c] -= T[k - 2][i][c];
  }
  for (Round k = 0; k <= rounds; ++k)
    for (auto& row : T[k])
      for (double& v : row) v /= std::cosh(k * std::acosh(1 / beta));
  return T;
}

/// ||P - J||_2 of a symmetric P, from below: by the power method, which is near it after so many steps.
double distance_to_averaging(const Matrix& P) {
  const std::size_t N = P.size();
  std::vector<double> v(N), next(N);
  for (std::size_t i = 0; i < N; ++i) v[i] = std::cos(static_cast<double>(i * i + 1));
  double norm = 0;
  for (int step = 0; step < 400; ++step) {
    const double mean = std::accumulate(v.begin(), v.end(), 0.0) / static_cast<double>(N);
    double length = 0;
    for (std::size_t i = 0; i < N; ++i) {
      next[i] = -mean;
      for (std::size_t c = 0; c < N; ++c) next[i] += P[i][c] * v[c];
      length += next[i] * next[i];
    }
    norm = std::sqrt(length);
    if (norm == 0) return 0;
    for (std::size_t i = 0; i < N; ++i) v[i] = next[i] / norm;
  }
  return norm;
}

TEST(ChebyshevAveraging, IsThePolynomialOfWForEveryStart) {
  for (const Graph& graph : graphs()) {
    SCOPED_TRACE(name_of(graph.known().family));
    const SilentNetwork net(graph);
    if (net.beta() < 0.01) continue;  // its T_k leave the doubles
    const Round rounds = 25;
    const std::vector<Matrix> expected = dense_polynomials(net, rounds);
    const std::vector<Matrix> said = net.polynomials(rounds, Consensus::chebyshev);
    ASSERT_EQ(said.size(), rounds + 1U);
    for (Round k = 0; k <= rounds; ++k)
      for (std::size_t i = 0; i < said[k].size(); ++i)
        for (std::size_t c = 0; c < said[k].size(); ++c) ASSERT_NEAR(said[k][i][c], expected[k][i][c], 1e-12) << k;
  }
}

TEST(ChebyshevAveraging, KeepsTheMeanAndContractsAsTheFormulaSaysForEveryStart) {
  for (const Graph& graph : graphs())
    for (const Consensus consensus : all_consensus) {
      SCOPED_TRACE(std::string(name_of(graph.known().family)) + ", " + std::string(name_of(consensus)));
      const SilentNetwork net(graph);
      const std::vector<Matrix> P = net.polynomials(40, consensus);
      for (Round k = 0; k < P.size(); ++k) {
        const double bound = disagreement_left({consensus, net.beta()}, k), measured = distance_to_averaging(P[k]);
        EXPECT_LE(measured, bound * (1 + 1e-9) + 1e-13) << k;
        EXPECT_GE(measured, bound * 0.999 - 1e-13) << "the eigenvector of beta meets it, round " << k;
        for (std::size_t c = 0; c < P[k].size(); ++c) {
          double sum = 0;
          for (const auto& row : P[k]) sum += row[c];
          EXPECT_NEAR(sum, 1, 1e-13) << k;
        }
      }
    }
}

TEST(ChebyshevAveraging, LeavesLessThanPlainAveragingAfterEveryRoundButTheFirst) {
  for (const double beta : {0.1, 0.9, 0.999, 1 - 1e-9})
    for (const Round k : {1u, 2u, 3u, 10u, 100u}) {
      const double plain = disagreement_left({Consensus::plain, beta}, k);
      const double accelerated = disagreement_left({Consensus::chebyshev, beta}, k);
      EXPECT_NEAR(accelerated, 1 / std::cosh(k * std::acosh(1 / beta)), 1e-6 * accelerated);
      if (k == 1)
        EXPECT_DOUBLE_EQ(accelerated, plain);
      else
        EXPECT_LT(accelerated, plain);
      EXPECT_NEAR(squared_disagreement_left({Consensus::chebyshev, beta}, k), accelerated * accelerated,
                  1e-12 * accelerated * accelerated);
    }
}

TEST(ChebyshevAveraging, TakesTheFewestRoundsThatReachTheTolerance) {
  for (const double beta : {1e-9, 0.01, 0.5, 0.9, 0.999, 1 - 1e-9})
    for (const double tolerance : {0.5, 1e-2, 1e-6, 1e-12}) {
      const Averaging averaging{Consensus::chebyshev, beta};
      const double rounds = rounds_to_contract(averaging, tolerance);
      EXPECT_LE(disagreement_left(averaging, static_cast<Round>(rounds)), tolerance);
      EXPECT_GT(disagreement_left(averaging, static_cast<Round>(rounds) - 1), tolerance * (1 - 1e-9));
      EXPECT_LE(rounds, rounds_to_contract({Consensus::plain, beta}, tolerance));
    }
  EXPECT_EQ(rounds_to_contract({Consensus::chebyshev, 0.0}, 1e-6), 1);
  EXPECT_EQ(rounds_to_contract({Consensus::chebyshev, 1.0}, 1e-6), std::numeric_limits<double>::infinity());
  EXPECT_EQ(disagreement_left({Consensus::chebyshev, 1.0}, 1000), 1);
  EXPECT_EQ(disagreement_left({Consensus::chebyshev, 0.0}, 1), 0);
}

TEST(ChebyshevAveraging, NeedsRoundsLikeOneOverTheRootOfTheGapWherePlainAveragingNeedsOneOverTheGap) {
  const auto slope = [](Consensus consensus) {  // least squares on logarithms, rings of 8 to 128 nodes
    double n = 0, x = 0, y = 0, xx = 0, xy = 0;
    for (const NodeId nodes : {8u, 16u, 32u, 64u, 128u}) {
      const double beta = make_weights(ring_graph(nodes), WeightRule::paper).mixing_rate().at_most();
      const double gap = std::log(1 - beta), rounds = std::log(rounds_to_contract({consensus, beta}, 1e-6));
      n += 1;
      x += gap;
      y += rounds;
      xx += gap * gap;
      xy += gap * rounds;
    }
    return (n * xy - x * y) / (n * xx - x * x);
  };
  EXPECT_NEAR(slope(Consensus::plain), -1, 0.05);
  EXPECT_NEAR(slope(Consensus::chebyshev), -0.5, 0.05);
}

/// One node of two, with messages that are made by hand: one round of Stage I, then Stage II.
struct PairOfNodes {
  static constexpr double beta = 0.8;

  Node node(NoiseSource& noise, double mixing_rate = beta) const {
    return Node({.id = 0,
                 .weights = heavy,
                 .domain = net.domain(),
                 .plan = net.plan(),
                 .objective = *net.objectives()[0],
                 .noise = noise,
                 .averaging = {Consensus::chebyshev, mixing_rate}});
  }
  /// Every coordinate about this, by noise that is not small.
  Released loud(double value) const {
    struct Given final : NoiseSource {
      explicit Given(double its_value) : value(its_value) {}
      void add_to(NodeRound, double scale, std::span<double> to) override {
        for (double& v : to) v += scale * value;
      }
      double value;
    } noise(value / net.plan().noise_scale(1).standard_deviation());
    const Released zero = Released::nothing(3);
    const Released* silence[] = {&zero, &zero};
    Released said = zero;
    EXPECT_EQ(node(noise).round(silence, said), Heard::accepted);
    return said;
  }

  test::TestNetwork net{{.graph = complete_graph(2), .rounds = 1}};
  // Rows may sum to 1 within 1e-12: a little above, and messages at the end of the range overflow.
  WeightMatrix heavy{complete_graph(2), {0.5, 0.5 + 4e-13, 0.5 + 4e-13, 0.5}};
};

TEST(ChebyshevNode, RefusesAMixtureThatIsNotFiniteAndGoesOnAsIfItHadNotHeardIt) {
  const PairOfNodes pair;
  SeededNoise noise({.seed = 1, .trial = 0}), same({.seed = 1, .trial = 0});
  Node disturbed = pair.node(noise), twin = pair.node(same);
  const double end = std::numeric_limits<double>::max() * (1 - 1e-15);
  const Released loudest = pair.loud(end), opposite = pair.loud(-end), other = pair.loud(700);
  Released own = Released::nothing(3), own_of_twin = own, refused = own;
  const auto listen = [&](Node& node, const Released& mine, const Released& theirs, Released& next) {
    const Released* heard[] = {&mine, &theirs};
    return node.round(heard, next);
  };
  for (Round t = 1; t <= 6; ++t) {
    const bool overflows = t >= 2;  // in Stage I so large a mixture is projected
    if (overflows) {
      EXPECT_EQ(listen(disturbed, loudest, loudest, refused), Heard::not_finite) << t;
      EXPECT_EQ(disturbed.current_round(), t);
      for (const double v : refused.values()) EXPECT_EQ(v, 0);
    }
    Released next = own, next_of_twin = own;
    ASSERT_EQ(listen(disturbed, own, other, next), Heard::accepted);
    ASSERT_EQ(listen(twin, own_of_twin, other, next_of_twin), Heard::accepted);
    for (int k = 0; k < 3; ++k) EXPECT_EQ(next.values()[k], next_of_twin.values()[k]) << t;
    own = next;
    own_of_twin = next_of_twin;
  }
  // A mixture may be finite where what lies beyond it is not.
  ASSERT_EQ(listen(disturbed, opposite, opposite, refused), Heard::not_finite);
  Node fresh = pair.node(noise);
  ASSERT_EQ(listen(fresh, own, own, refused), Heard::accepted);
  ASSERT_EQ(listen(fresh, opposite, own, refused), Heard::accepted);
  ASSERT_EQ(listen(fresh, loudest, own, refused), Heard::not_finite);
}

TEST(ChebyshevNode, RefusesAMixingRateThatIsNone) {
  const PairOfNodes pair;
  SeededNoise noise({.seed = 1, .trial = 0});
  for (const double beta : {-0.1, 1.1, std::nan(""), std::numeric_limits<double>::infinity()})
    EXPECT_THROW(pair.node(noise, beta), InvalidInput) << beta;
}

}  // namespace
}  // namespace sotto
