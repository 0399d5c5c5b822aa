// SPDX-License-Identifier: MIT
// Weights from a file of N lines with N numbers each.
#include <cerrno>
#include <cmath>
#include <cstdlib>
#include <utility>
#include <vector>

#include "sotto/graph/weight_checks.hpp"
#include "sotto/graph/weight_rules.hpp"
#include "sotto/input/text_lines.hpp"

namespace sotto {
namespace {

class WeightsReader {
 public:
  WeightsReader(const std::string& path, const Graph& graph) : path_(path), graph_(graph) {}

  WeightMatrix read() {
    lines_ = read_text_lines(path_, "graph.weights");
    if (lines_.size() != graph_.node_count())
      fault(lines_.back().number, std::to_string(lines_.size()) + " rows",
            "must hold one row for each of the " + std::to_string(graph_.node_count()) + " nodes");
    else
      for (NodeId i = 0; i < graph_.node_count(); ++i) read_row(i);
    faults_.throw_if_any(FaultKind::data);
    even_out();
    const std::vector<Fault> rest =
        weight_faults(graph_, weights_, [&](NodeId i) { return place_of(path_, lines_[i].number); });
    if (!rest.empty()) throw InvalidInput(rest, FaultKind::data);
    return {graph_, std::move(weights_)};
  }

 private:
  void fault(std::size_t line, std::string value, std::string rule) {
    if (faults_.list().size() < most_weight_faults)
      faults_.add({"graph.weights", std::move(value), std::move(rule), place_of(path_, line)});
  }

  void read_row(NodeId i) {
    const auto fields = split_fields(lines_[i].text);
    if (fields.size() != graph_.node_count())
      return fault(lines_[i].number, "row " + std::to_string(i) + " holds " + std::to_string(fields.size()),
                   "every row must hold " + std::to_string(graph_.node_count()) + " numbers");
    const auto neighbours = graph_.neighbours(i);
    auto next = neighbours.begin();
    for (NodeId j = 0; j < fields.size(); ++j) {
      const bool neighbour = next != neighbours.end() && *next == j;
      if (neighbour) ++next;
      const double weight = read_weight(i, j, fields[j]);
      if (neighbour || i == j)
        weights_.push_back(weight);
      else if (weight > 0.0)
        fault(lines_[i].number, entry_name(i, j) + " = " + printable(fields[j]),
              "must be 0: the graph has no edge there");
    }
  }

  /// NaN stands for a number that has been refused.
  double read_weight(NodeId i, NodeId j, std::string_view field) {
    const std::string text(field);
    char* end = nullptr;
    const double weight = std::strtod(text.c_str(), &end);
    const char* rule = nullptr;
    if (text.empty() || end != text.c_str() + text.size())
      rule = "is not a number";
    else if (!std::isfinite(weight))
      rule = "must be finite";
    else if (weight < 0.0)
      rule = "must not be negative";
    if (rule == nullptr) return weight;
    fault(lines_[i].number, entry_name(i, j) + " = " + printable(field), rule);
    return std::nan("");
  }

  void even_out() {
    for_each_mirrored_pair(graph_, [&](Edge, std::size_t upper, std::size_t lower) {
      double &w = weights_[upper], &mirrored = weights_[lower];
      if (std::abs(w - mirrored) <= weight_tolerance) w = mirrored = 0.5 * (w + mirrored);
    });
  }

  const std::string& path_;
  const Graph& graph_;
  std::vector<TextLine> lines_;
  std::vector<double> weights_;
  Faults faults_;
};

}  // namespace

WeightMatrix read_weights_csv(const std::string& path, const Graph& graph) {
  return WeightsReader(path, graph).read();
}

}  // namespace sotto
