// SPDX-License-Identifier: MIT
// Weights from files: what is accepted, and every kind of bad file.
#include "graph/matrix_files.hpp"
#include "graph/support.hpp"
#include "sotto/graph/weight_rules.hpp"

namespace sotto {
namespace {

WeightMatrix read_weights(const std::string& text, const Graph& graph) {
  return read_weights_file(file_with("weights.csv", text), graph);
}

InvalidInput refused_weights(const std::string& text, const Graph& graph = path_graph(3)) {
  const InvalidInput fault = refusal_of([&] { read_weights(text, graph); });
  EXPECT_EQ(fault.kind(), FaultKind::data);
  EXPECT_EQ(fault.faults()[0].field, "graph.weights");
  return fault;
}

TEST(WeightsFile, WhatARuleMadeReadsBackBitForBit) {
  const Graph graph = erdos_renyi_graph({.nodes = 12, .edge_probability = 0.4, .seed = 1});
  const WeightMatrix made = make_weights(graph, WeightRule::metropolis);
  std::string text = "# weights\n";
  for (NodeId i = 0; i < 12; ++i) {
    std::vector<double> row(12);
    for (std::size_t k = 0; k < made.row(i).columns.size(); ++k) row[made.row(i).columns[k]] = made.row(i).weights[k];
    for (NodeId j = 0; j < 12; ++j) text += show(row[j]) + (j + 1 < 12 ? ", " : "\n");
  }
  const WeightMatrix back = read_weights(text, graph);
  for (NodeId i = 0; i < 12; ++i)
    EXPECT_TRUE(std::equal(made.row(i).weights.begin(), made.row(i).weights.end(), back.row(i).weights.begin()));
  EXPECT_NEAR(back.mixing_rate().beta, made.mixing_rate().beta, 1e-13);
}

TEST(WeightsFile, NumPyAndMatrixMarketGiveTheSameWeightsAsCsv) {
  const std::vector<double> w{0.5, 0.5, 0, 0.5, 0.25, 0.25, 0, 0.25, 0.75};
  const std::string market =
      "%%MatrixMarket matrix coordinate real symmetric\n3 3 5\n1 1 .5\n2 1 .5\n2 2 .25\n3 2 .25\n3 3 .75\n";
  const WeightMatrix csv = read_weights("0.5,0.5,0\n0.5,0.25,0.25\n0,0.25,0.75\n", path_graph(3));
  for (const WeightMatrix& other : {read_weights_file(file_with("w.npy", npy_file<double>({}, w)), path_graph(3)),
                                    read_weights_file(file_with("w.mtx", market), path_graph(3))})
    for (NodeId i = 0; i < 3; ++i)
      EXPECT_TRUE(std::equal(csv.row(i).weights.begin(), csv.row(i).weights.end(), other.row(i).weights.begin()));
}

TEST(WeightsFile, FaultsOfAFileWithoutLinesNameItsEntries) {
  const auto refused = [](std::vector<double> w) {
    return refusal_of([&] { read_weights_file(file_with("w.npy", npy_file<double>({}, w)), path_graph(3)); });
  };
  EXPECT_TRUE(mentions(refused({0.5, 0.5, 0, 0.5, 0, 0.5, 0, 0.5, 0.75}), "row 2: every row must sum to 1"));
  EXPECT_TRUE(mentions(refused({0.5, 0.5, 0, 0.5, 0, 0.5, 0, -0.5, 0.5}), "W[2][1]: must not be negative"));
  EXPECT_TRUE(mentions(refused({0.5, 0.25, 0.25, 0.25, 0.5, 0.25, 0.25, 0.25, 0.5}), "the graph has no edge there"));
  EXPECT_TRUE(mentions(refused({0.5, 0.5, 0, 0.25, 0.25, 0.5, 0, 0.5, 0.5}), "must be symmetric"));
}

TEST(WeightsFile, AClosedFormAllowsForRowsThatSumToOneOnlyNearly) {
  const WeightMatrix weights = read_weights("0.5,0.5000000000005\n0.5000000000005,0.5\n", path_graph(2));
  EXPECT_EQ(weights.mixing_rate().method, "closed form");
  EXPECT_NEAR(weights.mixing_rate().beta, mixing_rate(weights, SpectrumMethod::dense).beta,
              weights.mixing_rate().residual);
}

TEST(WeightsFile, RoundingDifferencesAcrossTheDiagonalAreEvenedOut) {
  const WeightMatrix weights = read_weights("0.5,0.5\n0.5000000000001,0.5\n", path_graph(2));
  EXPECT_EQ(weights.row(0).weights[1], weights.row(1).weights[0]);
}

TEST(WeightsFile, EveryBadKindIsRefusedWithItsLine) {
  EXPECT_TRUE(mentions(refused_weights(""), "empty"));
  EXPECT_TRUE(mentions(refusal_of([] { read_weights_file("/nowhere.csv", path_graph(2)); }), "cannot be opened"));
  EXPECT_TRUE(mentions(refused_weights("0.5,0.5\n0.5,0.5\n"), "must hold one row for each of the 3 nodes"));
  EXPECT_TRUE(mentions(refused_weights("0.5,0.5,0\n0.5,0,0.5,0\n0,0.5,0.5\n"), "row 1 holds 4"));
  const InvalidInput kinds = refused_weights("0.5,x,0\n0.5,nan,0.5\n0,inf,-0.5\n");
  ASSERT_EQ(kinds.faults().size(), 4u);
  EXPECT_EQ(kinds.faults()[0].value, "W[0][1]");
  EXPECT_TRUE(mentions(kinds, "W[1][1]: must be finite (")) << kinds.what();
  EXPECT_TRUE(mentions(kinds, "W[2][1]: must be finite")) << kinds.what();
  EXPECT_TRUE(mentions(kinds, "W[2][2]: must not be negative")) << kinds.what();
  EXPECT_TRUE(kinds.faults()[3].place.ends_with("weights.csv:3"));
  EXPECT_TRUE(mentions(refused_weights("0.5,,0.5\n0.5,0,0.5\n0,0.5,0.5\n"), "not a number"));
}

TEST(WeightsFile, MatricesThatDoNotMixOnTheGraphAreRefusedWithTheirLine) {
  const InvalidInput off = refused_weights("0.5,0.25,0.25\n0.25,0.5,0.25\n0.25,0.25,0.5\n");
  EXPECT_EQ(off.faults().size(), 2u);
  EXPECT_TRUE(mentions(off, "W[0][2]: must be 0: the graph has no edge there (")) << off.what();
  const InvalidInput uneven = refused_weights("0.5,0.5,0\n0.25,0.25,0.5\n0,0.5,0.5\n");
  EXPECT_TRUE(mentions(uneven, "W[0][1] and W[1][0]: must be symmetric")) << uneven.what();
  const InvalidInput sums = refused_weights("# head\n0.5,0.5,0\n0.5,0,0.5\n0,0.5,0.6\n");
  EXPECT_TRUE(mentions(sums, "row 2: every row must sum to 1")) << sums.what();
  EXPECT_TRUE(sums.faults()[0].place.ends_with("weights.csv:4")) << sums.what();
  EXPECT_TRUE(mentions(refused_weights("1,0,0\n0,1,0\n0,0,1\n"), "mix"));
}

}  // namespace
}  // namespace sotto
