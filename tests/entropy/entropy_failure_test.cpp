// SPDX-License-Identifier: MIT
// A generator or a kernel that fails: the draw throws and no number comes out. This program replaces both.
#include <gtest/gtest.h>
#include <sys/mman.h>

#include <functional>
#include <string>
#include <vector>

#include "entropy/replaced_system.hpp"
#include "sotto/entropy/exact_noise.hpp"
#include "sotto/input/invalid_input.hpp"

namespace sotto {
namespace {

using test::replaced;

FaultKind kind_of_failure(const std::function<void()>& act) {
  try {
    act();
  } catch (const InvalidInput& refused) {
    EXPECT_NE(std::string(refused.what()).find("nothing may be sent"), std::string::npos) << refused.what();
    return refused.kind();
  }
  ADD_FAILURE() << "nothing was thrown";
  return FaultKind::configuration;
}

TEST(EntropyFailure, AGeneratorThatFailsGivesNoWord) {
  replaced = {.good_calls = 0};
  SystemBits bits;
  for (int k = 0; k < 3; ++k) EXPECT_EQ(kind_of_failure([&] { bits.word(); }), FaultKind::entropy);
}

TEST(EntropyFailure, AGeneratorThatFailsLaterStopsAtTheEndOfItsBuffer) {
  replaced = {.good_calls = 2};
  SystemBits bits;
  std::size_t words = 0;
  EXPECT_EQ(kind_of_failure([&] {
              for (; words < 10000; ++words) bits.word();
            }),
            FaultKind::entropy);
  EXPECT_EQ(words, 2u * (16384 / 8 - 1));
  EXPECT_EQ(kind_of_failure([&] { bits.word(); }), FaultKind::entropy);
}

TEST(SystemBits, AskTheKernelForAKeyForEveryBlockSoThatNoStateIsEverContinuedTwice) {
  // A child with its parent's process number (a fork into a new PID namespace) starts from a wiped page and nothing
  // else.
  replaced = {};
  SystemBits bits;
  for (int k = 0; k < 5 * (16384 / 8 - 1); ++k) bits.word();
  EXPECT_EQ(replaced.bytes_given, 5u * 32);
}

TEST(EntropyFailure, NoNoiseIsDrawn) {
  replaced = {.good_calls = 0};
  ExactNoise noise;
  std::vector<std::int64_t> values(2, 12345);
  EXPECT_EQ(kind_of_failure([&] { noise.draw({.node = 0, .round = 1}, 1 << 20, values); }), FaultKind::entropy);
  EXPECT_EQ(values, std::vector<std::int64_t>(2, 12345));
}

TEST(EntropyFailure, PagesThatAForkWouldShareOrADumpWouldHoldAreNotUsed) {
  for (const int advice : {MADV_WIPEONFORK, MADV_DONTDUMP}) {
    replaced = {.refused_advice = advice};
    EXPECT_EQ(kind_of_failure([] { const SystemBits bits; }), FaultKind::entropy) << advice;
  }
  replaced = {};
}

}  // namespace
}  // namespace sotto
