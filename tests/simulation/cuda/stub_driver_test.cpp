// SPDX-License-Identifier: MIT
// What is said where the driver is too old or absent: CUDA's runtime meets a stub in place of the driver.
#include <gtest/gtest.h>

#include "sotto/simulation/cuda/team_device.hpp"
#include "support/subprocess.hpp"

namespace sotto {
namespace {

/// Run by itself, in a program that found the stub.
TEST(WithStubDriver, SaysWhyNoDeviceAnswers) {
  if (std::getenv("STUB_DRIVER") == nullptr) GTEST_SKIP() << "run by the tests below";
  std::string why_not;
  EXPECT_EQ(cuda_device(why_not), nullptr);
  std::printf("why not: %s\n", why_not.c_str());
}

std::string why_not_with(const std::string& version) {
  const test::Transcript said = test::run_subprocess(
      {.words = {std::filesystem::read_symlink("/proc/self/exe").string(), "--gtest_filter=WithStubDriver.*"},
       .folder = std::filesystem::current_path(),
       .environment = {{"LD_LIBRARY_PATH", SOTTO_STUB_DRIVER}, {"STUB_DRIVER", version}}});
  EXPECT_EQ(said.code, 0) << said.err;
  const std::string sign = "why not: ";
  const std::size_t begin = said.out.find(sign);
  if (begin == std::string::npos) return said.out;
  return said.out.substr(begin + sign.size(), said.out.find('\n', begin) - begin - sign.size());
}

TEST(StubDriver, OfAnEarlierVersionIsCalledTooOld) {
  EXPECT_EQ(why_not_with("11040").find("the NVIDIA driver is too old: it knows CUDA 11.4, and this program needs "),
            0U);
}

TEST(StubDriver, OfNoVersionIsCalledAbsent) {
  EXPECT_EQ(why_not_with("0"), "there is no NVIDIA driver");
}

}  // namespace
}  // namespace sotto
