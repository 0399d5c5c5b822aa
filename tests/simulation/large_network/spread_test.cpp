// SPDX-License-Identifier: MIT
// A network that lies on several ranks: weights, eigenvalues and trials are those of the same network in one place.
#include <gtest/gtest.h>

#include <mutex>

#include "sotto/graph/topologies.hpp"
#include "sotto/problem/mean_estimation.hpp"
#include "sotto/simulation/large_network/large_engine.hpp"
#include "sotto/simulation/large_network/placed_spectrum.hpp"
#include "sotto/workers/worker_pool.hpp"
#include "support/network.hpp"
#include "support/ranks_of_threads.hpp"
#include "support/trial_errors.hpp"

namespace sotto {
namespace {

using test::never;

constexpr std::size_t records_here = 4;
constexpr NodeId nodes = 5000;  // more than are added plainly

std::uint16_t scattered(std::uint32_t number, unsigned ranks) {
  return static_cast<std::uint16_t>((number / 3 + number % 7) % ranks);
}

/// Calls body on so many ranks, whose nodes lie in blocks and scattered.
void on_ranks(unsigned count, const std::function<void(Ranks&)>& body) {
  test::run_on_ranks(count, body);
  test::run_on_ranks(count, body, [count](std::uint32_t number) { return scattered(number, count); });
}

std::vector<EdgeStream> graphs() {
  return {ring_edges(nodes), grid_edges({.rows = 50, .columns = 100}),
          random_regular_edges({.nodes = nodes, .degree = 6, .seed = 1}),
          erdos_renyi_edges({.nodes = nodes, .edge_probability = 0.0035, .seed = 2}),
          barabasi_albert_edges({.nodes = nodes, .attachments = 2, .seed = 3})};
}

std::shared_ptr<const PlacedWeights> weights_on(const PlacedGraph& graph, WeightRule rule, Ranks& ranks,
                                                Crew& crew = one_worker()) {
  const PlacedSpectrum spectrum(graph, crew, ranks);
  return std::make_shared<const PlacedWeights>(graph, edge_weight(rule, spectrum.numbers()), spectrum.degrees(), crew);
}

TEST(SpreadWeights, AreThoseOfTheMatrixForEveryRule) {
  for (const EdgeStream& edges : graphs())
    for (const WeightRule rule : all_of<WeightRule>) {
      // The rules that ask for eigenvalues take few steps on any number of ranks; in one place small graphs converge.
      const bool by_steps =
          (rule == WeightRule::paper || rule == WeightRule::best_constant) && !edges.known().laplacian;
      if (by_steps) continue;
      const WeightMatrix whole = make_weights(Graph(edges), rule);
      on_ranks(2, [&](Ranks& ranks) {
        const PlacedGraph graph = place(edges, ranks);
        WorkerPool pool(2);
        const auto placed = weights_on(graph, rule, ranks, pool);
        for (NodeId at = 0; at < placed->node_count(); ++at) {
          const WeightMatrix::Row row = whole.row(placed->numbers()[at]);
          const PlacedRows rows = placed->rows();
          ASSERT_EQ(rows.starts[at + 1] - rows.starts[at], row.columns.size());
          for (std::size_t k = 0; k < row.columns.size(); ++k) {
            ASSERT_EQ(graph.number_at(rows.columns[rows.starts[at] + k]), row.columns[k]);
            ASSERT_EQ(rows.weights[rows.starts[at] + k], row.weights[k]);
          }
        }
      });
    }
}

TEST(SpreadSpectrum, GivesTheBitsOfOneRankOnAnyNumberOfThemAndThreads) {
  for (const EdgeStream& edges : graphs()) {
    SCOPED_TRACE(name_of(edges.known().family));
    const auto ask = [&](Ranks& ranks, Crew& crew) {
      const PlacedGraph graph = place(edges, ranks);
      const PlacedSpectrum spectrum(graph, crew, ranks);
      const double weight = edge_weight(WeightRule::best_constant, spectrum.numbers())(1, 1);
      const MixingRate rate = spectrum.mixing_rate(*weights_on(graph, WeightRule::metropolis, ranks));
      return std::vector<double>{weight, rate.beta, rate.residual};
    };
    const std::vector<double> expected = ask(alone(), one_worker());
    const MixingRate whole = mixing_rate(make_weights(Graph(edges), WeightRule::metropolis), SpectrumMethod::few_steps);
    const bool closed = edges.known().family == GraphFamily::ring;  // all weights of Metropolis are one there
    if (!closed) {
      EXPECT_EQ(expected[1], whole.beta);
      EXPECT_EQ(expected[2], whole.residual);
    }
    for (const unsigned count : {2u, 3u})
      on_ranks(count, [&](Ranks& ranks) {
        WorkerPool pool(count - 1);
        EXPECT_EQ(ask(ranks, pool), expected);
      });
  }
}

struct Setting {
  Domain domain = Box{.dimension = 3, .half_side = 3};
  PlanRequest request = {.budget = {4, 1e-3},
                         .gradient_rounds = 4,
                         .constants = MeanEstimation::constants_for(Box{.dimension = 3, .half_side = 3}, records_here)};
  StopRule stop = FixedRounds{3};
  Consensus consensus = Consensus::plain;
};

TrialOutcome outcome_on(const EdgeStream& edges, const Setting& setting, Ranks& ranks, unsigned threads = 1) {
  const PlacedGraph graph = place(edges, ranks);
  const auto placed = weights_on(graph, WeightRule::metropolis, ranks);
  const PlacedSpectrum spectrum(graph, one_worker(), ranks);
  const WeightMatrix described(graph.nodes_in_all, 2 * graph.edges_in_all + graph.nodes_in_all,
                               spectrum.mixing_rate(*placed));
  const RecordSums sums(
      *placed, {.dimension = static_cast<std::uint32_t>(dimension(setting.domain)), .records_per_node = records_here},
      one_worker(), [&](NodeId i, std::span<double> sum) {
        Records drawn = draw_records({.dimension = sum.size(), .mean = 1, .radius = largest_coordinate(setting.domain)},
                                     {.seed = 1, .trial = 0, .node = i, .record_count = records_here});
        MeanEstimation::add_projected(setting.domain, drawn, sum);
      });
  const Plan plan = make_plan(setting.request);
  const std::vector<double> minimiser(dimension(setting.domain), 0.9);
  const Trial trial{.network = {.weights = described,
                                .domain = setting.domain,
                                .plan = plan,
                                .objectives = {},
                                .consensus = setting.consensus,
                                .record_sums = &sums},
                    .stop = setting.stop,
                    .noise = {.seed = 11, .trial = 2},
                    .minimiser = minimiser};
  LargeEngine engine(
      placed, [threads] { return std::unique_ptr<Crew>(std::make_unique<WorkerPool>(threads)); }, ranks);
  return engine.run({&trial, 1}, never).at(0);
}

void expect_same_on_ranks(const EdgeStream& edges, const Setting& setting, const std::vector<unsigned>& counts = {3}) {
  const TrialOutcome expected = outcome_on(edges, setting, alone());
  EXPECT_GT(expected.errors.normalised_error, 0);
  for (const unsigned count : counts)
    on_ranks(count, [&](Ranks& ranks) {
      const TrialOutcome ours = outcome_on(edges, setting, ranks, count == 3 ? 2 : 1);
      EXPECT_EQ(ours.consensus_rounds, expected.consensus_rounds);
      EXPECT_EQ(ours.messages, expected.messages);
      test::expect_same_errors(ours.errors, expected.errors);
    });
}

TEST(SpreadNetwork, GivesTheBitsOfOneRankOnEveryKindOfGraphAndAnyNumberOfRanks) {
  for (const EdgeStream& edges : graphs()) {
    SCOPED_TRACE(name_of(edges.known().family));
    expect_same_on_ranks(edges, {}, {2, 3, 4});
  }
}

TEST(SpreadNetwork, GivesTheBitsOfOneRankOnABallInManyDimensions) {
  const Domain ball = Ball{.dimension = 37, .radius = 2};
  Setting setting{.domain = ball};
  setting.request.constants = MeanEstimation::constants_for(ball, records_here);
  expect_same_on_ranks(grid_edges({.rows = 50, .columns = 100}), setting);
}

TEST(SpreadNetwork, GivesTheBitsOfOneRankWithMaskedSums) {
  Setting setting;
  setting.request.mechanism = MaskedSums{.members = nodes, .colluders = 2};
  for (const EdgeStream& edges : graphs()) {
    SCOPED_TRACE(name_of(edges.known().family));
    expect_same_on_ranks(edges, setting, {2, 3, 4});
  }
}

TEST(SpreadNetwork, EndsStageTwoWhereOneRankDoesWhetherByAgreementOrAcceleration) {
  const EdgeStream edges = random_regular_edges({.nodes = nodes, .degree = 6, .seed = 1});
  Setting agreement{.stop = UntilAgreement{.tolerance = 1e-2, .cap = 60}};
  expect_same_on_ranks(edges, agreement);
  EXPECT_LT(outcome_on(edges, agreement, alone()).consensus_rounds, 60u);
  expect_same_on_ranks(edges, {.consensus = Consensus::chebyshev});
}

TEST(SpreadNetwork, GivesTheBitsOfOneRankWithWhatIsFreeOfPrivacyCost) {
  Setting setting{.consensus = Consensus::chebyshev};
  setting.request.mixing_rounds = 3;
  setting.request.acceleration = Acceleration::nesterov;
  setting.request.step = StepRule::constant;
  setting.request.output = Output::polynomial;
  expect_same_on_ranks(random_regular_edges({.nodes = nodes, .degree = 6, .seed = 1}), setting);
}

/// Counts what is asked of the halos of messages.
struct HaloCalls {
  int begun = 0, advanced = 0;
};

class WatchedHalo final : public Halo {
 public:
  WatchedHalo(std::unique_ptr<Halo> halo, HaloCalls& calls) : halo_(std::move(halo)), calls_(calls) {}
  void gather(const double* items, std::uint32_t first, std::uint32_t last) override {
    halo_->gather(items, first, last);
  }
  void begin(double* received) override {
    ++calls_.begun;
    halo_->begin(received);
  }
  void advance() override {
    ++calls_.advanced;
    halo_->advance();  // which throws where nothing is under way
  }
  void finish() override { halo_->finish(); }

