// SPDX-License-Identifier: MIT
// Refusals: what they say, and that a number in them reads back the same.
#include "sotto/input/invalid_input.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <limits>

namespace sotto {
namespace {

TEST(Show, ANumberReadsBackTheSameAndWholeOnesLookWhole) {
  for (double value : {0.1, 1.0 / 3, 1e-300, 5e-324, 1.7976931348623157e308, -2.5, 123456789.125, 1e15, 1e22})
    EXPECT_EQ(std::strtod(show(value).c_str(), nullptr), value) << show(value);
  EXPECT_EQ(show(10), "10");
  EXPECT_EQ(show(-3), "-3");
  EXPECT_EQ(show(0.001), "0.001");
  EXPECT_EQ(show(std::numeric_limits<double>::quiet_NaN()).find("nan") != std::string::npos, true);
  EXPECT_EQ(show(std::numeric_limits<double>::infinity()), "inf");
}

TEST(Fault, SaysFieldValueRuleAndPlace) {
  EXPECT_EQ(to_text({"privacy.delta", "2", "must be below 1", "run.toml:7"}),
            "privacy.delta = 2: must be below 1 (run.toml:7)");
  EXPECT_EQ(to_text({"privacy.delta", "", "is required"}), "privacy.delta: is required");
}

TEST(Faults, AreThrownAllAtOnceOrNotAtAll) {
  Faults faults;
  EXPECT_NO_THROW(faults.throw_if_any());
  faults.add({"a", "1", "x"});
  faults.add({"b", "2", "y"});
  try {
    faults.throw_if_any(FaultKind::data);
    FAIL();
  } catch (const InvalidInput& refused) {
    EXPECT_EQ(refused.faults().size(), 2u);
    EXPECT_EQ(refused.kind(), FaultKind::data);
    EXPECT_STREQ(refused.what(), "a = 1: x\nb = 2: y");
  }
}

}  // namespace
}  // namespace sotto
