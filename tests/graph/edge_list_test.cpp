// SPDX-License-Identifier: MIT
// Graphs from files: what is accepted, and every kind of bad file with the line that is bad.
#include "graph/support.hpp"
#include "sotto/graph/graph_file.hpp"

namespace sotto {
namespace {

Graph read(const std::string& text, std::optional<NodeId> nodes = {}) {
  return read_edge_list(file_with("edges.txt", text), nodes);
}

InvalidInput refused(const std::string& text, std::optional<NodeId> nodes = {}) {
  const InvalidInput fault = refusal_of([&] { read(text, nodes); });
  EXPECT_EQ(fault.kind(), FaultKind::data);
  EXPECT_EQ(fault.faults()[0].field, "graph.file");
  return fault;
}

TEST(EdgeList, BlanksCommasCommentsAndForeignLineEndsAreUnderstood) {
  const Graph graph = read("\xEF\xBB\xBF# a ring\r\n0 1\r\n\r\n1,2  # comment\n\t2 , 3\n3\t0");
  EXPECT_EQ(graph.node_count(), 4u);
  EXPECT_EQ(graph.edge_count(), 4u);
}

TEST(EdgeList, EveryFaultOfTheFileIsReportedWithItsLine) {
  const InvalidInput bad = refused("0 1\n1 2 3\n1\n# fine\n1 x\n-1 2\n2 99999999999\n2 2\n1 0\n1,,2\n1.5 2\n");
  std::string lines;
  for (const Fault& fault : bad.faults()) lines += fault.place.substr(fault.place.rfind(':')) + " ";
  EXPECT_EQ(lines, ":2 :3 :5 :6 :7 :8 :10 :11 :9 ") << bad.what();
  EXPECT_TRUE(mentions(bad, "already on line 1")) << bad.what();
  EXPECT_TRUE(mentions(bad, "the largest node number")) << bad.what();
  for (const Fault& fault : bad.faults()) EXPECT_EQ(fault.value, "") << "what a line holds is not said";
}

TEST(EdgeList, NoRuleHoldsAWordOfALine) {
  const InvalidInput bad = refused("0 1\n1 2 Alice\nBob\n1 Carol\nDave 7654321 2\n2 7654321999999\n");
  for (const char* word : {"Alice", "Bob", "Carol", "Dave", "7654321"}) EXPECT_FALSE(mentions(bad, word)) << bad.what();
}

TEST(EdgeList, MissingEmptyAndUnreadableFilesAreRefused) {
  EXPECT_TRUE(mentions(refusal_of([] { read_edge_list("/nowhere/at/all.txt"); }), "cannot be opened"));
  EXPECT_TRUE(mentions(refused(""), "empty"));
  EXPECT_TRUE(mentions(refused("# only a comment\n\n"), "empty"));
  EXPECT_EQ(refusal_of([] { read_edge_list(testing::TempDir()); }).kind(), FaultKind::data);
}

TEST(EdgeList, AGivenNodeCountBoundsTheNumbersAndMustBeConnected) {
  EXPECT_EQ(read("0 1\n1 2\n", 3).node_count(), 3u);
  EXPECT_TRUE(mentions(refused("0 1\n1 3\n", 3), "largest node number is 2"));
  EXPECT_TRUE(mentions(refused("0 1\n1 2\n", 4), "must connect all nodes"));
  EXPECT_TRUE(mentions(refused("0 1\n", 0), "largest node number is 0"));
}

TEST(EdgeList, ADisconnectedFileNamesALineThatIsApartAndNoNode) {
  const InvalidInput apart = refused("0 1\n# more\n2 3\n3 4\n");
  EXPECT_TRUE(mentions(apart, "no path leads from this edge to the first one")) << apart.what();
  EXPECT_TRUE(apart.faults()[0].place.ends_with("edges.txt:3")) << apart.what();
  const InvalidInput lonely = refused("0 400000000\n");
  EXPECT_TRUE(mentions(lonely, "must connect all nodes")) << lonely.what();
  EXPECT_FALSE(mentions(lonely, "400000")) << "a number of the file, or one more than that";
}

TEST(EdgeList, AtMostTwentyFaultsAreListed) {
  std::string text;
  for (int k = 0; k < 100; ++k) text += std::string(500, 'x') + " 1\n";
  EXPECT_EQ(refused(text).faults().size(), 20u);
}

TEST(EdgeList, AFileOfAnotherKindIsRefusedAsAWhole) {
  const InvalidInput key =
      refused("-----BEGIN PRIVATE KEY-----\nMC4CAQAwBQYDK2VwBCIEIOHF\n-----END PRIVATE KEY-----\n");
  ASSERT_EQ(key.faults().size(), 1u);
  EXPECT_TRUE(mentions(key, "this looks like a private key, not like a list of edges")) << key.what();
  EXPECT_TRUE(mentions(refused(std::string(100, '\x01') + " 1\n"), "a binary file"));
}

}  // namespace
}  // namespace sotto
