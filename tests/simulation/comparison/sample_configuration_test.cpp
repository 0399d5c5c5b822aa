// SPDX-License-Identifier: MIT
// What `sotto init` prints: it works as it is, names every key, and tells the truth about defaults.
#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

#include "simulation/comparison/support.hpp"

namespace sotto {
namespace {

bool is_commented_setting(const std::string& line) {
  return line.size() > 1 && line[0] == '#' && line[1] >= 'a' && line[1] <= 'z' && line.find(" = ") != std::string::npos;
}

/// Of linear models, or of masked sums: there they are allowed alone.
bool is_of_others(const std::string& line) {
  const std::vector<std::string> keys{"#regularisation ", "#width ",        "#clip ",       "#weighting ",
                                      "#colluders ",      "#spare_rounds ", "#epsilon_all "};
  return std::any_of(keys.begin(), keys.end(), [&](const std::string& key) { return line.starts_with(key); });
}

/// The sample with its commented settings switched on, except the names of files and what needs one: [data], and what
/// linear models or masked sums alone have.
std::string everything_on() {
  std::istringstream sample(sample_configuration());
  std::string text, line, section;
  while (std::getline(sample, line)) {
    if (line.starts_with("[")) section = line.substr(0, line.find(']') + 1);
    const bool is_an_example = section == "[data]" || line.find(".csv\"") != std::string::npos ||
                               line.find(".txt\"") != std::string::npos || line.find("\"0-") != std::string::npos;
    text += (is_commented_setting(line) && !is_an_example && !is_of_others(line) ? line.substr(1) : line) + "\n";
  }
  return text;
}

std::vector<std::string> keys_named_in(const std::string& text) {
  std::istringstream lines(text);
  std::string line, section;
  std::vector<std::string> keys;
  while (std::getline(lines, line)) {
    if (line.starts_with("[")) section = line.substr(1, line.find(']') - 1);
    if (is_commented_setting(line)) line.erase(0, 1);
    if (!line.empty() && line[0] >= 'a' && line[0] <= 'z')
      keys.push_back(section + "." + line.substr(0, line.find(' ')));
  }
  return keys;
}

TEST(SampleConfiguration, ReadsWithoutAFault) {
  EXPECT_NO_THROW(test::read_toml(sample_configuration()));
}

TEST(SampleConfiguration, NamesEveryKeyOnce) {
  std::vector<std::string> named = keys_named_in(sample_configuration()), known = configuration_keys();
  std::sort(named.begin(), named.end());
  std::sort(known.begin(), known.end());
  EXPECT_EQ(named, known);
}

TEST(SampleConfiguration, ShowsTheRealDefaults) {
  EXPECT_EQ(to_toml(test::read_toml(everything_on())), to_toml(test::configured({})));
}

template <class Value>
void expect_named(const std::string& sample, const Value& all) {
  for (const auto& value : all) EXPECT_NE(sample.find(name_of(value)), std::string::npos) << name_of(value);
}

TEST(SampleConfiguration, NamesEveryWordThatAKeyMayHold) {
  const std::string sample = sample_configuration();
  expect_named(sample, all_of<ProblemKind>);
  expect_named(sample, all_of<DomainKind>);
  expect_named(sample, all_of<GraphKind>);
  expect_named(sample, all_of<WeightRule>);
  expect_named(sample, all_accountants);
  expect_named(sample, all_schedules);
  expect_named(sample, all_of<PartitionKind>);
  expect_named(sample, all_of<Fresh>);
  expect_named(sample, all_of<AuditMode>);
}

TEST(SampleConfiguration, IsAsciiAndFitsATerminal) {
  std::istringstream lines(sample_configuration());
  for (std::string line; std::getline(lines, line);) {
    EXPECT_LE(line.size(), 120U) << line;
    EXPECT_EQ(std::count_if(line.begin(), line.end(), [](char c) { return c < ' ' || c > '~'; }), 0) << line;
  }
}

}  // namespace
}  // namespace sotto
