// SPDX-License-Identifier: MIT
// Answers in JSON that are short: a sample, a graph, a path, faults.
#include "sotto/report/json_report.hpp"

#include "sotto/graph/measures.hpp"
#include "sotto/report/json_values.hpp"

namespace sotto {

std::string init_json() {
  return dump({{"schema", "sotto.init/1"}, {"configuration", sample_configuration()}});
}

std::string graph_json(const GraphSettings& settings, const Graph& graph, const WeightMatrix& weights) {
  const auto [least, most] = degree_range(graph);
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

std::string written_json(const std::string& path) {
  return dump({{"schema", "sotto.written/1"}, {"report", path}});
}

std::string error_json(const std::vector<Fault>& faults, int exit_code) {
  Json list = Json::array();
  for (const Fault& fault : faults) {
    Json entry = {{"field", fault.field}, {"value", fault.value}, {"rule", fault.rule}};
    if (!fault.place.empty()) entry["place"] = fault.place;
    list.push_back(entry);
  }
  return dump({{"schema", "sotto.error/1"}, {"code", exit_code}, {"errors", list}});
}

}  // namespace sotto
