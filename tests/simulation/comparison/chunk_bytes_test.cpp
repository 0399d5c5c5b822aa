// SPDX-License-Identifier: MIT
// What a chunk brings, as bytes and back: every part to the last bit, and nothing else is taken for one.
#include "sotto/simulation/comparison/chunk_bytes.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <fstream>
#include <limits>

#include "simulation/comparison/support.hpp"
#include "sotto/random/uniform.hpp"

namespace sotto {
namespace {

/// Numbers that a text would lose: of every size, -0, what is not finite, NaN with a payload.
class Awkward {
 public:
  double real() {
    switch (sequence_.below(6)) {
      case 0:
        return -0.0;
      case 1:
        return std::numeric_limits<double>::infinity();
      case 2:
        return std::bit_cast<double>(0x7ff8000000abcdefU);
      default:
        return std::bit_cast<double>(sequence_.bits());
    }
  }
  std::uint64_t count() { return sequence_.bits() >> sequence_.below(64); }
  std::size_t length() { return sequence_.below(4); }

  RunningStatistic statistic() {
    return RunningStatistic({.count = count(), .pivot = real(), .sum = real(), .squares = real()});
  }
  Metric metric() {
    Metric metric;
    for (std::size_t k = 0; k < 5; ++k) metric.add(std::abs(real()));
    return metric;
  }
  StatisticSeries series() {
    std::vector<RunningStatistic::Sums> sums(length());
    for (RunningStatistic::Sums& one : sums) one = statistic().sums();
    return StatisticSeries(sums);
  }
  template <class Make>
  auto list(const Make& make) {
    std::vector<decltype(make())> all(length());
    for (auto& one : all) one = make();
    return all;
  }
  TestStatistics test() {
    return {.mean = list([&] { return metric(); }),
            .first = list([&] { return statistic(); }),
            .judged = list([&] { return statistic(); }),
            .calibration = list([&] { return TestStatistics::Bin{.said = statistic(), .came_true = statistic()}; })};
  }
  PlanStatistics plan() {
    PlanStatistics plan;
    for (Metric* one : {&plan.normalised_error, &plan.first_node_error, &plan.first_node_end_error, &plan.node_error,
                        &plan.disagreement, &plan.squared_error})
      *one = metric();
    plan.theory = statistic();
    plan.consensus_rounds = statistic();
    plan.ended_by_cap = static_cast<std::uint32_t>(count());
    for (StatisticSeries* one :
         {&plan.rounds.mean_error, &plan.rounds.node_error, &plan.rounds.worst_error, &plan.rounds.disagreement})
      *one = series();
    plan.test = test();
    plan.first_trial = {.gradient_rounds = static_cast<Round>(count()),
                        .mixing_rounds = static_cast<Round>(count()),
                        .consensus_rounds = static_cast<Round>(count()),
                        .interrupted = count() % 2 == 0,
                        .ended_by_cap = count() % 2 == 0,
                        .messages = count(),
                        .bytes = count(),
                        .alpha_spent = real(),
                        .simulation = count() % 2 == 0};
    plan.first_trial_output = list([&] { return real(); });
    plan.coefficients = list([&] { return statistic(); });
    plan.first_trial_node_errors = list([&] { return list([&] { return real(); }); });
    return plan;
  }
  ChunkResult chunk() {
    ChunkResult chunk;
    chunk.plans = list([&] { return plan(); });
    chunk.baselines = list([&] { return BaselineStatistics{.error = metric(), .test = test()}; });
    chunk.minimiser_test = test();
    chunk.minimiser = list([&] { return statistic(); });
    chunk.constant_test = test();
    chunk.minimiser_squared_norm = statistic();
    chunk.trials = static_cast<std::uint32_t>(count());
    chunk.cut = count() % 2 == 0;
    return chunk;
  }

