// SPDX-License-Identifier: MIT
// Adjacency matrices from CSV, NPY and Matrix Market: the same graph from each, and every kind of bad file.
#include "sotto/graph/graph_file.hpp"

#include "graph/matrix_files.hpp"
#include "graph/support.hpp"

namespace sotto {
namespace {

const std::vector<double> path_of_three{0, 1, 0, 1, 0, 1, 0, 1, 0};

Graph read_as(const std::string& ending, const std::string& text, std::optional<NodeId> nodes = {}) {
  return read_graph_file(file_with("adjacency" + ending, text), nodes);
}

InvalidInput refused_as(const std::string& ending, const std::string& text, std::optional<NodeId> nodes = {}) {
  const InvalidInput fault = refusal_of([&] { read_as(ending, text, nodes); });
  EXPECT_EQ(fault.kind(), FaultKind::data);
  EXPECT_EQ(fault.faults()[0].field, "graph.file");
  return fault;
}

InvalidInput refused_market(const std::string& text) {
  return refused_as(".mtx", "%%MatrixMarket matrix " + text);
}

InvalidInput refused_npy(const Npy& npy, const std::vector<double>& values = path_of_three) {
  return refused_as(".npy", npy_file<double>(npy, values));
}

void expect_path_of_three(const Graph& graph) {
  EXPECT_EQ(graph.node_count(), 3u);
  EXPECT_EQ(graph.edge_count(), 2u);
  EXPECT_EQ(graph.degree(1), 2u);
}

TEST(AdjacencyFiles, EveryFormatGivesTheSameGraph) {
  expect_path_of_three(read_as(".csv", "# a path\n0,1,0\n1 0 1\n0,1,0\n"));
  expect_path_of_three(read_as(".CSV", "0,1.0,0\n1,0,1\n0,1,0\n", 3));
  expect_path_of_three(read_as(".txt", "0 1\n1 2\n"));
  const std::string banner = "%%MatrixMarket matrix ";
  expect_path_of_three(read_as(".mtx", banner + "coordinate pattern symmetric\n% a path\n\n3 3 2\n2 1\n3 2\n"));
  expect_path_of_three(
      read_as(".mtx", banner + "coordinate real general\n3 3 5\n1 2 1\n2 1 1e0\n2 3 1\n3 2 1\n1 3 0\n"));
  expect_path_of_three(
      read_as(".mtx", "%%matrixmarket MATRIX array integer General\n3 3\n0\n1\n0\n1\n0\n1\n0\n1\n0\n"));
  expect_path_of_three(read_as(".mtx", banner + "array real symmetric\n3 3\n0\n1\n0\n0\n1\n0\n"));
}

TEST(AdjacencyFiles, EveryNumberTypeOrderAndVersionOfNumPyIsRead) {
  const auto read = [](const std::string& bytes) { expect_path_of_three(read_as(".npy", bytes)); };
  read(npy_file<double>({}, path_of_three));
  read(npy_file<double>({.version = 2}, path_of_three));
  read(npy_file<float>({.type = "<f4"}, path_of_three));
  read(npy_file<std::uint8_t>({.type = "|b1"}, path_of_three));
  read(npy_file<std::int8_t>({.type = "|i1"}, path_of_three));
  read(npy_file<std::int16_t>({.type = "<i2"}, path_of_three));
  read(npy_file<std::uint32_t>({.type = "<u4", .order = "True"}, path_of_three));
  read(npy_file<std::int64_t>({.type = "<i8"}, path_of_three));
  read(npy_file_of("{\"shape\":(3,3),\"fortran_order\":False,\"descr\":\"<f8\"}", bytes_of<double>(path_of_three)));
}

TEST(AdjacencyFiles, ColumnsFirstMeansColumnsFirst) {
  const std::vector<double> lopsided{0, 1, 1, 1, 0, 0, 0, 0, 0};  // row 0 holds what column 0 lacks
  EXPECT_TRUE(mentions(refused_npy({}, lopsided), "A[0][2] and A[2][0]: must be symmetric"));
  EXPECT_TRUE(mentions(refused_npy({.order = "True"}, lopsided), "A[2][0] and A[0][2]: must be symmetric"));
}

TEST(AdjacencyFiles, WhatIsNoAdjacencyIsNamedWithItsLine) {
  const InvalidInput bad = refused_as(".csv", "1,1,0\n0,0,0.5\n0,nan,x\n");
  EXPECT_EQ(bad.faults().size(), 3u) << bad.what();
  EXPECT_TRUE(mentions(bad, "A[1][2]: must be 0 or 1; weights belong in graph.weights_file (")) << bad.what();
  EXPECT_TRUE(mentions(bad, "A[2][1]: must be 0 or 1")) << bad.what();
  EXPECT_TRUE(mentions(bad, "A[2][2]: is not a number")) << bad.what();
  const InvalidInput shape = refused_as(".csv", "1,1,0\n0,0,1\n0,1,0\n");
  EXPECT_TRUE(mentions(shape, "A[0][0]: must be 0: a node cannot be its own neighbour")) << shape.what();
  EXPECT_TRUE(mentions(shape, "A[0][1] and A[1][0]: must be symmetric")) << shape.what();
  EXPECT_TRUE(shape.faults()[0].place.ends_with("adjacency.csv:1")) << shape.what();
  EXPECT_TRUE(mentions(refused_as(".csv", "0,1,0\n1,0,0\n0,0,0\n"), "must connect all nodes"));
  EXPECT_TRUE(mentions(refused_as(".csv", "0,1\n1,2\n2,3\n"), "a list of edges must have another ending than .csv"));
  EXPECT_TRUE(mentions(refused_as(".csv", "0,1\n1,0\n", 3), "one row for each of the 3 nodes"));
  EXPECT_TRUE(mentions(refused_as(".csv", ""), "empty"));
}

TEST(AdjacencyFiles, BadMatrixMarketFilesAreRefusedWithTheirLine) {
  for (const char* banner : {"coordinate complex general\n", "coordinate real hermitian\n", "array pattern general\n",
                             "sparse real general\n", "coordinate real\n"})
    EXPECT_TRUE(mentions(refused_market(banner), "%%MatrixMarket matrix")) << banner;
  EXPECT_TRUE(mentions(refused_as(".mtx", ""), "empty"));
  EXPECT_TRUE(mentions(refused_as(".mtx", "0 1\n1 0\n"), "%%MatrixMarket matrix"));
  EXPECT_TRUE(mentions(refused_market("coordinate pattern general\n% nothing\n"), "size is missing"));
  EXPECT_TRUE(mentions(refused_market("coordinate pattern general\n3 3\n"), "number of entries"));
  EXPECT_TRUE(mentions(refused_market("coordinate pattern general\n3 4 1\n1 2\n"), "must be square"));
  EXPECT_TRUE(mentions(refused_market("coordinate pattern general\n0 0 0\n"), "must be square"));
  EXPECT_TRUE(mentions(refused_market("coordinate pattern general\n-3 -3 1\n"), "rows, columns"));
  const InvalidInput bad =
      refused_market("coordinate real general\n3 3 7\n1 2\n0 1 1\n4 1 1\n1 2 x\n2 2 1\n1 2 1\n1 2 1\n9\n");
  std::string lines;
  for (const Fault& fault : bad.faults()) lines += fault.place.substr(fault.place.rfind(':'));
  EXPECT_EQ(lines, ":3:4:5:6:10:9") << bad.what();
  EXPECT_TRUE(mentions(bad, "A[0][1]: is already given on line 8")) << bad.what();
  EXPECT_TRUE(mentions(refused_market("coordinate pattern symmetric\n3 3 3\n2 1\n3 2\n"), "the file ends here"));
  EXPECT_TRUE(mentions(refused_market("array real general\n2 2\n0\n1\n1\n"), "the file ends here"));
  EXPECT_TRUE(mentions(refused_market("coordinate pattern symmetric\n3 3 3\n2 1\n3 2\n1 2\n"), "already given"));
}

/// A few bytes may claim any size; nothing is set aside for it.
TEST(AdjacencyFiles, AHugeClaimIsRefusedWithoutUsingMemory) {
  EXPECT_TRUE(mentions(refused_market("coordinate pattern general\n500000000 500000000 2\n1 2\n2 1\n"),
                       "must connect all nodes"));
  EXPECT_TRUE(mentions(refused_market("coordinate pattern general\n9 9 18446744073709551615\n1 2\n"), "ends here"));
  EXPECT_TRUE(mentions(refused_market("array real general\n500000000 500000000\n1\n"), "ends here"));
  EXPECT_TRUE(mentions(refused_market("coordinate pattern general\n4000000000 4000000000 1\n1 2\n"), "are supported"));
  EXPECT_TRUE(mentions(refused_npy({.shape = "(500000000, 500000000)"}), "as many as its shape needs"));
  EXPECT_TRUE(mentions(refused_npy({.shape = "(4294967297, 4294967297)"}), "are supported"));
  EXPECT_TRUE(mentions(refused_npy({.shape = "(99999999999999999999, 3)"}), "header"));
  const std::string long_header = std::string("\x93NUMPY\x02\0", 8) + "\xFF\xFF\xFF\xFF";
  EXPECT_TRUE(mentions(refused_as(".npy", long_header), "its header must have at most 65536 bytes"));
}

TEST(AdjacencyFiles, BadNumPyFilesAreRefused) {
  for (const char* type : {">f8", "<f2", "<c16", "|O", "<U1", "", "<f8x"})
    EXPECT_TRUE(mentions(refused_npy({.type = type}), "must be bool")) << type;
  EXPECT_TRUE(mentions(refused_npy({.shape = "(9,)"}), "two dimensions"));
  EXPECT_TRUE(mentions(refused_npy({.shape = "()"}), "two dimensions"));
  EXPECT_TRUE(mentions(refused_npy({.shape = "(1, 9)"}), "must be square"));
  EXPECT_TRUE(mentions(refused_npy({.shape = "(2, 2)"}), "as many as its shape needs"));
  EXPECT_TRUE(mentions(refused_npy({.shape = "(4, 4)"}), "as many as its shape needs"));
  EXPECT_TRUE(mentions(refused_npy({.version = 3}), "must be of version 1.0 or 2.0"));
  for (const char* order : {"false", "None", "Truely", "False, 'x': 1", "False, 'shape': (3, 3)"})
    EXPECT_TRUE(mentions(refused_npy({.order = order}), "the header must hold")) << order;
  for (const char* shape : {"(3, -3)", "(3, 3", "3, 3", "(3 3)", "(,)"})
    EXPECT_TRUE(mentions(refused_npy({.shape = shape}), "the header must hold")) << shape;
  const std::string more = npy_header_text({}) + "{}";
  EXPECT_TRUE(mentions(refused_as(".npy", npy_file_of(more, bytes_of<double>(path_of_three))), "the header must hold"));
  EXPECT_TRUE(mentions(refused_as(".npy", ""), "is not a NumPy file"));
  EXPECT_TRUE(mentions(refused_as(".npy", "0,1,0\n1,0,1\n0,1,0\n"), "is not a NumPy file"));
  EXPECT_TRUE(mentions(refusal_of([] { read_graph_file("/nowhere.npy"); }), "cannot be opened"));
  EXPECT_TRUE(mentions(refusal_of([] { read_graph_file("/nowhere.mtx"); }), "cannot be opened"));
  EXPECT_TRUE(mentions(refused_npy({}, {0, 1, 0, 1, 0, std::nan(""), 0, HUGE_VAL, 0}), "A[1][2]: "));
}

/// Cut anywhere, or with any byte changed, a file is read or refused: the sanitizers see to the rest.
TEST(AdjacencyFiles, CutAndDamagedFilesAreReadOrRefused) {
  const std::pair<std::string, std::string> files[] = {
      {".npy", npy_file<std::uint8_t>({.type = "|b1"}, path_of_three)},
      {".mtx", "%%MatrixMarket matrix coordinate real symmetric\n3 3 2\n2 1 1\n3 2 1\n"},
      {".csv", "0,1,0\n1,0,1\n0,1,0\n"}};
  int read = 0, refused = 0;
  const auto attempt = [&](const std::string& ending, const std::string& bytes) {
    try {
      read_as(ending, bytes);
      ++read;
    } catch (const InvalidInput& fault) {
      EXPECT_FALSE(fault.faults().empty());
      ++refused;
    }
  };
  for (const auto& [ending, whole] : files)
    for (std::size_t k = 0; k < whole.size(); ++k) {
      attempt(ending, whole.substr(0, k));
      for (const char flip : {'\x01', '\x10', '\x80'}) {
        std::string damaged = whole;
        damaged[k] = static_cast<char>(damaged[k] ^ flip);
        attempt(ending, damaged);
      }
    }
  EXPECT_GT(read, 5);
  EXPECT_GT(refused, 300);
}

TEST(GraphOfWeights, IsWhereTheWeightsAreNotZero) {
  const auto graph_of = [](const std::string& text) { return read_graph_of_weights(file_with("w.csv", text)); };
  expect_path_of_three(graph_of("0.5,0.5,0\n0.5,0.25,0.25\n0,0.25,0.75\n"));
  const InvalidInput lopsided = refusal_of([&] { graph_of("0.5,0.5,0.5\n0.5,0.25,0.25\n0,0.25,0.75\n"); });
  EXPECT_EQ(lopsided.faults()[0].field, "graph.weights");
  EXPECT_TRUE(mentions(lopsided, "W[0][2] and W[2][0]: must be symmetric")) << lopsided.what();
  EXPECT_TRUE(mentions(refusal_of([&] { graph_of("1,nan\nnan,1\n"); }), "must be finite"));
}

}  // namespace
}  // namespace sotto
