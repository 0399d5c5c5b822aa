// SPDX-License-Identifier: MIT
// A generator or a kernel that fails: the draw throws and no number comes out. This program replaces both.
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <functional>
#include <string>
#include <vector>

#include "sotto/entropy/exact_noise.hpp"
#include "sotto/input/invalid_input.hpp"

namespace {
int good_calls = 0;  // of getrandom, before it fails
int keys_asked_for = 0;
int refused_advice = -1;  // what madvise refuses
}  // namespace

// NOLINTNEXTLINE(readability-inconsistent-declaration-parameter-name): the C library's names are reserved
extern "C" ssize_t getrandom(void* bytes, std::size_t count, unsigned) {
  std::memset(bytes, 0x5a, count);  // a failure may leave anything behind
  ++keys_asked_for;
  if (good_calls-- > 0) return static_cast<ssize_t>(count);
  errno = EIO;
  return -1;
}

// NOLINTNEXTLINE(readability-inconsistent-declaration-parameter-name): the C library's names are reserved
extern "C" int madvise(void* memory, std::size_t size, int advice) noexcept {
  if (advice != refused_advice) return static_cast<int>(syscall(SYS_madvise, memory, size, advice));
  errno = EINVAL;
  return -1;
}

namespace sotto {
namespace {

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
  good_calls = 0;
  SystemBits bits;
  for (int k = 0; k < 3; ++k) EXPECT_EQ(kind_of_failure([&] { bits.word(); }), FaultKind::entropy);
}

TEST(EntropyFailure, AGeneratorThatFailsLaterStopsAtTheEndOfItsBuffer) {
  good_calls = 2;
  SystemBits bits;
  std::size_t words = 0;
  EXPECT_EQ(kind_of_failure([&] {
              for (;; ++words) bits.word();
            }),
            FaultKind::entropy);
  EXPECT_EQ(words, 2u * (16384 / 8 - 1));
  EXPECT_EQ(kind_of_failure([&] { bits.word(); }), FaultKind::entropy);
}

TEST(SystemBits, AskTheKernelForAKeyForEveryBlockSoThatNoStateIsEverContinuedTwice) {
  // A child with its parent's process number (a fork into a new PID namespace) starts from a wiped page and nothing
  // else.
  good_calls = 1000;
  keys_asked_for = 0;
  SystemBits bits;
  for (int k = 0; k < 5 * (16384 / 8 - 1); ++k) bits.word();
  EXPECT_EQ(keys_asked_for, 5);
}

TEST(EntropyFailure, NoNoiseIsDrawn) {
  good_calls = 0;
  ExactNoise noise;
  std::vector<std::int64_t> values(2, 12345);
  EXPECT_EQ(kind_of_failure([&] { noise.draw({.node = 0, .round = 1}, 1 << 20, values); }), FaultKind::entropy);
  EXPECT_EQ(values, std::vector<std::int64_t>(2, 12345));
}

TEST(EntropyFailure, PagesThatAForkWouldShareOrADumpWouldHoldAreNotUsed) {
  for (const int advice : {MADV_WIPEONFORK, MADV_DONTDUMP}) {
    refused_advice = advice;
    EXPECT_EQ(kind_of_failure([] { const SystemBits bits; }), FaultKind::entropy) << advice;
  }
  refused_advice = -1;
}

}  // namespace
}  // namespace sotto
