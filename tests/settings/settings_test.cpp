// SPDX-License-Identifier: MIT
// Who wins: flag > --set > environment > file, and the later one among equals.
#include "sotto/settings/settings.hpp"

#include <gtest/gtest.h>

#include <cstdlib>

#include "settings/scratch.hpp"

namespace sotto {
namespace {

using Rank = Settings::Rank;
constexpr Rank ranks[] = {Rank::file, Rank::environment, Rank::set, Rank::flag};

void add_with_rank(Settings& settings, Rank rank, const std::string& value) {
  if (rank == Rank::file) {
    const ScratchFile file("[privacy]\nepsilon = " + value + "\n");
    settings.add_file(file.path());
  } else if (rank == Rank::environment) {
    ::setenv("SOTTO_PRIVACY_EPSILON", value.c_str(), 1);
    settings.add_environment({"privacy.epsilon"});
    ::unsetenv("SOTTO_PRIVACY_EPSILON");
  } else if (rank == Rank::set) {
    settings.add_assignment("privacy.epsilon=" + value);
  } else {
    settings.add_flag("privacy.epsilon", "--epsilon", value);
  }
}

TEST(Settings, OfAnyTwoRanksTheHigherWinsInWhicheverOrderTheyAreAdded) {
  for (const Rank first : ranks)
    for (const Rank second : ranks) {
      Settings settings;
      add_with_rank(settings, first, "1");
      add_with_rank(settings, second, "2");
      const std::string winner = second >= first ? "2" : "1";
      ASSERT_NE(settings.find("privacy.epsilon"), nullptr);
      EXPECT_EQ(settings.find("privacy.epsilon")->setting.written, winner);
      EXPECT_EQ(settings.find("privacy.epsilon")->order.rank, std::max(first, second));
    }
}

TEST(Settings, OfAllFourRanksTheFlagWins) {
  Settings settings;
  for (const Rank rank : {Rank::set, Rank::flag, Rank::file, Rank::environment})
    add_with_rank(settings, rank, std::to_string(static_cast<int>(rank)));
  EXPECT_EQ(settings.find("privacy.epsilon")->setting.written, "3");
}

TEST(Settings, SayWhoGaveAValueAndHowItWasWritten) {
  const char* places[] = {":2", "SOTTO_PRIVACY_EPSILON", "--set", "--epsilon"};
  for (const Rank rank : ranks) {
    Settings settings;
    add_with_rank(settings, rank, "4.50");
    const Setting& setting = settings.find("privacy.epsilon")->setting;
    EXPECT_EQ(setting.written, "4.50");
    EXPECT_TRUE(setting.place.ends_with(places[static_cast<int>(rank)])) << setting.place;
    EXPECT_EQ(std::get<double>(setting.value), 4.5);
  }
}

TEST(Settings, AnAssignmentSplitsAtItsFirstEqualsSign) {
  Settings settings;
  settings.add_assignment("report.title=a=b");
  settings.add_assignment("report.empty=");
  EXPECT_EQ(settings.find("report.title")->setting.written, "a=b");
  EXPECT_EQ(settings.find("report.empty")->setting.written, "");
}

TEST(Settings, AnAssignmentThatIsNotKeyEqualsValueIsRefused) {
  for (const std::string text : {"", "=", "=4", "epsilon", "a b=4", " a=4", "a =4", "a..b=4", ".a=4", "a.=4",
                                 "a.b.c.d=4", "\xff=4", "a\n=4", "[privacy]=4", "\"a\"=4"}) {
    Settings settings;
    const auto faults = faults_of([&] { settings.add_assignment(text); });
    ASSERT_EQ(faults.size(), 1u) << text;
    EXPECT_EQ(faults[0].field, "--set");
    EXPECT_EQ(faults[0].place, "--set");
    EXPECT_FALSE(faults[0].value.empty());
    EXPECT_NE(faults[0].rule.find("key=value"), std::string::npos);
    EXPECT_TRUE(settings.values().empty());
  }
}

TEST(Settings, TheEnvironmentSpeaksForKnownKeysOnly) {
  EXPECT_EQ(environment_name("graph.edge-count_2"), "SOTTO_GRAPH_EDGE_COUNT_2");
  ::setenv("SOTTO_GRAPH_NODES", "", 1);
  ::setenv("SOTTO_OTHER", "1", 1);
  Settings settings;
  settings.add_environment({"graph.nodes", "graph.seed"});
  ::unsetenv("SOTTO_GRAPH_NODES");
  ::unsetenv("SOTTO_OTHER");
  ASSERT_EQ(settings.values().size(), 1u);
  EXPECT_EQ(settings.find("graph.nodes")->setting.written, "") << "a variable set to nothing is a value";
}

}  // namespace
}  // namespace sotto
