// SPDX-License-Identifier: MIT
// A device that fails costs time and nothing else: the tables are those of this processor, and it is said.
#include <gtest/gtest.h>

#include "simulation/comparison/files.hpp"
#include "simulation/cuda/comparison_tables.hpp"
#include "simulation/cuda/fake_device.hpp"
#include "sotto/study/run_sweep.hpp"
#include "study/some_sweep.hpp"

namespace sotto {
namespace {

using test::fake_devices, test::run_comparison, test::tables;

class DeviceFailures : public testing::Test {
 protected:
  void SetUp() override { fake_devices.mend(); }
  void TearDown() override { fake_devices.mend(); }
};

const std::vector<std::string> drawn{"run.trials=150", "run.threads=2"};

std::vector<std::string> on_device(std::vector<std::string> settings = drawn) {
  settings.push_back("run.engine=cuda");
  return settings;
}

TEST_F(DeviceFailures, InAnyBatchLeaveTheTablesAsTheyAre) {
  const Comparison expected = run_comparison(Scenario(test::small(drawn)));
  fake_devices.most_trials = 16;  // of two devices: batches of 32
  EXPECT_TRUE(run_comparison(Scenario(test::small(on_device()))).remarks.empty());
  const int questions = fake_devices.asked;
  EXPECT_EQ(questions, 10) << "the first chunk; four batches of two parts, and one of one";
  for (int answers = 0; answers <= questions; ++answers) {
    SCOPED_TRACE(answers);
    fake_devices.mend();
    fake_devices.most_trials = 16;
    fake_devices.answers = answers;
    const Comparison ours = run_comparison(Scenario(test::small(on_device())));
    EXPECT_EQ(tables(ours), tables(expected));
    EXPECT_EQ(ours.engine, answers == 0 ? "montecarlo" : "cuda") << "which ran trials";
    EXPECT_EQ(ours.remarks.size(), answers < questions ? 1U : 0U);
    for (const std::string& remark : ours.remarks) EXPECT_NE(remark.find("fell off the bus"), std::string::npos);
  }
}

TEST_F(DeviceFailures, KeepTheBatchesThatWereDone) {
  std::vector<std::string> states;
  fake_devices.most_trials = 16;
  fake_devices.answers = 3;  // the first chunk, and one batch
  const Scenario scenario(test::small(on_device()));
  run_comparison(scenario, test::never, [](std::uint32_t, std::uint32_t) {},
                 {.offer = [&](const auto& state, bool) { states.push_back(state()); }});
  const std::atomic<bool> at_once{true};
  const auto trials_in = [&](const std::string& state) {
    return run_comparison(scenario, at_once, [](std::uint32_t, std::uint32_t) {}, {.found = state}).trials_done;
  };
  ASSERT_GE(states.size(), 3U);
  EXPECT_EQ(trials_in(states[0]), 16U);
  EXPECT_EQ(trials_in(states[1]), 48U) << "a batch of the device";
  EXPECT_EQ(trials_in(states[2]), 64U) << "a chunk of this processor";
}

TEST_F(DeviceFailures, OnFilesLeaveTheTablesAsTheyAre) {
  const test::FileProblem files;
  const std::string data = "records = 60\nhold_out = 5\n";
  const auto with = [&](const std::string& engine) {
    return Scenario(test::read_toml(files.toml(data, "", "baselines = \"none\"\n" + engine)));
  };
  const Comparison expected = run_comparison(with(""));
  for (int answers : {0, 1, 2, 3, 20}) {
    SCOPED_TRACE(answers);
    fake_devices.mend();
    fake_devices.answers = answers;
    const Comparison ours = run_comparison(with("engine = \"cuda\"\n"));
    EXPECT_EQ(tables(ours), tables(expected));
    EXPECT_EQ(ours.remarks.size(), 1U);
  }
}

TEST_F(DeviceFailures, OfOneOfTwoLeaveTheRestToTheOther) {
  const Comparison expected = run_comparison(Scenario(test::small(drawn)));
  fake_devices.most_trials = 16;
  for (const int broken : {0, 1}) {
    SCOPED_TRACE(broken);
    fake_devices.mend();
    fake_devices.most_trials = 16;
    fake_devices.broken = broken;
    const Comparison ours = run_comparison(Scenario(test::small(on_device())));
    EXPECT_EQ(tables(ours), tables(expected));
    EXPECT_EQ(ours.engine, "cuda");
    ASSERT_EQ(ours.remarks.size(), 1U);
    EXPECT_EQ(ours.remarks[0], "one of several GPUs said \"fell off the bus\": the others ran what was left");
    EXPECT_GE(fake_devices.asked, 10) << "the other was asked for each batch of 16";
  }
}

TEST_F(DeviceFailures, OnFilesOfOneOfTwoLeaveTheRestToTheOther) {
  const test::FileProblem files;
  const auto with = [&](const std::string& engine) {
    return Scenario(test::read_toml(files.toml("records = 60\n", "", "baselines = \"none\"\n" + engine)));
  };
  const Comparison expected = run_comparison(with(""));
  for (const int broken : {0, 1}) {
    SCOPED_TRACE(broken);
    fake_devices.mend();
    fake_devices.broken = broken;
    const Comparison ours = run_comparison(with("engine = \"cuda\"\n"));
    EXPECT_EQ(tables(ours), tables(expected));
    EXPECT_EQ(ours.engine, "cuda");
    ASSERT_EQ(ours.remarks.size(), 1U);
    EXPECT_NE(ours.remarks[0].find("the others ran what was left"), std::string::npos);
  }
}

constexpr const char* two_points = R"(
[graph]
kind = "ring"
nodes = 4
[problem]
dimension = 3
radius = 2
records_per_node = 5
[privacy]
epsilon = 4
delta = 1e-6
[algorithm]
rounds = 20
[run]
trials = 150
[sweep]
x = "privacy.epsilon"
values = [1, 4]
metrics = ["normalised_error"]
)";

SweepResult swept(const std::string& engine) {
  std::string toml = two_points;
  toml.replace(toml.find("trials = 150"), 12, "trials = 150\nengine = \"" + engine + "\"");
  const test::WholeSweep whole = test::whole_sweep(toml);
  const std::atomic<bool> never{false};
  return run_sweeps({{whole.sweep, whole.groups}}, {.known = [](const SweepGroup&) { return std::nullopt; },
                                                    .finished = [](const SweepGroup&, const auto&) {},
                                                    .progress = [](std::uint64_t, std::uint64_t) {},
                                                    .interrupt = never})
      .front();
}

std::vector<double> means_of(const SweepResult& result) {
  std::vector<double> means;
  for (const Observation& seen : result.observations) means.push_back(seen.mean);
  return means;
}

TEST_F(DeviceFailures, InASweepKeepWhatWasDoneAndAreSaidOnce) {
  const std::vector<double> expected = means_of(swept("auto"));
  fake_devices.most_trials = 16;
  EXPECT_EQ(means_of(swept("cuda")), expected);
  const int of_group = fake_devices.asked / 2;
  for (const int answers : {0, 3, of_group, of_group + 3}) {  // none, a batch, a group, a batch of the second
    SCOPED_TRACE(answers);
    fake_devices.mend();
    fake_devices.most_trials = 16;
    fake_devices.answers = answers;
    const SweepResult result = swept("cuda");
    EXPECT_EQ(means_of(result), expected);
    EXPECT_EQ(result.remarks,
              std::vector<std::string>{
                  "the GPU was given up: \"fell off the bus\": this processor ran what was left, with the same bits"});
    EXPECT_LE(fake_devices.asked, answers + 2) << "each of two devices fails once, and is not asked again";
  }
}

TEST_F(DeviceFailures, AreNotThoseOfNetworksThatNoDeviceKnows) {
  const Comparison ours = run_comparison(Scenario(test::small(
      {"run.engine=cuda", "graph.nodes=4097", "problem.dimension=1", "run.trials=1", "algorithm.rounds=1"})));
  EXPECT_EQ(ours.engine, "large");
  EXPECT_EQ(fake_devices.asked, 0);
  ASSERT_EQ(ours.remarks.size(), 1U);
  EXPECT_EQ(
      ours.remarks[0],
      "run.engine = \"cuda\": a GPU knows networks of up to 4096 nodes and 4 million numbers, with as many records "
      "at each node; this processor runs the trials");
}

TEST_F(DeviceFailures, OfTooLittleMemoryAreSaid) {
  fake_devices.most_trials = 0;
  const test::FileProblem files;
  for (const Configuration& configuration :
       {test::small({"run.engine=cuda", "run.trials=40"}),
        test::read_toml(files.toml("records = 60\n", "", "baselines = \"none\"\nengine = \"cuda\"\n"))}) {
    const Comparison ours = run_comparison(Scenario(configuration));
    EXPECT_EQ(ours.trials_done, configuration.run.trials);
    ASSERT_EQ(ours.remarks.size(), 1U);
    EXPECT_EQ(ours.remarks[0],
              "the GPU was given up: \"too little free memory\": this processor ran what was left, with the same bits");
  }
}

}  // namespace
}  // namespace sotto