 private:
  std::unique_ptr<Halo> halo_;
  HaloCalls& calls_;
};

/// Other ranks as they are, but for their halos.
class WatchedRanks final : public Ranks {
 public:
  WatchedRanks(Ranks& ranks, HaloCalls& calls) : ranks_(ranks), calls_(calls) {}
  unsigned number() const override { return ranks_.number(); }
  unsigned count() const override { return ranks_.count(); }
  void post(unsigned to, std::string bytes) override { ranks_.post(to, std::move(bytes)); }
  std::optional<Parcel> collect() override { return ranks_.collect(); }
  const std::atomic<bool>& agreed(const std::atomic<bool>& interrupt) override { return ranks_.agreed(interrupt); }
  double maximum(double value) override { return ranks_.maximum(value); }
  void begin_maximum(double value) override { ranks_.begin_maximum(value); }
  double end_maximum() override { return ranks_.end_maximum(); }
  void add(std::span<std::int64_t> numbers) override { ranks_.add(numbers); }
  std::vector<std::string> exchange(std::vector<std::string> parcels) override {
    return ranks_.exchange(std::move(parcels));
  }
  std::unique_ptr<Halo> make_halo(const Borders& borders, std::size_t item) override {
    std::unique_ptr<Halo> halo = ranks_.make_halo(borders, item);
    if (item == 1) return halo;  // of numbers, while the network is made
    return std::make_unique<WatchedHalo>(std::move(halo), calls_);
  }
  std::vector<std::uint16_t> divide(const RowsOfRank& rows) override { return ranks_.divide(rows); }

