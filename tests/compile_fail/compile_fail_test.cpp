// SPDX-License-Identifier: MIT
// Mistakes that must not compile, each for the reason given; the same source without a mistake does.
#include <gtest/gtest.h>

#include <regex>
#include <string>
#include <vector>

#include "support/subprocess.hpp"
#include "support/temporary_folder.hpp"

namespace sotto::test {
namespace {

struct Mistake {
  int number;
  const char* name;
  const char* reason;
};

std::string name_of(const testing::TestParamInfo<Mistake>& mistake) {
  return mistake.param.name;
}

/// A source of mistakes. What it includes is read by the compiler once, for all of them.
class Source {
 public:
  explicit Source(const std::string& name) : path_(SOTTO_SOURCE_DIR "/tests/compile_fail/" + name) {
    const Transcript said = run_subprocess(
        {.words = {"/bin/sh", "-c", "grep '^#include' \"$1\" > all.hpp", "sh", path_}, .folder = folder_.path()});
    EXPECT_EQ(said.code, 0) << said.err;
    EXPECT_EQ(compile({"-x", "c++-header", "all.hpp", "-o", "all.hpp.gch"}).code, 0);
  }

  Transcript with_mistake(int number) const {
    return compile({"-fsyntax-only", "-include", "all.hpp", "-DMISTAKE=" + std::to_string(number), path_});
  }

 private:
  Transcript compile(const std::vector<std::string>& words) const {
    std::vector<std::string> all{CXX_COMPILER, "-std=c++20", "-I" SOTTO_SOURCE_DIR "/src"};
    all.insert(all.end(), words.begin(), words.end());
    return run_subprocess({.words = all, .folder = folder_.path()});
  }

  TemporaryFolder folder_;
  std::string path_;
};

void expect_refusal(const Source& source, const Mistake& mistake) {
  const Transcript said = source.with_mistake(mistake.number);
  EXPECT_NE(said.code, 0) << "it compiles";
  EXPECT_TRUE(std::regex_search(said.err, std::regex("error: .*(" + std::string(mistake.reason) + ")"))) << said.err;
}

const Source& privacy_mistakes() {
  static const Source source("privacy_mistakes.cpp");
  return source;
}

const Source& noise_mistakes() {
  static const Source source("noise_mistakes.cpp");
  return source;
}

TEST(PrivacyMistakes, WithoutOneTheSourceCompiles) {
  const Transcript said = privacy_mistakes().with_mistake(0);
  EXPECT_EQ(said.code, 0) << said.err;
}

TEST(NoiseMistakes, WithoutOneTheSourceCompiles) {
  const Transcript said = noise_mistakes().with_mistake(0);
  EXPECT_EQ(said.code, 0) << said.err;
}

class PrivacyMistake : public testing::TestWithParam<Mistake> {};
TEST_P(PrivacyMistake, DoesNotCompile) {
  expect_refusal(privacy_mistakes(), GetParam());
}

class NoiseMistake : public testing::TestWithParam<Mistake> {};
TEST_P(NoiseMistake, DoesNotCompile) {
  expect_refusal(noise_mistakes(), GetParam());
}

constexpr const char* no_conversion = "(cannot|could not) convert|no viable conversion|no known conversion";
constexpr const char* no_conversion_or_function =
    "(cannot|could not) convert|no viable conversion|no known conversion|no matching (function|member function)";
constexpr const char* no_conversion_or_private =
    "(cannot|could not) convert|no viable conversion|no known conversion|is private|private member";
constexpr const char* no_constructor = "no matching (function|constructor)";
constexpr const char* private_member = "is private|private member";

INSTANTIATE_TEST_SUITE_P(
    All, PrivacyMistake,
    testing::Values(
        Mistake{1, "ARawEstimateDoesNotBecomeAMessage", "no match for|no viable overloaded"},
        Mistake{2, "AMessageIsNotMadeFromRawNumbers", no_constructor},
        Mistake{3, "ARawEstimateIsNotBroadcast", no_conversion},
        Mistake{4, "ARawEstimateIsNotMixed", no_conversion_or_function},
        Mistake{5, "NoiseIsNotAddedOutsideANode", private_member},
        Mistake{6, "ANoiseScaleIsNotMadeByHand", "is private|private constructor"},
        Mistake{7, "APlanIsNotMadeByHand", "is private|private constructor|no matching (function|constructor)"},
        Mistake{8, "ThePrivateEstimateHasNoAccessor", private_member},
        Mistake{9, "AMessageIsNotOverwrittenInPlace", "read-only|not assignable|const-qualified|cannot assign"},
        Mistake{10, "ThePrintedHandOverOfThePaperCannotBeWritten", no_conversion_or_private},
        Mistake{11, "AProjectionDoesNotSmuggleARawEstimate", "no matching (function|member function)"},
        Mistake{12, "ANodeIsNotCopied", "deleted"}, Mistake{13, "RawNumbersDoNotPassAsWeights", private_member},
        Mistake{14, "ARawEstimateIsNotExtrapolatedFrom", no_conversion_or_private},
        Mistake{15, "AMessageIsNotExtrapolatedOutsideANode", private_member},
        Mistake{16, "AResidueIsNoMessage", "no match for|no viable overloaded"},
        Mistake{17, "AMessageIsNotMadeOfOneResidue", no_constructor},
        Mistake{18, "AResidueIsNotHeardAsAMessage", no_conversion},
        Mistake{19, "AResidueIsNotMixed", no_conversion_or_function},
        Mistake{20, "WhatLiesUnderMasksHasNoAccessor", private_member},
        Mistake{21, "AResidueIsNotMadeOutsideANode", private_member},
        Mistake{22, "MessagesAreNotAddedAsResidues", no_conversion},
        Mistake{23, "MessagesAreNotWeighedOutsideANode", private_member},
        Mistake{24, "AResidueIsNotMadeUpOutsideAnAudit", private_member},
        Mistake{25, "AResidueIsNotOverwrittenInPlace", "read-only|not assignable|const-qualified|cannot assign"},
        Mistake{26, "AResidueDoesNotPassForThatOfAnotherMember", private_member},
        Mistake{27, "BytesAreNotReadAsASumOutsideTheStore", private_member}),
    name_of);

INSTANTIATE_TEST_SUITE_P(All, NoiseMistake,
                         testing::Values(Mistake{1, "TheNoiseOfRealNodesTakesNoSeed", no_constructor},
                                         Mistake{2, "TheNoiseOfRealNodesTakesNoSourceOfBits", no_constructor},
                                         Mistake{3, "TheBitsOfTheOperatingSystemTakeNoSeed", no_constructor},
                                         Mistake{4, "TheNoiseOfRealNodesIsNotCopied", "deleted"},
                                         Mistake{5, "ASourceOfBitsIsNotCopied", "deleted"},
                                         Mistake{6, "TheNoiseOfRealNodesHasNoOtherKind", "final"}),
                         name_of);

}  // namespace
}  // namespace sotto::test
