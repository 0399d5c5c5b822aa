// SPDX-License-Identifier: MIT
// A graph from a text file: reading and checking it line by line.
#include "sotto/graph/edge_list.hpp"

#include <algorithm>
#include <charconv>
#include <tuple>
#include <utility>

#include "sotto/input/invalid_input.hpp"
#include "sotto/input/text_lines.hpp"

namespace sotto {
namespace {

constexpr NodeId largest_node = (1u << 29) - 1;  // twice Graph::most_edges: more nodes cannot be connected

struct PlacedEdge {
  Edge edge;  ///< smaller end first
  std::size_t line;
};

class EdgeListReader {
 public:
  EdgeListReader(const std::string& path, std::optional<NodeId> nodes) : path_(path), nodes_(nodes) {}

  Graph read() {
    for (const TextLine& line : read_text_lines(path_, "graph.file")) {
      read_line(line);
      if (faults_.full()) break;
    }
    find_repetitions();
    faults_.throw_if_any(FaultKind::data);
    return make_graph();
  }

 private:
  void fault(std::size_t line, std::string_view value, std::string rule) {
    if (!faults_.full()) faults_.add({"graph.file", printable(value), std::move(rule), place_of(path_, line)});
  }

  void read_line(const TextLine& line) {
    const auto fields = split_fields(line.text);
    if (fields.size() != 2) return fault(line.number, line.text, "must hold exactly two node numbers");
    const auto a = read_node(fields[0], line.number), b = read_node(fields[1], line.number);
    if (!a || !b) return;
    if (*a == *b) return fault(line.number, line.text, "a node cannot be its own neighbour");
    edges_.push_back({{std::min(*a, *b), std::max(*a, *b)}, line.number});
  }

  std::optional<NodeId> read_node(std::string_view text, std::size_t line) {
    NodeId node = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), node);
    const bool whole = end == text.data() + text.size() && error != std::errc::invalid_argument;
    if (!whole || text.empty()) {
      fault(line, text, "a node number must be a whole number from 0 on, in digits");
      return {};
    }
    const NodeId largest = nodes_ ? std::max(*nodes_, 1u) - 1 : largest_node;
    if (error == std::errc::result_out_of_range || node > largest) {
      fault(line, text, "the largest node number is " + std::to_string(largest));
      return {};
    }
    return node;
  }

  void find_repetitions() {
    std::vector<PlacedEdge> sorted = edges_;
    std::sort(sorted.begin(), sorted.end(), [](const PlacedEdge& p, const PlacedEdge& q) {
      return std::tie(p.edge.a, p.edge.b, p.line) < std::tie(q.edge.a, q.edge.b, q.line);
    });
    for (std::size_t k = 1; k < sorted.size(); ++k) {
      const auto &before = sorted[k - 1], &here = sorted[k];
      if (before.edge.a == here.edge.a && before.edge.b == here.edge.b)
        fault(here.line, std::to_string(here.edge.a) + " " + std::to_string(here.edge.b),
              "the edge is already on line " + std::to_string(before.line));
    }
  }

  Graph make_graph() const {
    NodeId nodes = 1;
    std::vector<Edge> edges;
    edges.reserve(edges_.size());
    for (const PlacedEdge& placed : edges_) {
      nodes = std::max(nodes, placed.edge.b + 1);
      edges.push_back(placed.edge);
    }
    try {
      return {nodes_.value_or(nodes), edges, {.family = "edge-list"}};
    } catch (const InvalidInput& refused) {  // what no single line shows: it is not connected
      std::vector<Fault> faults = refused.faults();
      for (Fault& each : faults) each.field = "graph.file", each.place = path_;
      throw InvalidInput(std::move(faults), FaultKind::data);
    }
  }

  const std::string& path_;
  std::optional<NodeId> nodes_;
  std::vector<PlacedEdge> edges_;
  Faults faults_;
};

}  // namespace

Graph read_edge_list(const std::string& path, std::optional<NodeId> nodes) {
  return EdgeListReader(path, nodes).read();
}

}  // namespace sotto