 private:
  RandomSequence sequence_{5, {}};
};

void expect_same(double a, double b) {
  EXPECT_EQ(std::bit_cast<std::uint64_t>(a), std::bit_cast<std::uint64_t>(b));
}
void expect_same(const RunningStatistic& a, const RunningStatistic& b) {
  EXPECT_EQ(a.sums().count, b.sums().count);
  expect_same(a.sums().pivot, b.sums().pivot);
  expect_same(a.sums().sum, b.sums().sum);
  expect_same(a.sums().squares, b.sums().squares);
}
void expect_same(const Metric& a, const Metric& b) {
  expect_same(static_cast<const RunningStatistic&>(a), static_cast<const RunningStatistic&>(b));
  EXPECT_EQ(a.quantiles().buckets(), b.quantiles().buckets());
  EXPECT_EQ(a.quantiles().count(), b.quantiles().count());
}
void expect_same(const StatisticSeries& a, const StatisticSeries& b) {
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t k = 0; k < a.size(); ++k) expect_same(a[k], b[k]);
}
void expect_same(const TestStatistics::Bin& a, const TestStatistics::Bin& b) {
  expect_same(a.said, b.said);
  expect_same(a.came_true, b.came_true);
}
void expect_same(const TestStatistics& a, const TestStatistics& b);
void expect_same(const PlanStatistics& a, const PlanStatistics& b);
void expect_same(const BaselineStatistics& a, const BaselineStatistics& b) {
  expect_same(a.error, b.error);
  expect_same(a.test, b.test);
}
template <class Part>
void expect_same(const std::vector<Part>& a, const std::vector<Part>& b) {
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t k = 0; k < a.size(); ++k) expect_same(a[k], b[k]);
}
void expect_same(const TestStatistics& a, const TestStatistics& b) {
  expect_same(a.mean, b.mean);
  expect_same(a.first, b.first);
  expect_same(a.judged, b.judged);
  expect_same(a.calibration, b.calibration);
}
void expect_same(const TrialOutcome& a, const TrialOutcome& b) {
  EXPECT_EQ(a.gradient_rounds, b.gradient_rounds);
  EXPECT_EQ(a.mixing_rounds, b.mixing_rounds);
  EXPECT_EQ(a.consensus_rounds, b.consensus_rounds);
  EXPECT_EQ(a.interrupted, b.interrupted);
  EXPECT_EQ(a.ended_by_cap, b.ended_by_cap);
  EXPECT_EQ(a.messages, b.messages);
  EXPECT_EQ(a.bytes, b.bytes);
  expect_same(a.alpha_spent, b.alpha_spent);
  EXPECT_EQ(a.simulation, b.simulation);
}
void expect_same(const PlanStatistics& a, const PlanStatistics& b) {
  expect_same(a.normalised_error, b.normalised_error);
  expect_same(a.first_node_error, b.first_node_error);
  expect_same(a.first_node_end_error, b.first_node_end_error);
  expect_same(a.node_error, b.node_error);
  expect_same(a.disagreement, b.disagreement);
  expect_same(a.squared_error, b.squared_error);
  expect_same(a.theory, b.theory);
  expect_same(a.consensus_rounds, b.consensus_rounds);
  EXPECT_EQ(a.ended_by_cap, b.ended_by_cap);
  expect_same(a.rounds.mean_error, b.rounds.mean_error);
  expect_same(a.rounds.node_error, b.rounds.node_error);
  expect_same(a.rounds.worst_error, b.rounds.worst_error);
  expect_same(a.rounds.disagreement, b.rounds.disagreement);
  expect_same(a.test, b.test);
  expect_same(a.first_trial, b.first_trial);
  expect_same(a.first_trial_output, b.first_trial_output);
  expect_same(a.coefficients, b.coefficients);
  expect_same(a.first_trial_node_errors, b.first_trial_node_errors);
}
void expect_same(const ChunkResult& a, const ChunkResult& b) {
  expect_same(a.plans, b.plans);
  expect_same(a.baselines, b.baselines);
  expect_same(a.minimiser_test, b.minimiser_test);
  expect_same(a.minimiser, b.minimiser);
  expect_same(a.constant_test, b.constant_test);
  expect_same(a.minimiser_squared_norm, b.minimiser_squared_norm);
  EXPECT_EQ(a.trials, b.trials);
  EXPECT_EQ(a.cut, b.cut);
}

TEST(ChunkBytes, KeepEveryPartToTheLastBit) {
  Awkward awkward;
  std::size_t plans = 0;
  for (int k = 0; k < 50; ++k) {
    const ChunkResult chunk = awkward.chunk();
    plans += chunk.plans.size();
    const std::string bytes = bytes_of(chunk);
    const ChunkResult back = chunk_in(bytes);
    expect_same(back, chunk);
    EXPECT_EQ(bytes_of(back), bytes);
  }
  EXPECT_GT(plans, 20U);
  expect_same(chunk_in(bytes_of({})), ChunkResult());
}

