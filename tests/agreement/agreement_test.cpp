// SPDX-License-Identifier: MIT
// What follows from the terms of an agreement needs no record and no path to one.
#include "sotto/agreement/agreement.hpp"

#include <gtest/gtest.h>

#include "sotto/input/invalid_input.hpp"

namespace sotto {
namespace {

/// Two parties that declare their records and do not say where they lie.
const std::string two_parties = R"([problem]
kind = "logistic"
regularisation = 0.05
weighting = "nodes"
[data]
hold_out = 2
[graph]
kind = "complete"
nodes = 2
[privacy]
epsilon = 4.0
delta = 1e-6
mechanism = "lattice"
[algorithm]
rounds = 12
[node.0]
records = 20
[node.1]
records = 60
[[column]]
name = "a"
range = [-1.0, 1.0]
[[column]]
name = "y"
role = "label"
type = "category"
levels = ["no", "yes"]
)";

Terms terms_in(const std::string& text, FilesLie where = FilesLie::at_parties) {
  Settings settings;
  settings.add_file_text("terms.toml", text);
  Reader reader(settings);
  Terms terms = read_terms(reader, where);
  reader.finish();
  return terms;
}

TEST(Agreement, FollowsFromWhatPartiesDeclare) {
  const Agreement agreement(terms_in(two_parties), 1);
  const DeclaredProblem& problem = *agreement.declared();
  EXPECT_EQ(problem.sizes(), (std::vector<std::uint64_t>{10, 30}));
  EXPECT_EQ(agreement.records_in_all(), 40U);
  EXPECT_EQ(problem.setting_of(0).weight, 2.0);
  EXPECT_EQ(problem.setting_of(1).weight, 20.0 / 30);
  EXPECT_EQ(agreement.common_nodes(), "a node other than 1") << "its records weigh less, and so does its noise";
  EXPECT_LT(agreement.plan_of(1).request().constants.record_sensitivity,
            agreement.plan().request().constants.record_sensitivity);
}

TEST(Agreement, ReadsBackWhatItWritesWithoutAPath) {
  const std::string written = to_toml(terms_in(two_parties));
  EXPECT_EQ(written.find("file = \"/"), std::string::npos);
  EXPECT_EQ(to_toml(terms_in(written)), written);
}

TEST(Agreement, OnFilesWantsThePathThatPartiesKeepToThemselves) {
  EXPECT_THROW(terms_in(two_parties, FilesLie::here), InvalidInput);
}

TEST(Agreement, WithAPartyThatDeclaresNothingIsRefused) {
  std::string text = two_parties;
  text.replace(text.find("nodes = 2"), 9, "nodes = 3");
  EXPECT_THROW(Agreement(terms_in(text), 1), InvalidInput);
}

/// Rows that stand for records nobody has shown: the same for a party as for all together.
TEST(Agreement, DrawsThePartysRowsAsItDrawsEverybodys) {
  const Agreement agreement(terms_in(two_parties), 1);
  const DrawnProblem drawn = agreement.declared()->drawn({.signal = 2, .density = 1, .numbers = 1'000'000});
  const DrawnData all = draw_data(drawn, 5);
  for (NodeId i = 0; i < 2; ++i) {
    const Dataset own = draw_data_of(i, drawn, 5);
    EXPECT_EQ(std::get<Records>(own.rows.features).values, std::get<Records>(all.nodes[i].rows.features).values);
    EXPECT_EQ(own.rows.labels, all.nodes[i].rows.labels);
    EXPECT_EQ(own.rows.labels.size(), agreement.declared()->sizes()[i]);
  }
}

}  // namespace
}  // namespace sotto
