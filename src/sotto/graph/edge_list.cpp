// SPDX-License-Identifier: MIT
// A graph from a text file: reading and checking it line by line.
#include <algorithm>
#include <charconv>
#include <tuple>
#include <utility>

#include "sotto/files/opened_file.hpp"
#include "sotto/files/text_lines.hpp"
#include "sotto/graph/components.hpp"
#include "sotto/graph/graph_file.hpp"
#include "sotto/input/invalid_input.hpp"

namespace sotto {
namespace {

constexpr const char* apart_rule = "must connect all nodes: no path leads from this edge to the first one";
constexpr NodeId largest_node = (1u << 29) - 1;  // twice Graph::most_edges: more nodes cannot be connected

struct PlacedEdge {
  Edge edge;  ///< smaller end first
  std::size_t line;
};

class EdgeListReader {
 public:
  EdgeListReader(const std::string& path, std::optional<NodeId> nodes) : path_(path), nodes_(nodes) {}

  Graph read() {
    const std::vector<TextLine> lines = read_text_lines(path_, "graph.file");
    for (const TextLine& line : lines) {
      read_line(line);
      if (faults_.full()) break;
    }
    if (!faults_.empty()) refuse_another_file(lines);
    find_repetitions();
    faults_.throw_if_any(FaultKind::data);
    return make_graph();
  }

 private:
  /// What the line holds is not said: the file may be something else than its owner thinks.
  void fault(std::size_t line, std::string rule) {
    if (!faults_.full()) faults_.add({"graph.file", "", std::move(rule), place_of(path_, line)});
  }

  void refuse_another_file(const std::vector<TextLine>& lines) const {
    std::string beginning;
    for (std::size_t k = 0; k < std::min<std::size_t>(lines.size(), 10); ++k) beginning += lines[k].text + "\n";
    const std::string guess = looks_like(beginning, "a list of edges");
    if (guess.empty() || likeness_of(beginning) == "rows of data") return;
    refuse_file({.field = "graph.file", .path = path_}, "must hold an edge on each line" + guess);
  }

  void read_line(const TextLine& line) {
    const auto fields = split_fields(line.text);
    if (fields.size() != 2) return fault(line.number, "must hold exactly two node numbers");
    const auto a = read_node(fields[0], line.number), b = read_node(fields[1], line.number);
    if (!a || !b) return;
    if (*a == *b) return fault(line.number, "a node cannot be its own neighbour");
    edges_.push_back({{std::min(*a, *b), std::max(*a, *b)}, line.number});
  }

  std::optional<NodeId> read_node(std::string_view text, std::size_t line) {
    NodeId node = 0;  // number_of_text does not tell a number that is too large from a word
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), node);
    const bool whole = end == text.data() + text.size() && error != std::errc::invalid_argument;
    if (!whole || text.empty()) {
      fault(line, "a node number must be a whole number from 0 on, in digits");
      return {};
    }
    const NodeId largest = nodes_ ? std::max(*nodes_, 1u) - 1 : largest_node;
    if (error == std::errc::result_out_of_range || node > largest) {
      fault(line, "the largest node number is " + std::to_string(largest));
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
        fault(here.line, "the edge is already on line " + std::to_string(before.line));
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
      return {nodes_.value_or(nodes), edges};
    } catch (const InvalidInput&) {  // what no single line shows: it is not connected
      if (edges.size() > Graph::most_edges) throw;
      const std::optional<std::size_t> line = first_line_apart();
      throw InvalidInput({"graph.file", "", line ? apart_rule : must_connect_rule,
                          line ? place_of(path_, *line) : printable_path(path_)},
                         FaultKind::data);
    }
  }

  /// The first edge that no path joins to the edge of the first line. Nothing where a node without edges is at fault.
  std::optional<std::size_t> first_line_apart() const {
    std::vector<NodeId> named;
    for (const PlacedEdge& placed : edges_) named.insert(named.end(), {placed.edge.a, placed.edge.b});
    std::sort(named.begin(), named.end());
    named.erase(std::unique(named.begin(), named.end()), named.end());
    const auto number = [&](NodeId node) {
      return static_cast<NodeId>(std::lower_bound(named.begin(), named.end(), node) - named.begin());
    };
    Components components(static_cast<NodeId>(named.size()));
    for (const PlacedEdge& placed : edges_) components.join({number(placed.edge.a), number(placed.edge.b)});
    const NodeId first = components.root(number(edges_.front().edge.a));
    for (const PlacedEdge& placed : edges_)
      if (components.root(number(placed.edge.a)) != first) return placed.line;
    return {};
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
