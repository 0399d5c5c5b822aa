// SPDX-License-Identifier: MIT
// Who talks to whom: building and checking the neighbour lists.
#include "sotto/graph/graph.hpp"

#include <algorithm>
#include <utility>

#include "sotto/graph/components.hpp"
#include "sotto/graph/edge_stream.hpp"
#include "sotto/input/invalid_input.hpp"

namespace sotto {
namespace {

std::string to_text(Edge edge) {
  return std::to_string(edge.a) + "-" + std::to_string(edge.b);
}

void check_each_edge(NodeId nodes, const std::vector<Edge>& edges) {
  Faults faults;
  for (const Edge& edge : edges) {
    if (edge.a >= nodes || edge.b >= nodes)
      faults.add({"graph.edges", to_text(edge), "nodes are numbered 0 to " + std::to_string(nodes - 1)});
    else if (edge.a == edge.b)
      faults.add({"graph.edges", to_text(edge), "a node cannot be its own neighbour"});
    if (faults.full()) break;
  }
  faults.throw_if_any();
}

/// Fewer than half as many edges as nodes leave a node without any: found by looking at the edges alone, so
/// that a small file that names node 4000000000 costs no memory.
void refuse_obviously_disconnected(NodeId nodes, const std::vector<Edge>& edges) {
  if (nodes == 1 || 2 * edges.size() >= nodes) return;
  std::vector<bool> seen(2 * edges.size() + 1);
  for (const Edge& edge : edges)
    for (NodeId end : {edge.a, edge.b})
      if (end < seen.size()) seen[end] = true;
  const auto lonely = std::find(seen.begin(), seen.end(), false) - seen.begin();
  throw InvalidInput({"graph.edges", std::to_string(nodes) + " nodes, " + std::to_string(edges.size()) + " edges",
                      "must connect all nodes: it has at least " + std::to_string(nodes - edges.size()) +
                          " components, and node " + std::to_string(lonely) + " has no neighbour"});
}

std::vector<Edge> all_edges(const EdgeStream& stream) {
  std::vector<Edge> edges;
  stream.for_each([&](Edge edge) { edges.push_back(edge); });
  return edges;
}

}  // namespace

Graph::Graph(const EdgeStream& stream) : Graph(stream.node_count(), all_edges(stream), stream.known()) {}

Graph::Graph(NodeId nodes, const std::vector<Edge>& edges) : Graph(nodes, edges, GraphTraits{}) {}

Graph::Graph(NodeId nodes, const std::vector<Edge>& edges, GraphTraits known) : known_(std::move(known)) {
  if (nodes == 0) throw InvalidInput({"graph.nodes", "0", "must be at least 1"});
  if (edges.size() > most_edges)
    throw InvalidInput({"graph.edges", std::to_string(edges.size()) + " edges",
                        "at most " + std::to_string(most_edges) + " edges are supported"});
  check_each_edge(nodes, edges);
  refuse_obviously_disconnected(nodes, edges);
  adopt(nodes, edges);
  check_connected(edges);
}

void Graph::adopt(NodeId nodes, const std::vector<Edge>& edges) {
  starts_.assign(nodes + std::size_t{1}, 0);
  for (const Edge& edge : edges) ++starts_[edge.a + std::size_t{1}], ++starts_[edge.b + std::size_t{1}];
  for (NodeId i = 0; i < nodes; ++i) starts_[i + std::size_t{1}] += starts_[i];
  neighbours_.resize(2 * edges.size());
  std::vector<std::size_t> next(starts_.begin(), starts_.end() - 1);
  for (const Edge& edge : edges) {
    neighbours_[next[edge.a]++] = edge.b;
    neighbours_[next[edge.b]++] = edge.a;
  }
  Faults faults;
  for (NodeId i = 0; i < nodes && !faults.full(); ++i) {
    const auto row = std::span(neighbours_).subspan(starts_[i], degree(i));
    std::sort(row.begin(), row.end());
    const auto twice = std::adjacent_find(row.begin(), row.end());
    if (twice != row.end() && i < *twice)
      faults.add({"graph.edges", to_text({i, *twice}), "an edge may be given once only"});
  }
  faults.throw_if_any();
  sizes_ = {.nodes = nodes, .edges = edges.size(), .degrees = {.least = degree(0), .most = 0}};
  for (NodeId i = 0; i < nodes; ++i) {
    sizes_.degrees.least = std::min(sizes_.degrees.least, degree(i));
    sizes_.degrees.most = std::max(sizes_.degrees.most, degree(i));
  }
}

void Graph::check_connected(const std::vector<Edge>& edges) const {
  Components components(node_count());
  for (const Edge& edge : edges) components.join(edge);
  if (components.count() == 1) return;
  NodeId lost = 1;
  while (components.root(lost) == 0) ++lost;
  throw InvalidInput({"graph.edges",
                      std::to_string(node_count()) + " nodes, " + std::to_string(edges.size()) + " edges",
                      "must connect all nodes: it has " + std::to_string(components.count()) +
                          " components, and node " + std::to_string(lost) + " cannot be reached from node 0"});
}

}  // namespace sotto