/// The list of parts knows all members: one that is added changes the size.
TEST(ChunkBytes, AreWrittenForTheseMembersAndMustBeForAnyNewOne) {
  EXPECT_EQ(sizeof(TestStatistics), 4 * sizeof(std::vector<double>));
  EXPECT_EQ(sizeof(BaselineStatistics), sizeof(Metric) + sizeof(TestStatistics));
  EXPECT_EQ(sizeof(PlanStatistics), 6 * sizeof(Metric) + 2 * sizeof(RunningStatistic) + 8 + sizeof(RoundStatistics) +
                                        sizeof(TestStatistics) + sizeof(TrialOutcome) +
                                        3 * sizeof(std::vector<double>));
  EXPECT_EQ(sizeof(ChunkResult),
            3 * sizeof(std::vector<double>) + 2 * sizeof(TestStatistics) + sizeof(RunningStatistic) + 8);
}

TEST(ChunkBytes, OfAChunkThatRanAreWhatItBrought) {
  const Scenario scenario(test::small());
  const ChunkSetting setting(scenario, test::contest({{"this plan", scenario.plan()}}));
  const ChunkResult chunk =
      run_chunk(setting, {.first = 0, .count = 10},
                {.interrupt = test::never, .unwanted = [] { return false; }, .finished = [](TrialRange) {}});
  EXPECT_FALSE(chunk.plans.at(0).first_trial_node_errors.empty());
  expect_same(chunk_in(bytes_of(chunk)), chunk);
}

/// "" when they are taken.
std::string refusal_of_bytes(const std::string& bytes) {
  try {
    chunk_in(bytes);
  } catch (const InvalidInput& refused) {
    EXPECT_EQ(refused.kind(), FaultKind::data);
    EXPECT_EQ(refused.faults().at(0).field, "chunk");
    EXPECT_FALSE(refused.faults().at(0).value.empty());
    return refused.what();
  }
  return "";
}

/// With which fuzzers begin.
TEST(ChunkBytes, OfTheSeedsAreAChunk) {
  for (const char* name : {"empty", "one_plan"}) {
    std::ifstream file(std::string(SOTTO_SOURCE_DIR "/tests/fuzz/seeds/chunk/") + name, std::ios::binary);
    const std::string bytes{std::istreambuf_iterator<char>(file), {}};
    EXPECT_EQ(bytes_of(chunk_in(bytes)), bytes) << name;
  }
}

TEST(ChunkBytes, ThatAreCutOrGoOnAreRefused) {
  Awkward awkward;
  ChunkResult chunk = awkward.chunk();
  chunk.plans.resize(1);
  const std::string bytes = bytes_of(chunk);
  for (std::size_t cut = 0; cut < bytes.size(); ++cut) EXPECT_NE(refusal_of_bytes(bytes.substr(0, cut)), "") << cut;
  EXPECT_NE(refusal_of_bytes(bytes + "x"), "");
  EXPECT_EQ(refusal_of_bytes(bytes), "");
}

TEST(ChunkBytes, OfAnotherFormatAreRefused) {
  std::string bytes = bytes_of({});
  EXPECT_EQ(refusal_of_bytes(bytes), "");
  const std::size_t version = bytes.find("sotto.chunk/1") + 12;
  bytes[version] = '2';
  EXPECT_NE(refusal_of_bytes(bytes).find("must be of the format sotto.chunk/1"), std::string::npos)
      << refusal_of_bytes(bytes);
  EXPECT_NE(refusal_of_bytes("anything else"), "");
}

TEST(ChunkBytes, WhoseBucketsDoNotComeToTheirCountAreRefused) {
  ChunkResult chunk;
  chunk.plans.emplace_back().normalised_error.add(0.5);
  const std::string good = bytes_of(chunk);
  EXPECT_EQ(refusal_of_bytes(good), "");
  const std::size_t count = 8 + 13 + 8;  // behind the format and the number of plans
  std::string bytes = good;
  ASSERT_EQ(bytes[count], 1);
  bytes[count] = 2;
  EXPECT_NE(refusal_of_bytes(bytes).find("buckets"), std::string::npos) << refusal_of_bytes(bytes);
}

}  // namespace
}  // namespace sotto
