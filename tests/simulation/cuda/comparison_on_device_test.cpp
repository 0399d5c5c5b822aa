// SPDX-License-Identifier: MIT
// Whole comparisons on a device: the same tables, to the last digit, as on this processor.
#include <gtest/gtest.h>

#include "simulation/comparison/files.hpp"
#include "simulation/cuda/comparison_tables.hpp"
#include "sotto/simulation/comparison/device_trials.hpp"
#include "sotto/simulation/cuda/device_engine.hpp"

namespace sotto {
namespace {

using test::run_comparison, test::tables;

class ComparisonOnDevice : public testing::Test {
 protected:
  void SetUp() override {
    static std::string why_not;
    static const bool answers = cuda_device(why_not) != nullptr;
    if (!answers) GTEST_SKIP() << "no device answers " << why_not;
  }
};

using Assignments = std::vector<std::string>;

Assignments operator+(Assignments a, const Assignments& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

void expect_same_tables(const Assignments& settings) {
  const Scenario here(test::small(settings)), there(test::small(settings + Assignments{"run.engine=cuda"}));
  const Comparison ours = run_comparison(there);
  EXPECT_EQ(ours.engine, "cuda");
  EXPECT_EQ(tables(ours), tables(run_comparison(here)));
}

/// What every golden configuration has in common with some of the others: 75 trials end in the middle of a chunk.
const Assignments golden{"run.trials=75", "run.threads=2", "graph.kind=erdos-renyi", "graph.nodes=6",
                         "graph.edge_probability=0.5"};

TEST_F(ComparisonOnDevice, HasTheTablesOfThisProcessor) {
  for (const Assignments& fresh :
       {Assignments{"run.fresh=data"}, Assignments{"run.fresh=noise"}, Assignments{"run.fresh=graph"}})
    for (const Assignments& more : std::vector<Assignments>{{},
                                                            {"problem.domain=ball"},
                                                            {"privacy.trust=all-but-q", "privacy.colluders=2"},
                                                            {"algorithm.consensus=chebyshev"},
                                                            {"algorithm.mixing_rounds=3"},
                                                            {"run.noise_precision=single"},
                                                            {"run.baselines=none"}}) {
      SCOPED_TRACE(fresh[0] + (more.empty() ? "" : " " + more[0]));
      expect_same_tables(golden + fresh + more);
    }
  expect_same_tables(golden + Assignments{"node.2.epsilon=1", "node.2.schedule=paper"});
  expect_same_tables({"run.trials=40", "graph.kind=ring", "graph.nodes=10", "run.fresh=noise"});
}

/// Too large for the caches: without a device the reference engine runs them, which cannot leave noise out.
TEST_F(ComparisonOnDevice, LeavesOutNoiseWhereThisProcessorCan) {
  expect_same_tables({"run.trials=17", "graph.kind=erdos-renyi", "graph.nodes=20", "graph.edge_probability=0.5",
                      "problem.dimension=150", "run.fresh=graph", "algorithm.rounds=3"});
}

TEST_F(ComparisonOnDevice, GoesOnFromWhatWasKept) {
  const Assignments settings = golden + Assignments{"run.engine=cuda"};
  std::vector<std::string> states;
  const Checkpoints keeping{.offer = [&](const auto& state, bool) { states.push_back(state()); }};
  const Scenario scenario(test::small(settings));
  const Comparison whole = run_comparison(
      scenario, test::never, [](std::uint32_t, std::uint32_t) {}, keeping);
  ASSERT_EQ(states.size(), 2u) << "the first chunk, and all others together";
  const Comparison resumed = run_comparison(
      scenario, test::never, [](std::uint32_t, std::uint32_t) {}, Checkpoints{.found = states[0]});
  EXPECT_EQ(tables(resumed), tables(whole));
}

TEST_F(ComparisonOnDevice, KeepsWholeBatchesWhenItIsInterrupted) {
  std::atomic<bool> interrupt{false};
  const Comparison cut = run_comparison(Scenario(test::small(golden + Assignments{"run.engine=cuda"})), interrupt,
                                        [&](std::uint32_t, std::uint32_t) { interrupt = true; });
  EXPECT_TRUE(cut.interrupted);
  EXPECT_EQ(cut.trials_done, trials_per_chunk);
  Assignments fewer = golden;
  fewer[0] = "run.trials=16";
  EXPECT_EQ(tables(cut), tables(run_comparison(Scenario(test::small(fewer)))));
}

TEST_F(ComparisonOnDevice, LeavesWhatItDoesNotKnowToThisProcessor) {
  const Comparison ours =
      run_comparison(Scenario(test::small({"run.engine=cuda", "privacy.mechanism=lattice", "run.trials=3"})));
  EXPECT_EQ(ours.engine, "reference");
  ASSERT_EQ(ours.remarks.size(), 1U);
  EXPECT_EQ(
      ours.remarks[0],
      "run.engine = \"cuda\": a GPU adds noise in doubles, and this plan's is on the lattice; this processor runs "
      "the trials");
}

TEST_F(ComparisonOnDevice, HasTheTablesOfThisProcessorOnFiles) {
  const test::FileProblem files;
  for (const std::string problem : {"", "clip = 0.3\n"})
    for (const std::string run_more : {"", "baselines = \"none\"\nthreads = 2\n"}) {
      const auto with = [&](const std::string& engine) {
        return Scenario(test::read_toml(files.toml("records = 60\nhold_out = 5\n", problem, run_more + engine)));
      };
      const Comparison ours = run_comparison(with("engine = \"cuda\"\n"));
      EXPECT_EQ(ours.engine, "cuda");
      EXPECT_TRUE(ours.remarks.empty());
      EXPECT_EQ(tables(ours), tables(run_comparison(with(""))));
      const Scenario here = with(""), there = with("engine = \"cuda\"\n");
      EXPECT_EQ(ours.plans[0].first_trial_output, run_comparison(here).plans[0].first_trial_output);
    }
}

TEST_F(ComparisonOnDevice, LeavesAFileThatIsDividedAnewToThisProcessor) {
  const test::FileProblem files;
  const Comparison ours = run_comparison(
      Scenario(test::read_toml(files.toml("records = 60\n", "", "fresh = \"data\"\nengine = \"cuda\"\n"))));
  EXPECT_EQ(ours.engine, "reference");
  ASSERT_EQ(ours.remarks.size(), 1U);
  EXPECT_NE(ours.remarks[0].find("one division of the records"), std::string::npos);
}

TEST_F(ComparisonOnDevice, IsChosenWhereItPays) {
  const Assignments much{"run.trials=1000000", "algorithm.rounds=1000"};
  EXPECT_TRUE(is_worth_a_device(test::small(much), 1));
  EXPECT_FALSE(is_worth_a_device(test::small(), 1));
  const auto engine_of = [](const Assignments& settings) {
    const Scenario scenario(test::small(settings));
    const EngineChoice choice = choose_engine(scenario, {scenario.plan()});
    return dynamic_cast<const DeviceEngine*>(choice.engine.get()) != nullptr ? "a device"
                                                                             : std::string(choice.engine->name());
  };
  EXPECT_EQ(engine_of(much), "a device");
  EXPECT_EQ(engine_of({}), "montecarlo");
  EXPECT_EQ(engine_of(much + Assignments{"run.engine=reference"}), "reference");
  EXPECT_EQ(engine_of(much + Assignments{"privacy.mechanism=lattice"}), "reference");
}

}  // namespace
}  // namespace sotto
