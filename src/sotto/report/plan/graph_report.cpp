// SPDX-License-Identifier: MIT
#include "sotto/report/plan/graph_report.hpp"

#include <fmt/format.h>

#include "sotto/graph/measures.hpp"
#include "sotto/report/document/json_values.hpp"

namespace sotto {
namespace {

/// That it is no longer than a path says nothing.
std::string diameter_text(const DiameterBounds& bounds, const Graph& graph) {
  if (bounds.exact()) return fmt::format("{}", bounds.lower);
  if (bounds.upper + 1 == graph.node_count()) return fmt::format("at least {}", bounds.lower);
  return fmt::format("{} to {}", bounds.lower, bounds.upper);
}

}  // namespace

std::string graph_text(const GraphSettings& settings, const Graph& graph, const WeightMatrix& weights) {
  const auto [least, most] = graph.degrees();
  const DiameterBounds bounds = diameter(graph);
  const MixingRate& rate = weights.mixing_rate();
  return fmt::format(
      "Graph     {}: {} nodes, {} edges, degree {}, diameter {}\n"
      "Weights   {}: beta = {:.6g} ({}{}), spectral gap {:.6g}\n",
      name_of(settings.kind), graph.node_count(), graph.edge_count(),
      least == most ? fmt::format("{}", least) : fmt::format("{} to {}", least, most), diameter_text(bounds, graph),
      name_of(settings.weights), rate.beta, rate.method,
      rate.residual > 0 ? fmt::format(", within {:.1e}", rate.residual) : std::string(), spectral_gap(weights));
}

std::string graph_json(const GraphSettings& settings, const Graph& graph, const WeightMatrix& weights) {
  const auto [least, most] = graph.degrees();
  const MixingRate& rate = weights.mixing_rate();
  const DiameterBounds bounds = diameter(graph);
  return dump(
      {{"schema", "sotto.graph/1"},
       {"kind", name_of(settings.kind)},
       {"nodes", graph.node_count()},
       {"edges", graph.edge_count()},
       {"degree", {{"least", least}, {"most", most}}},
       {"diameter", {{"lower", bounds.lower}, {"upper", bounds.upper}}},
       {"weights", name_of(settings.weights)},
       {"mixing_rate", {{"beta", number(rate.beta)}, {"residual", number(rate.residual)}, {"method", rate.method}}},
       {"spectral_gap", number(spectral_gap(weights))}});
}

}  // namespace sotto
