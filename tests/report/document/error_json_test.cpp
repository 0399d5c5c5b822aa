// SPDX-License-Identifier: MIT
// Faults as JSON: their parts, and bytes that are not UTF-8.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "sotto/report/document/json_values.hpp"

namespace sotto {
namespace {

using Json = nlohmann::json;

TEST(JsonReport, FaultsHaveFieldValueRuleAndPerhapsAPlace) {
  const Json json = Json::parse(error_json({{"a", "1", "is wrong", "x:3"}, {"b", "", "is required"}}, 2));
  EXPECT_EQ(json.at("schema"), "sotto.error/1");
  EXPECT_EQ(json.at("code"), 2);
  EXPECT_EQ(json.at("errors")[0], (Json{{"field", "a"}, {"value", "1"}, {"rule", "is wrong"}, {"place", "x:3"}}));
  EXPECT_EQ(json.at("errors")[1], (Json{{"field", "b"}, {"value", ""}, {"rule", "is required"}}));
}

TEST(JsonReport, BytesThatAreNotUtf8AreReplaced) {
  const Json json = Json::parse(error_json({{"graph.file", "caf\xe9", "cannot be opened"}}, 3));
  EXPECT_EQ(json.at("errors")[0].at("value"), "caf\xef\xbf\xbd");
}

}  // namespace
}  // namespace sotto
