// SPDX-License-Identifier: MIT
// The first steps of Lanczos: bounds that hold, and the same bits whoever shares the work.
#include "sotto/graph/few_steps.hpp"

#include <cmath>
#include <cstring>
#include <set>
#include <utility>

#include "graph/support.hpp"
#include "sotto/graph/weight_rules.hpp"
#include "sotto/input/long_wait.hpp"
#include "sotto/random/uniform.hpp"
#include "sotto/workers/worker_pool.hpp"
#include "support/ranks_of_threads.hpp"

namespace sotto {
namespace {

SymmetricMap rows_of(const WeightMatrix& weights) {
  return {weights.node_count(), [&weights](std::span<const double> x, std::span<double> y) {
            for (NodeId i = 0; i < weights.node_count(); ++i) {
              const WeightMatrix::Row row = weights.row(i);
              y[i] = 0;
              for (std::size_t k = 0; k < row.columns.size(); ++k) y[i] += row.weights[k] * x[row.columns[k]];
            }
          }};
}

/// The rows of a whole map that lie on one rank: every rank tells all others its numbers of x.
class RowsOnRank {
 public:
  RowsOnRank(const SymmetricMap& whole, std::vector<NodeId> numbers, Ranks& ranks)
      : whole_(whole), numbers_(std::move(numbers)), ranks_(ranks), numbers_of_(exchanged<NodeId>(numbers_)) {}

  DistributedMap map(Crew& crew = one_worker()) {
    return {.size = whole_.size,
            .numbers = numbers_,
            .apply = [this](std::span<const double> x, std::span<double> y) { apply(x, y); },
            .crew = crew,
            .ranks = ranks_};
  }

 private:
  template <class T>
  std::vector<std::vector<T>> exchanged(std::span<const T> own) {
    const std::string bytes(reinterpret_cast<const char*>(own.data()), own.size_bytes());
    std::vector<std::vector<T>> of_all;
    for (const std::string& parcel : ranks_.exchange(std::vector<std::string>(ranks_.count(), bytes))) {
      std::memcpy(of_all.emplace_back(parcel.size() / sizeof(T)).data(), parcel.data(), parcel.size());
    }
    return of_all;
  }
  void apply(std::span<const double> x, std::span<double> y) {
    std::vector<double> all_x(whole_.size), all_y(whole_.size);
    const std::vector<std::vector<double>> x_of = exchanged<double>(x);
    for (std::size_t r = 0; r < x_of.size(); ++r)
      for (std::size_t k = 0; k < x_of[r].size(); ++k) all_x[numbers_of_[r][k]] = x_of[r][k];
    whole_.apply(all_x, all_y);
    for (std::size_t k = 0; k < numbers_.size(); ++k) y[k] = all_y[numbers_[k]];
  }