 private:
  Ranks& ranks_;
  HaloCalls& calls_;
};

TEST(SpreadNetwork, LooksAfterMessagesUnderWaySeveralTimesWhileInnerNodesAreAtWork) {
  test::run_on_ranks(2, [](Ranks& ranks) {
    HaloCalls calls;
    WatchedRanks watched(ranks, calls);
    outcome_on(ring_edges(40'000), {}, watched);  // one thread for each rank
    EXPECT_GT(calls.begun, 0);
    EXPECT_GE(calls.advanced, 4 * calls.begun);
  });
}

TEST(SpreadNetwork, AnInterruptOfOneRankEndsAllAtTheSameRound) {
  std::atomic<bool> interrupt{false};
  std::mutex mutex;
  std::vector<Round> ended;
  test::run_on_ranks(3, [&](Ranks& ranks) {
    const PlacedGraph graph = place(ring_edges(nodes), ranks);
    const auto placed = weights_on(graph, WeightRule::metropolis, ranks);
    const Domain domain = Box{.dimension = 2, .half_side = 3};
    const RecordSums sums(*placed, {.dimension = 2, .records_per_node = records_here}, one_worker(),
                          [](NodeId, std::span<double> sum) { sum[0] = 1; });
    const WeightMatrix described(nodes, 3 * std::size_t{nodes}, {0.5, 0, "test"});
    const Plan plan = make_plan(
        {.budget = {4, 1e-3}, .gradient_rounds = 50, .constants = MeanEstimation::constants_for(domain, records_here)});
    const Trial trial{
        .network = {.weights = described, .domain = domain, .plan = plan, .objectives = {}, .record_sums = &sums},
        .stop = FixedRounds{0},
        .noise = {.seed = 1}};
    LargeNetwork network({.weights = placed, .domain = domain, .records_per_node = records_here, .ranks = ranks});
    const bool is_second = ranks.number() == 1;
    std::atomic<bool> none{false};
    const std::atomic<bool>& agreed = ranks.agreed(is_second ? interrupt : none);
    const TrialOutcome outcome = network.run(
        trial,
        [&](Round t, const MessageTable&) {
          if (is_second && t == 7) interrupt = true;
        },
        agreed);
    EXPECT_TRUE(outcome.interrupted);
    const std::lock_guard lock(mutex);
    ended.push_back(outcome.gradient_rounds);
  });
  EXPECT_EQ(ended, std::vector<Round>(3, ended.at(0)));
  EXPECT_LT(ended[0], 50u);
}

TEST(SpreadNetwork, AMessageThatIsNotFiniteOnOneRankIsRefusedByAll) {
  EXPECT_THROW(test::run_on_ranks(
                   3,
                   [&](Ranks& ranks) {
                     const PlacedGraph graph = place(ring_edges(nodes), ranks);
                     const auto placed = weights_on(graph, WeightRule::metropolis, ranks);
                     const Domain domain = Box{.dimension = 2, .half_side = 3};
                     const RecordSums sums(
                         *placed, {.dimension = 2, .records_per_node = records_here}, one_worker(),
                         [](NodeId i, std::span<double> sum) { sum[1] = i == 17 ? std::nan("") : 0.0; });
                     const WeightMatrix described(nodes, 3 * std::size_t{nodes}, {0.5, 0, "test"});
                     const Plan plan = make_plan({.budget = {4, 1e-3},
                                                  .gradient_rounds = 5,
                                                  .constants = MeanEstimation::constants_for(domain, records_here)});
                     const Trial trial{.network = {.weights = described,
                                                   .domain = domain,
                                                   .plan = plan,
                                                   .objectives = {},
                                                   .record_sums = &sums},
                                       .stop = FixedRounds{0},
                                       .noise = {.seed = 1}};
                     LargeNetwork network(
                         {.weights = placed, .domain = domain, .records_per_node = records_here, .ranks = ranks});
                     EXPECT_THROW(network.run(trial, nullptr, never), InvalidInput);
                     throw std::runtime_error("all came here");
                   }),
               std::runtime_error);
}

}  // namespace
}  // namespace sotto
