// SPDX-License-Identifier: MIT
#include "sotto/input/long_wait.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace sotto {
namespace {

TEST(LongWait, IsHeardWhileSomebodyListensAndByTheFirstAlone) {
  std::vector<std::string> heard, heard_by_second;
  tell_wait("before", 0.1);
  {
    const ListeningToWaits first([&](const char* what, double, WaitOn) { heard.emplace_back(what); });
    EXPECT_TRUE(waits_are_heard());
    const ListeningToWaits second([&](const char* what, double, WaitOn) { heard_by_second.emplace_back(what); });
    tell_wait("while", 0.5);
  }
  EXPECT_FALSE(waits_are_heard());
  tell_wait("after", 1);
  EXPECT_EQ(heard, std::vector<std::string>{"while"});
  EXPECT_TRUE(heard_by_second.empty());
}

}  // namespace
}  // namespace sotto
