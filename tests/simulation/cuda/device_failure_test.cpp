// SPDX-License-Identifier: MIT
// A device that fails costs time and nothing else: the tables are those of this processor, and it is said.
#include <gtest/gtest.h>

#include "simulation/comparison/files.hpp"
#include "simulation/cuda/comparison_tables.hpp"
#include "simulation/cuda/fake_device.hpp"

namespace sotto {
namespace {

using test::fake_devices, test::run_comparison, test::tables;

class DeviceFailures : public testing::Test {
 protected:
  void TearDown() override {
    fake_devices.answers = std::numeric_limits<int>::max();
    fake_devices.most_trials = 1024;
  }
};

const std::vector<std::string> drawn{"run.trials=150", "run.threads=2"};

TEST_F(DeviceFailures, InAnyBatchLeaveTheTablesAsTheyAre) {
  const Comparison expected = run_comparison(Scenario(test::small(drawn)));
  std::vector<std::string> on_device = drawn;
  on_device.push_back("run.engine=cuda");
  fake_devices.most_trials = 16;  // of two devices: batches of 32
  const int before = fake_devices.asked;
  EXPECT_TRUE(run_comparison(Scenario(test::small(on_device))).remarks.empty());
  const int questions = fake_devices.asked - before;
  EXPECT_EQ(questions, 10) << "the first chunk; four batches of two parts, and one of one";
  for (int answers = 0; answers <= questions; ++answers) {
    SCOPED_TRACE(answers);
    fake_devices.answers = answers;
    const Comparison ours = run_comparison(Scenario(test::small(on_device)));
    EXPECT_EQ(tables(ours), tables(expected));
    EXPECT_EQ(ours.engine, "cuda");
    EXPECT_EQ(ours.remarks.size(), answers < questions ? 1U : 0U);
    for (const std::string& remark : ours.remarks) EXPECT_NE(remark.find("fell off the bus"), std::string::npos);
  }
}

TEST_F(DeviceFailures, KeepTheBatchesThatWereDone) {
  std::vector<std::string> on_device = drawn, states;
  on_device.push_back("run.engine=cuda");
  fake_devices.most_trials = 16;
  fake_devices.answers = 3;  // the first chunk, and one batch
  const Scenario scenario(test::small(on_device));
  run_comparison(scenario, test::never, [](std::uint32_t, std::uint32_t) {},
                 {.offer = [&](const auto& state, bool) { states.push_back(state()); }});
  const auto trials_in = [&](const std::string& state) {
    ComparisonRun again(scenario, contest_of(scenario, {{"this plan", scenario.plan(), {}}}), 1,
                        [](std::uint32_t, std::uint32_t) {});
    again.resume(state);
    return again.take().trials_done;
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
    fake_devices.answers = answers;
    const Comparison ours = run_comparison(with("engine = \"cuda\"\n"));
    EXPECT_EQ(tables(ours), tables(expected));
    EXPECT_EQ(ours.remarks.size(), 1U);
  }
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
              "the GPU said \"too little free memory\": this processor ran what was left, with the same bits");
  }
}

}  // namespace
}  // namespace sotto
