// SPDX-License-Identifier: MIT
// Domains by their words: what is written is what is made, and what is wrong is named.
#include "sotto/agreement/domain_parts.hpp"

#include <gtest/gtest.h>

#include "simulation/comparison/support.hpp"
#include "sotto/simulation/comparison/comparison.hpp"
#include "sotto/simulation/comparison/engine_choice.hpp"

namespace sotto {
namespace {

TEST(DomainParts, AreReadAsTheyAreWritten) {
  const PartsReading reading = read_parts("ball 123 30, box 1 10,simplex 4 1e-3 ,  l1-ball 2 2.5");
  EXPECT_EQ(reading.fault, "");
  EXPECT_EQ(reading.parts, (std::vector<SimpleDomain>{Ball{123, 30}, Box{1, 10}, Simplex{4, 1e-3}, L1Ball{2, 2.5}}));
  EXPECT_EQ(read_parts(parts_text(reading.parts)).parts, reading.parts);
}

TEST(DomainParts, AFaultNamesThePartAndTheRule) {
  const auto fault = [](const char* text) { return read_parts(text).fault; };
  EXPECT_EQ(fault(""), "part 1 must be a name, a dimension and a size, such as \"ball 9 30\"");
  EXPECT_EQ(fault("ball 1 1, "), "part 2 must be a name, a dimension and a size, such as \"ball 9 30\"");
  EXPECT_EQ(fault("ball 1 1 1"), "part 1 must be a name, a dimension and a size, such as \"ball 9 30\"");
  EXPECT_EQ(fault("ball 1 1, bal 2 1"), "part 2 must be one of box, ball, simplex, l1-ball, not bal");
  for (const char* dimension : {"0", "-1", "1.5", "1000001", "x", "99999999999999999999"})
    EXPECT_EQ(fault((std::string("box ") + dimension + " 1").c_str()),
              std::string("part 1 must have a dimension between 1 and 1000000, not ") + dimension);
  EXPECT_EQ(fault("simplex 1 1"), "part 1 must have a dimension between 2 and 1000000, not 1");
  for (const char* size : {"0", "-1", "nan", "inf", "1e999", "1e-101", "1e101", "0x1", "big"})
    EXPECT_EQ(fault((std::string("box 1 ") + size).c_str()),
              std::string("part 1 must have a size between 1e-100 and 1e+100, not ") + size);
  EXPECT_EQ(fault("box 600000 1, ball 600000 1"), "must have at most 1000000 dimensions together");
}

TEST(Configuration, EveryDomainIsMade) {
  const auto domain = [](const std::vector<std::string>& assignments) {
    return make_domain(test::configured(assignments).problem);
  };
  EXPECT_EQ(domain({}), Domain(Box{10, 10}));
  EXPECT_EQ(domain({"problem.domain=ball", "problem.dimension=3"}), Domain(Ball{3, 10}));
  EXPECT_EQ(domain({"problem.domain=simplex", "problem.radius=1"}), Domain(Simplex{10, 1}));
  EXPECT_EQ(domain({"problem.domain=l1-ball", "problem.radius=2"}), Domain(L1Ball{10, 2}));
  EXPECT_EQ(domain({"problem.domain=product", "problem.parts=ball 3 2, simplex 2 5"}),
            Domain(Product{{Ball{3, 2}, Simplex{2, 5}}}));
}

TEST(Configuration, AProductKnowsItsDimensionAndItsLargestSize) {
  const ProblemSettings problem =
      test::configured({"problem.domain=product", "problem.parts=ball 3 2, simplex 2 5"}).problem;
  EXPECT_EQ(problem.dimension, 5U);
  EXPECT_EQ(problem.radius, 5);
  EXPECT_EQ(problem.mean, 3.5);
}

TEST(Configuration, PartsThatDoNotFitAreRefused) {
  const auto rule = [](const std::vector<std::string>& assignments) -> std::string {
    try {
      test::configured(assignments);
    } catch (const InvalidInput& refused) {
      return refused.faults()[0].field + " " + refused.faults()[0].rule;
    }
    return "";
  };
  EXPECT_EQ(rule({"problem.parts=ball 3 2"}), "problem.parts is for problem.domain = \"product\"");
  EXPECT_EQ(rule({"problem.domain=product"}),
            "problem.parts part 1 must be a name, a dimension and a size, such as \"ball 9 30\"");
  EXPECT_EQ(rule({"problem.domain=product", "problem.parts=ball 3 2", "problem.dimension=4"}),
            "problem.dimension must be absent or the parts' 3");
  EXPECT_EQ(rule({"problem.domain=product", "problem.parts=ball 3 2", "problem.dimension=3"}), "");
  EXPECT_EQ(rule({"problem.domain=simplex", "problem.dimension=1"}),
            "problem.dimension must be at least 2: a simplex of one coordinate is a single point");
}

TEST(Comparison, MeanEstimationRunsOnEveryDomainAndTheLatticeIsCloseToDoubles) {
  const std::vector<std::vector<std::string>> domains{
      {"problem.domain=simplex"},
      {"problem.domain=l1-ball"},
      {"problem.domain=product", "problem.parts=simplex 2 2, box 1 1", "problem.radius=1"}};
  for (const auto& domain : domains) {
    double errors[2] = {};
    for (const bool lattice : {false, true}) {
      std::vector<std::string> assignments = domain;
      assignments.insert(assignments.end(), {"privacy.epsilon=20", "problem.records_per_node=1000",
                                             std::string("privacy.mechanism=") + (lattice ? "lattice" : "real")});
      const Scenario scenario(test::small(assignments));
      EXPECT_EQ(choose_engine(scenario, {scenario.plan()}).engine->name(), "reference");
      const auto in_silence = [](std::uint32_t, std::uint32_t) {};
      const Comparison done = compare(scenario, test::contest({{"plan", scenario.plan()}}), in_silence, test::never);
      errors[lattice ? 1 : 0] = done.plans[0].normalised_error.mean();
    }
    EXPECT_LT(errors[0], 1e-3) << domain[0];
    EXPECT_NEAR(errors[1], errors[0], errors[0]) << domain[0];
  }
}

}  // namespace
}  // namespace sotto
