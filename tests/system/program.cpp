// SPDX-License-Identifier: MIT
// Answers of the program under test.
#include "system/program.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <sstream>

#include "system/schema_rules.hpp"

namespace sotto::test {

namespace {

void expect_keeps_its_schema(const Json& json) {
  const std::string name = json.value("schema", "");
  for (const std::string& broken : broken_rules(schema_of(name), json)) ADD_FAILURE() << name << broken;
}

}  // namespace

const Json& schema_of(const std::string& name) {
  static std::map<std::string, Json> known;
  const auto [at, is_new] = known.try_emplace(name);
  if (!is_new) return at->second;
  const Transcript said = Program()({"schema", name});
  EXPECT_EQ(said.code, 0) << said.err;
  return at->second = Json::parse(said.out, nullptr, false);
}

Json answer(const Transcript& said, const std::string& schema, int code) {
  EXPECT_EQ(said.code, code) << said.err << said.out;
  return kept_answer(said.out, schema);
}

Json kept_answer(const std::string& text, const std::string& schema) {
  const Json json = Json::parse(text, nullptr, false);
  EXPECT_FALSE(json.is_discarded()) << text;
  if (json.is_discarded()) return Json::object();
  EXPECT_EQ(json.value("schema", ""), schema);
  expect_keeps_its_schema(json);
  return json;
}

std::vector<Json> faults(const Transcript& said, int code) {
  EXPECT_EQ(said.code, code) << said.err << said.out;
  const Json json = Json::parse(said.out, nullptr, false);
  EXPECT_FALSE(json.is_discarded()) << said.out << said.err;
  if (json.is_discarded()) return {};
  EXPECT_EQ(json.value("schema", ""), "sotto.error/1");
  expect_keeps_its_schema(json);
  EXPECT_EQ(json.value("code", -1), code);
  std::vector<Json> list = json.value("errors", std::vector<Json>{});
  EXPECT_FALSE(list.empty());
  for (const Json& fault : list) {
    EXPECT_FALSE(fault.value("field", "").empty()) << fault;
    EXPECT_TRUE(fault.contains("value")) << fault;
    EXPECT_FALSE(fault.value("rule", "").empty()) << fault;
  }
  return list;
}

std::size_t longest_line(const std::string& text) {
  std::size_t longest = 0;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);)
    longest = std::max(longest, line.size() - (line.ends_with('\r') ? 1 : 0));
  return longest;
}

bool blames(const std::vector<Json>& faults, const std::string& field) {
  return std::any_of(faults.begin(), faults.end(),
                     [&](const Json& fault) { return fault.value("field", "") == field; });
}

void expect_text_refusal(const Transcript& said, int code) {
  EXPECT_EQ(said.code, code) << said.err;
  EXPECT_EQ(said.out, "");
  EXPECT_NE(said.err, "");
  std::istringstream lines(said.err);
  for (std::string line; std::getline(lines, line);) EXPECT_TRUE(line.starts_with("sotto: error: ")) << line;
}

}  // namespace sotto::test
