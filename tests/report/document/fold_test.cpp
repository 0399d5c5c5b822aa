// SPDX-License-Identifier: MIT
// Text on a narrow terminal.
#include "sotto/report/document/fold.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

#include "sotto/report/document/table.hpp"

namespace sotto {
namespace {

std::size_t longest_line(const std::string& text) {
  std::size_t longest = 0;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) longest = std::max(longest, line.size());
  return longest;
}

const ReportTable wide{
    .columns = {"method", "error of the mean", "exact theory", "each node, at the end"},
    .rows = {{"this plan", "1.0e-3 +- 2e-5", "1.1e-3", "5.5e-3"}, {"alone", "0.5", "", "1e-1  2e-1"}}};

TEST(Folded, LeavesWhatFitsAsItIs) {
  const std::string text = wide.text() + "A note.\n\n  and more\n";
  EXPECT_EQ(folded(text, 200), text);
}

TEST(Folded, BreaksATableUpAndRepeatsItsFirstColumn) {
  const std::string text = folded(wide.text(), 45);
  EXPECT_LE(longest_line(text), 45U) << text;
  const ReportTable left{.columns = {"method", "error of the mean", "exact theory"},
                         .rows = {{"this plan", "1.0e-3 +- 2e-5", "1.1e-3"}, {"alone", "0.5", ""}}};
  const ReportTable right{.columns = {"method", "each node, at the end"},
                          .rows = {{"this plan", "5.5e-3"}, {"alone", "1e-1  2e-1"}}};
  EXPECT_EQ(text, left.text() + "\n" + right.text()) << "no cell is lost, and none moves to another column";
}

TEST(Folded, MakesAListWhereTwoColumnsAreTooWide) {
  const std::string text = folded(wide.text(), 30);
  EXPECT_LE(longest_line(text), 30U) << text;
  EXPECT_NE(text.find("  method: this plan\n    error of the mean: 1.0e-3\n"), std::string::npos) << text;
  EXPECT_EQ(text.find("exact theory: \n"), std::string::npos) << "an empty cell is left out";
}

TEST(Folded, KnowsWhereATableEnds) {
  const std::string note = "  Exact theory: while no projection binds, and longer than a line may be here.\n";
  const std::string text = folded(wide.text() + note, 45);
  EXPECT_LE(longest_line(text), 45U) << text;
  EXPECT_NE(text.find("\n  Exact theory: while no projection binds,\n    and longer"), std::string::npos) << text;
}

TEST(Folded, TakesNoShortSentenceForARow) {
  for (const std::string note : {"  A short sentence here.\n", "  Short.\n"}) {
    const std::string text = folded(wide.text() + note, 45);
    EXPECT_LE(longest_line(text), 45U) << text;
    EXPECT_EQ(text, folded(wide.text(), 45) + note);
  }
}

TEST(Folded, GoesOnUnderTheTextBehindAWideGap) {
  EXPECT_EQ(folded("  --out DIR    one two three four\n", 30), "  --out DIR    one two three\n               four\n");
  EXPECT_EQ(folded("  --out DIR    one two three four\n", 20), "  --out DIR    one\n    two three four\n") << "no room";
}

TEST(Folded, WrapsSentencesAtBlanksAndKeepsLongWords) {
  EXPECT_EQ(folded("one two three four\n", 9), "one two\n  three\n  four\n");
  EXPECT_EQ(folded("a abcdefghijklmnop b\n", 8), "a\n  abcdefghijklmnop\n  b\n");
  EXPECT_EQ(folded("\n\n", 8), "\n\n");
}

}  // namespace
}  // namespace sotto
