// SPDX-License-Identifier: MIT
// Starts on_ranks.cpp by mpirun: every rank runs its tests, and one that fails there fails here.
#include <gtest/gtest.h>

#include "support/on_ranks.hpp"
#include "support/programs.hpp"

namespace sotto::test {
namespace {

struct Start {
  int ranks;
  const char* placement;
};
class MpiRanks : public testing::TestWithParam<Start> {};

TEST_P(MpiRanks, DoForEachOtherWhatRanksPromise) {
  const Launch launch{.words = {tests_on_ranks(), GetParam().placement, "--gtest_brief=1"}, .folder = "/"};
  const Transcript said = run_subprocess(over_ranks(launch, GetParam().ranks));
  EXPECT_EQ(said.code, 0) << said.out << said.err;
  EXPECT_NE(said.out.find("[  PASSED  ]"), std::string::npos) << said.out;
}
INSTANTIATE_TEST_SUITE_P(Started, MpiRanks,
                         testing::Values(Start{1, "small_cut"}, Start{2, "small_cut"}, Start{3, "small_cut"},
                                         Start{3, "blocks"}),
                         [](const auto& info) {
                           return "On" + std::to_string(info.param.ranks) + info.param.placement;
                         });

}  // namespace
}  // namespace sotto::test
