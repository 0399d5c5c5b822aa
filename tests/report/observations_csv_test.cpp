// SPDX-License-Identifier: MIT
// Observations as CSV: numbers and names read back the same, and damaged files are refused with their line.
#include "sotto/report/observations_csv.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "report/observations.hpp"
#include "sotto/input/invalid_input.hpp"
#include "support/temporary_folder.hpp"

namespace sotto {
namespace {

const std::string csv_header = "series,x,metric,trials,mean,standard_error,q10,median,q90\n";

std::vector<Observation> read_csv_back(const std::string& text) {
  const test::TemporaryFolder folder;
  return read_observations_csv((folder.path() / folder.write("results.csv", text)).string());
}

/// "" when it is taken.
std::string csv_refusal(const std::string& text) {
  try {
    read_csv_back(text);
  } catch (const InvalidInput& refused) {
    EXPECT_EQ(refused.kind(), FaultKind::data);
    return refused.what();
  }
  return "";
}

TEST(ObservationsCsv, HasThisHeaderAndALineEach) {
  Observation seen = test::seen_at("the paper's, printed", "ring", "node_error", 0.1);
  seen.median = 1e-7;
  EXPECT_EQ(observations_csv({}), csv_header);
  EXPECT_EQ(observations_csv({seen}), csv_header + "\"the paper's, printed\",ring,node_error,400,0.1,,,1e-07,\n");
}

TEST(ObservationsCsv, ReadsBackTheSameWhateverItHolds) {
  for (unsigned seed = 0; seed < 5; ++seed) {
    const std::vector<Observation> all = test::awkward_observations(seed), back = read_csv_back(observations_csv(all));
    ASSERT_EQ(back.size(), all.size());
    for (std::size_t k = 0; k < all.size(); ++k) {
      EXPECT_EQ(back[k], all[k]) << observations_csv({all[k]});
      EXPECT_EQ(std::signbit(back[k].mean), std::signbit(all[k].mean));
    }
  }
  EXPECT_TRUE(read_csv_back(csv_header).empty());
}

TEST(ObservationsCsv, WhatItDidNotWriteIsRefusedWithItsLine) {
  const std::string good = "a,1,m,2,0.5,,,,\n";
  for (const std::string line :
       {"a,1,m,2,0.5,,,", "a,1,m,2,0.5,,,,,", "", "a,1,m,-2,0.5,,,,", "a,1,m,2.0,0.5,,,,", "a,1,m,,0.5,,,,",
        "a,1,m,2,,,,,", "a,1,m,2,nan,,,,", "a,1,m,2,inf,,,,", "a,1,m,2,0.5,x,,,", "a,1,m,2,0.5,,,,1e999",
        "\"a,1,m,2,0.5,,,,", "a,1,m,2,0x1p3,,,,", "a,1,m,2, 0.5,,,,", "a,1,m,2,0.5,,,1 ,", "\"a\"b,1,m,2,0.5,,,,",
        "a\"b\",1,m,2,0.5,,,,", "a,1,m,18446744073709551616,0.5,,,,", "a,1,m,2,0.5,,,,\r"}) {
    const std::string why = csv_refusal(csv_header + good + line + "\n" + good);
    EXPECT_NE(why.find("results.csv:3"), std::string::npos) << line << ": " << why;
  }
  for (const std::string& text : {std::string(), std::string("\n"), good, "series,x\n" + good, " " + csv_header})
    EXPECT_NE(csv_refusal(text).find("results.csv:1"), std::string::npos) << text;
  EXPECT_THROW(read_observations_csv("/nowhere/results.csv"), InvalidInput);
}

}  // namespace
}  // namespace sotto
