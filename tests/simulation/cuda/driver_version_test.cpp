// SPDX-License-Identifier: MIT
// One sentence on a driver that cannot be used.
#include "sotto/simulation/cuda/driver_version.hpp"

#include <gtest/gtest.h>

namespace sotto {
namespace {

TEST(DriverVersion, IsRefusedWhereItIsAbsentOrOfAnEarlierMajorVersion) {
  EXPECT_EQ(fault_of({.of_driver = 0, .of_program = 13000}), "there is no NVIDIA driver");
  EXPECT_EQ(fault_of({.of_driver = 11040, .of_program = 13020}),
            "the NVIDIA driver is too old: it knows CUDA 11.4, and this program needs 13.0");
  EXPECT_EQ(fault_of({.of_driver = 12080, .of_program = 12090}), "") << "within a major version an older one does";
  EXPECT_EQ(fault_of({.of_driver = 13000, .of_program = 12090}), "");
}

}  // namespace
}  // namespace sotto
