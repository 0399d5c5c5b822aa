// SPDX-License-Identifier: MIT
// Several devices give what one gives: the same sums, to the last bit.
#include <gtest/gtest.h>

#include <cstring>

#include "sotto/simulation/cuda/team_device.hpp"
#include "support/trials.hpp"

namespace sotto {
namespace {

TeamSums sums_by(TeamDevice& device, const TeamInput& input) {
  TeamSums sums(input.task);
  device.run_and_sum(input, sums);
  device.run_and_sum(input, sums);  // after what was there
  return sums;
}

TEST(SeveralDevices, GiveTheSumsOfOne) {
  for (const bool fresh_graphs : {false, true})
    for (const bool same_records : {false, true})
      for (const std::size_t trials : {1u, 16u, 17u, 75u}) {
        SCOPED_TRACE(testing::Message() << fresh_graphs << same_records << trials);
        test::World world({.stop = UntilAgreement{1e-2, 1000},
                           .trials = trials,
                           .consensus = Consensus::chebyshev,
                           .fresh_graphs = fresh_graphs,
                           .same_records = same_records});
        for (Trial& trial : world.trials) trial.every_node = false;
        const TeamInput input = team_input(world.trials);
        std::vector<std::unique_ptr<TeamDevice>> three;
        for (int k = 0; k < 3; ++k) three.push_back(processor_as_device());
        const std::unique_ptr<TeamDevice> one = processor_as_device(), all = together(std::move(three));
        const TeamSums expected = sums_by(*one, input), ours = sums_by(*all, input);
        ASSERT_EQ(ours.columns.size(), expected.columns.size());
        EXPECT_EQ(std::memcmp(ours.columns.data(), expected.columns.data(),
                              ours.columns.size() * sizeof(RunningStatistic::Sums)),
                  0);
        EXPECT_EQ(ours.buckets, expected.buckets);
        EXPECT_EQ(ours.averaged, expected.averaged);
      }
}

/// A device that counts what it is asked, and answers nothing.
class Silent final : public TeamDevice {
 public:
  explicit Silent(bool too_little) : too_little_(too_little) {}
  std::string name() const override { return "silent"; }
  int asked = 0;

 private:
  [[noreturn]] void say_why() {
    ++asked;
    if (too_little_) throw TooLittleMemory("too small");
    throw DeviceFailure("gone");
  }
  std::uint32_t do_most_trials(const TeamInput&, std::size_t) override { say_why(); }
  TeamOutput do_run(const TeamInput&) override { say_why(); }
  void do_run_trials(const TeamInput&) override { say_why(); }
  void do_add_to(TeamSums&) override { say_why(); }
  std::uint32_t do_most_lanes(const LinearRecords&) override { say_why(); }
  std::unique_ptr<BlockGradients> do_gradients(const LinearRecords&) override { say_why(); }

  bool too_little_;
};

TEST(TeamDevice, IsNotAskedAgainAfterItFailed) {
  Silent device(false);
  EXPECT_THROW(device.run({}), DeviceFailure);
  EXPECT_EQ(device.failure(), "gone");
  EXPECT_THROW(device.run({}), DeviceFailure);
  EXPECT_EQ(device.asked, 1);
}

TEST(TeamDevice, IsAskedAgainWhereItsMemoryWasTooSmall) {
  Silent device(true);
  EXPECT_THROW(device.run({}), TooLittleMemory);
  EXPECT_THROW(device.run({}), TooLittleMemory);
  EXPECT_EQ(device.failure(), "");
  EXPECT_EQ(device.asked, 2);
}

TEST(SeveralDevices, AnswerWithThoseThatAreLeft) {
  test::World world({.trials = 75});
  for (Trial& trial : world.trials) trial.every_node = false;
  const TeamInput input = team_input(world.trials);
  std::vector<std::unique_ptr<TeamDevice>> three;
  three.push_back(processor_as_device());
  three.push_back(std::make_unique<Silent>(false));
  three.push_back(processor_as_device());
  const std::unique_ptr<TeamDevice> one = processor_as_device(), all = together(std::move(three));
  TeamSums sums(input.task);
  EXPECT_THROW(all->run_and_sum(input, sums), DeviceFailure);
  EXPECT_EQ(all->failure(), "");
  EXPECT_EQ(all->parts().size(), 2U);
  EXPECT_EQ(sums_by(*all, input).buckets, sums_by(*one, input).buckets);
}

}  // namespace
}  // namespace sotto
