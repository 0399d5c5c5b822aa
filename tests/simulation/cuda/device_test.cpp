// SPDX-License-Identifier: MIT
// What only a device can show. Without one these tests are skipped.
#include <gtest/gtest.h>

#include "device_arithmetic.hpp"
#include "sotto/simulation/cuda/team_device.hpp"

namespace sotto {
namespace {

class Device : public testing::Test {
 protected:
  void SetUp() override {
    std::string why_not;
    if (!cuda_device(why_not)) GTEST_SKIP() << why_not;
  }
};

TEST_F(Device, RoundsQuotientsAndRootsOfBoxMullerAsIeeeAsks) {
  EXPECT_EQ(test::wrong_in_doubles(std::uint64_t{1} << 36), 0);
  EXPECT_EQ(test::wrong_in_floats(), 0);
}

}  // namespace
}  // namespace sotto
