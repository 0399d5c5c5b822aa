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
int good_calls = 0;       // of RAND_priv_bytes, before it fails
int refused_advice = -1;  // what madvise refuses
}  // namespace

// NOLINTNEXTLINE(readability-identifier-naming): OpenSSL's name
extern "C" int RAND_priv_bytes(unsigned char* bytes, int count) {
  std::memset(bytes, 0x5a, static_cast<std::size_t>(count));  // a failure may leave anything behind
  return good_calls-- > 0 ? 1 : 0;
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
