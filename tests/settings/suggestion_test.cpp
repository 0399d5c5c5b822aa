// SPDX-License-Identifier: MIT
// "Did you mean ...?"
#include "sotto/settings/suggestion.hpp"

#include <gtest/gtest.h>

namespace sotto {
namespace {

const std::vector<std::string> known = {"privacy.epsilon",
                                        "privacy.delta",
                                        "graph.nodes",
                                        "graph.kind",
                                        "problem.radius",
                                        "consensus.consensus_rounds",
                                        "seed"};

TEST(EditDistance, CountsInsertionsDeletionsReplacementsAndSwaps) {
  EXPECT_EQ(edit_distance("", ""), 0u);
  EXPECT_EQ(edit_distance("", "abc"), 3u);
  EXPECT_EQ(edit_distance("abc", ""), 3u);
  EXPECT_EQ(edit_distance("abc", "abc"), 0u);
  EXPECT_EQ(edit_distance("abc", "axc"), 1u);
  EXPECT_EQ(edit_distance("abc", "abxc"), 1u);
  EXPECT_EQ(edit_distance("abc", "ac"), 1u);
  EXPECT_EQ(edit_distance("abc", "acb"), 1u);
  EXPECT_EQ(edit_distance("kitten", "sitting"), 3u);
  EXPECT_EQ(edit_distance("delta", "edlat"), 2u);
}

TEST(EditDistance, IsSymmetric) {
  for (const auto& a : known)
    for (const auto& b : known) EXPECT_EQ(edit_distance(a, b), edit_distance(b, a));
}

TEST(NearestName, FindsAMisspeltKeyWithOrWithoutItsSection) {
  for (const std::string name : {"epsilom", "privacy.epsilom", "epsilon", "privcay.epsilon", "privacy.epsilno",
                                 "Epsilon", "PRIVACY.EPSILON", "graph.epsilon", "privacy.epslon", "pricavy.epsilom"})
    EXPECT_EQ(nearest_name(name, known), "privacy.epsilon") << name;
  EXPECT_EQ(nearest_name("graph.node", known), "graph.nodes");
  EXPECT_EQ(nearest_name("node", known), "graph.nodes");
  EXPECT_EQ(nearest_name("sede", known), "seed");
  EXPECT_EQ(nearest_name("problem.seed", known), "seed");
  EXPECT_EQ(nearest_name("consensus-rounds", known), "consensus.consensus_rounds");
}

TEST(NearestName, PrefersTheKeyOfTheSameSection) {
  EXPECT_EQ(nearest_name("graph.sed", {"run.seed", "graph.seed"}), "graph.seed");
  EXPECT_EQ(nearest_name("graph.seed", {"run.sede", "run.seed"}), "run.seed");
}

TEST(NearestName, IsSilentWhenNothingIsClose) {
  for (const std::string name :
       {"", "x", "temperature", "privacy", "privacy.colour", "graph", "..", "privacy.", "qqqqqqq.epsilonepsilon"})
    EXPECT_EQ(nearest_name(name, known), std::nullopt) << name;
  EXPECT_EQ(nearest_name("epsilon", {}), std::nullopt);
  EXPECT_EQ(nearest_name(std::string(100000, 'e'), known), std::nullopt);
}

TEST(DidYouMean, IsAHalfSentence) {
  EXPECT_EQ(did_you_mean("constnat", {"constant", "decreasing"}), "; did you mean constant?");
  EXPECT_EQ(did_you_mean("colour", {"constant", "decreasing"}), "");
}

}  // namespace
}  // namespace sotto
