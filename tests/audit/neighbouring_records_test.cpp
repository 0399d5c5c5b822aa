// SPDX-License-Identifier: MIT
// Neighbouring datasets: the worst case is as far apart as the sensitivity, a user's pair is checked line by line.
#include "sotto/audit/neighbouring_records.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "simulation/comparison/support.hpp"

namespace sotto {
namespace {

TEST(WorstCaseRecords, DifferInOneRecordByTheWholeDiameter) {
  for (const std::string kind : {"box", "ball", "simplex", "l1-ball", "product"}) {
    const std::string parts = kind == "product" ? "simplex 2 3, box 1 4" : "";
    const Scenario scenario(test::small({"problem.domain=" + kind, "problem.parts=" + parts, "audit.node=2"}));
    const NeighbouringRecords pair = worst_case_records(scenario);
    ASSERT_EQ(pair.data.count(), 5U);
    double squared = 0;
    for (std::size_t k = 0; k < 3; ++k) squared += std::pow(pair.data.row(0)[k] - pair.neighbour.row(0)[k], 2);
    EXPECT_NEAR(std::sqrt(squared), diameter(scenario.domain()), 1e-12);
    EXPECT_TRUE(contains(scenario.domain(), pair.data.row(0)));
    EXPECT_TRUE(contains(scenario.domain(), pair.neighbour.row(0)));
    const Records configured = scenario.draw(0, 2);
    for (std::size_t k = 3; k < 15; ++k) {
      EXPECT_EQ(pair.data.values[k], configured.values[k]);
      EXPECT_EQ(pair.neighbour.values[k], configured.values[k]);
    }
  }
}

/// Two files of two records with two numbers each.
class RecordFiles {
 public:
  NeighbouringRecords read(const std::string& data, const std::string& neighbour) const {
    const std::string d = (folder_.path() / folder_.write("d.csv", data)).string();
    const std::string e = (folder_.path() / folder_.write("e.csv", neighbour)).string();
    return read_neighbouring_records(Scenario(test::small(
        {"problem.dimension=2", "problem.records_per_node=2", "audit.records=" + d, "audit.neighbour=" + e})));
  }
  std::vector<Fault> faults(const std::string& data, const std::string& neighbour) const {
    try {
      read(data, neighbour);
    } catch (const InvalidInput& refused) {
      EXPECT_EQ(refused.kind(), FaultKind::data);
      return refused.faults();
    }
    ADD_FAILURE() << "it was taken";
    return {{}};
  }

 private:
  test::TemporaryFolder folder_;
};

TEST(RecordsFromFiles, AreReadAsTheyStand) {
  const RecordFiles files;
  const NeighbouringRecords pair = files.read("# mine\n1, 2\n3 4.5\n", "1,2\n-3,4.5\n");
  EXPECT_EQ(pair.data.values, (std::vector<double>{1, 2, 3, 4.5}));
  EXPECT_EQ(pair.neighbour.values, (std::vector<double>{1, 2, -3, 4.5}));
}

TEST(RecordsFromFiles, ThatAreNoRecordsAreRefusedWithTheirLine) {
  const RecordFiles files;
  const std::string good = "1,2\n3,4\n";
  for (const auto& [text, line, rule] :
       {std::tuple{"1,2\n3\n", ":2", "problem.dimension = 2"}, std::tuple{"1,x\n3,4\n", ":1", "not a number"},
        std::tuple{"\n1,2\n3,inf\n", ":3", "finite"}, std::tuple{"1,2\n3,nan\n", ":2", "finite"},
        std::tuple{"1,,2\n3,4\n", ":1", "problem.dimension"}, std::tuple{"1,2\n", ":1", "records_per_node = 2"},
        std::tuple{"1,2\n3,4\n5,6\n", ":3", "public"}}) {
    const std::vector<Fault> faults = files.faults(text, good);
    EXPECT_EQ(faults.front().field, "audit.records");
    EXPECT_TRUE(faults.front().place.ends_with(std::string("d.csv") + line)) << faults.front().place;
    EXPECT_NE(faults.front().rule.find(rule), std::string::npos) << faults.front().rule;
  }
  EXPECT_EQ(files.faults(good, "").front().field, "audit.neighbour");
  EXPECT_EQ(files.faults("a,b\nc,d\n", good).size(), 4U) << "all at once";
}

TEST(RecordsFromFiles, ThatAreNotNeighboursAreRefusedWithTheReason) {
  const RecordFiles files;
  EXPECT_NE(files.faults("1,2\n3,4\n", "1,2\n3,4\n").front().rule.find("(as projected onto the domain), not in 0"),
            std::string::npos);
  EXPECT_NE(files.faults("1,2\n3,4\n", "3,4\n1,2\n").front().rule.find("not in 2"), std::string::npos);
  // Beyond the domain both are the same record to a node.
  EXPECT_NE(files.faults("1,2\n1e9,1e9\n", "1,2\n2e9,3e9\n").front().rule.find("not in 0"), std::string::npos);
}

}  // namespace
}  // namespace sotto