  const SymmetricMap& whole_;
  std::vector<NodeId> numbers_;
  Ranks& ranks_;
  std::vector<std::vector<NodeId>> numbers_of_;
};

/// Every node on some rank, in no order.
std::vector<std::vector<NodeId>> dealt_out(NodeId nodes, unsigned ranks) {
  RandomSequence random(ranks, {});
  std::vector<NodeId> order = all_numbers(nodes);
  shuffle(order, random);
  std::vector<std::vector<NodeId>> numbers(ranks);
  for (const NodeId i : order) numbers[random.below(ranks)].push_back(i);
  return numbers;
}

/// Two sides, each node joined with about eight of the other: W has its eigenvalue farthest out at the negative end.
Graph two_sided_graph(NodeId half) {
  std::set<std::pair<NodeId, NodeId>> pairs;
  RandomSequence random(1, {});
  std::vector<NodeId> others = all_numbers(half);
  for (int again = 0; again < 8; ++again) {
    shuffle(others, random);
    for (NodeId i = 0; i < half; ++i) pairs.insert({i, half + others[i]});
  }
  std::vector<Edge> edges;
  for (const auto& [a, b] : pairs) edges.push_back({a, b});
  return {2 * half, edges};
}

std::vector<WeightMatrix> mixing_well() {
  std::vector<WeightMatrix> all;
  for (const WeightRule rule : {WeightRule::metropolis, WeightRule::best_constant, WeightRule::paper}) {
    all.push_back(make_weights(random_regular_graph({.nodes = 500, .degree = 8, .seed = 3}), rule));
    all.push_back(make_weights(erdos_renyi_graph({.nodes = 400, .edge_probability = 0.05, .seed = 3}), rule));
    all.push_back(make_weights(two_sided_graph(200), rule));
    all.push_back(make_weights(complete_graph(310), rule));
    all.push_back(make_weights(star_graph(320), rule));
  }
  return all;
}

TEST(FewSteps, HaveTheSameBitsForAnyNumberOfThreadsAndRanks) {
  const Graph graph = random_regular_graph({.nodes = 5000, .degree = 4, .seed = 3});
  const SymmetricMap whole = laplacian(graph);
  const SpectrumEnds expected = spectrum_ends(whole, 30);
  const auto expect_same = [&](const SpectrumEnds& ours) {
    EXPECT_EQ(ours.smallest, expected.smallest);
    EXPECT_EQ(ours.largest, expected.largest);
    EXPECT_EQ(ours.largest_at_most, expected.largest_at_most);
  };
  for (const unsigned threads : {2u, 3u}) {
    WorkerPool pool(threads);
    expect_same(spectrum_ends(laplacian(graph, pool), 30, pool));
  }
  for (const unsigned count : {1u, 2u, 3u, 4u}) {
    const auto numbers = dealt_out(graph.node_count(), count);
    test::run_on_ranks(count, [&](Ranks& ranks) {
      RowsOnRank own(whole, numbers[ranks.number()], ranks);
      WorkerPool pool(2);
      expect_same(spectrum_ends(own.map(ranks.number() == 0 ? static_cast<Crew&>(pool) : one_worker()), 30));
    });
  }
}

TEST(BoundedMixingRate, HasTheSameBitsForAnyNumberOfThreadsAndRanks) {
  const WeightMatrix weights =
      make_weights(erdos_renyi_graph({.nodes = 3000, .edge_probability = 0.005, .seed = 3}), WeightRule::metropolis);
  const MixingRate expected = mixing_rate(weights, SpectrumMethod::few_steps);
  const auto expect_same = [&](const MixingRate& ours) {
    EXPECT_EQ(ours.beta, expected.beta);
    EXPECT_EQ(ours.residual, expected.residual);
    EXPECT_EQ(ours.method, expected.method);
  };
  WorkerPool pool(3);
  expect_same(mixing_rate(weights, SpectrumMethod::few_steps, {}, pool));
  const SymmetricMap whole = rows_of(weights);
  for (const unsigned count : {2u, 3u}) {
    const auto numbers = dealt_out(weights.node_count(), count);
    test::run_on_ranks(count, [&](Ranks& ranks) {
      RowsOnRank own(whole, numbers[ranks.number()], ranks);
      expect_same(bounded_mixing_rate(own.map()));
    });
  }
}

TEST(BoundedMixingRate, HoldsBetaBetweenWhatWasFoundAndABoundNearIt) {
  for (const WeightMatrix& weights : mixing_well()) {
    const double truth = mixing_rate(weights, SpectrumMethod::dense).beta;
    const MixingRate rate = mixing_rate(weights, SpectrumMethod::few_steps);
    SCOPED_TRACE(testing::Message() << weights.node_count() << " nodes, " << truth << ", " << rate.method);
    EXPECT_LE(rate.beta, truth + 1e-12);
    EXPECT_GE(rate.at_most(), truth);
    EXPECT_LT(rate.at_most(), 1);
    if (rate.method.find(" 400 ") == std::string::npos) {
      EXPECT_LE(rate.residual, 0.05 * (1 - rate.beta) + 1e-11);
    }
    EXPECT_NE(rate.method.find("one start in a billion"), std::string::npos);
    EXPECT_EQ(rate.in_one_number(), rate.at_most()) << "and not what was found, which is too small";
  }
}

/// A ring of this size has a gap of 1e-6, which no 400 steps can see.
TEST(BoundedMixingRate, SaysWhereItsStepsLeaveNoBound) {
  const WeightMatrix weights = make_weights(ring_graph(3000), WeightRule::metropolis);
  const MixingRate rate = mixing_rate(weights, SpectrumMethod::few_steps);
  EXPECT_EQ(rate.method, "Lanczos, 400 steps, which leave no bound below 1 (beta is at least this)");
  EXPECT_LE(rate.beta, weights.mixing_rate().beta);
  EXPECT_EQ(rate.at_most(), 1);
}

TEST(BoundedMixingRate, IsTheAutomaticOneOfALargeNetworkWithoutAClosedForm) {
  const auto method_of = [](const Graph& graph) {
    return make_weights(graph, WeightRule::metropolis).mixing_rate().method;
  };
  const std::string bounded = method_of(random_regular_graph({.nodes = smallest_bounded_size, .degree = 4, .seed = 3}));
  EXPECT_NE(bounded.find("one start in a billion"), std::string::npos) << bounded;
  EXPECT_EQ(method_of(ring_graph(smallest_bounded_size)), "closed form");
}

TEST(BoundedMixingRate, GivesWayToTheExactOneOnRequest) {
  const Graph graph = barabasi_albert_graph({.nodes = smallest_bounded_size, .attachments = 4, .seed = 3});
  const WeightMatrix weights = make_weights(graph, WeightRule::metropolis);
  EXPECT_EQ(weights.exact_mixing_rate().method, "Lanczos");
  EXPECT_EQ(weights.mixing_rate().method, "Lanczos") << "it is kept";
}

TEST(BoundedMixingRate, TellsWhoWaitsHowMuchOfItsLongestSearchIsBehind) {
  const WeightMatrix weights = mixing_well()[0];
  std::vector<double> shares;
  const ListeningToWaits ears([&](const char* what, double share, WaitOn) {
    EXPECT_STREQ(what, "finding a bound on beta (at most)");
    shares.push_back(share);
  });
  mixing_rate(weights, SpectrumMethod::few_steps);
  ASSERT_GT(shares.size(), 16U);
  EXPECT_TRUE(std::is_sorted(shares.begin(), shares.end()));
  EXPECT_LT(shares[shares.size() - 2], 1);
  EXPECT_EQ(shares.back(), 1);
}

TEST(MakeWeights, GivesTheSameBitsForAnyNumberOfThreads) {
  const Graph graph = erdos_renyi_graph({.nodes = 5000, .edge_probability = 0.003, .seed = 3});
  WorkerPool pool(3);
  for (const WeightRule rule : {WeightRule::metropolis, WeightRule::lazy_max_degree}) {
    const WeightMatrix one = make_weights(graph, rule), shared = make_weights(graph, rule, pool);
    for (NodeId i = 0; i < graph.node_count(); ++i)
      ASSERT_TRUE(std::equal(one.row(i).weights.begin(), one.row(i).weights.end(), shared.row(i).weights.begin())) << i;
  }
}

}  // namespace
}  // namespace sotto
