// SPDX-License-Identifier: MIT
// Tables: columns line up.
#include "sotto/report/document/table.hpp"

#include <gtest/gtest.h>

namespace sotto {
namespace {

TEST(TextTable, PutsNamesToTheLeftAndNumbersToTheRight) {
  ReportTable table{.columns = {"name", "a", "long header"}};
  table.add({"x", "123", "4"});
  table.add({"longer name", "5", "67"});
  EXPECT_EQ(table.text(),
            "  name           a  long header\n"
            "  -----------------------------\n"
            "  x            123            4\n"
            "  longer name    5           67\n");
}

TEST(TextTable, LeavesNoBlanksAtTheEndOfALine) {
  ReportTable table{.columns = {"name", "value"}};
  table.add({"nothing", ""});
  EXPECT_EQ(table.text(), "  name     value\n  --------------\n  nothing\n");
}

TEST(TextTable, WithoutRowsIsAHeader) {
  EXPECT_EQ((ReportTable{.columns = {"a", "b"}}.text()), "  a  b\n  ----\n");
}

}  // namespace
}  // namespace sotto
