// SPDX-License-Identifier: MIT
// A graph with its weights, as arrays.
#include "graphs.hpp"

#include <memory>

#include "apart.hpp"
#include "sotto/report/plan/graph_report.hpp"
#include "sotto/report/plan/graph_svg.hpp"
#include "sotto/simulation/comparison/configuration.hpp"

namespace sotto::python {
namespace {

std::unique_ptr<MadeGraph> make(const Settings& given) {
  Reader reader(given);
  const GraphSettings settings = read_graph(reader);
  const std::uint64_t seed = read_run(reader, false).seed;
  for (const std::string& key : configuration_keys()) reader.note_known(key);
  reader.finish();
  Graph graph = make_graph(settings, seed);
  WeightMatrix weights = make_weights(settings, graph);
  return std::make_unique<MadeGraph>(MadeGraph{settings, std::move(graph), std::move(weights)});
}

/// One row for each edge, the smaller number first.
py::array_t<std::int64_t> edges(const MadeGraph& made) {
  const std::vector<Edge> all = edges_of(made.graph);
  py::array_t<std::int64_t> out({static_cast<py::ssize_t>(all.size()), py::ssize_t{2}});
  auto into = out.mutable_unchecked<2>();
  for (std::size_t k = 0; k < all.size(); ++k) {
    into(static_cast<py::ssize_t>(k), 0) = all[k].a;
    into(static_cast<py::ssize_t>(k), 1) = all[k].b;
  }
  return out;
}

/// Rows, columns and values of W that are not 0, each pair of nodes once: the larger number is the column.
py::tuple weights(const MadeGraph& made) {
  const std::vector<ListedWeight> all = listed_weights_of(made.weights);
  const auto size = static_cast<py::ssize_t>(all.size());
  py::array_t<std::int64_t> rows(size), columns(size);
  py::array_t<double> values(size);
  for (py::ssize_t k = 0; k < size; ++k) {
    const ListedWeight& one = all[static_cast<std::size_t>(k)];
    rows.mutable_at(k) = one.at.a;
    columns.mutable_at(k) = one.at.b;
    values.mutable_at(k) = one.weight;
  }
  return py::make_tuple(rows, columns, values);
}

}  // namespace

void bind_graph(py::module_& module) {
  py::class_<MadeGraph>(module, "Graph")
      .def_property_readonly("nodes", [](const MadeGraph& made) { return made.graph.node_count(); })
      .def_property_readonly("mixing_rate",
                             [](const MadeGraph& made) { return made.weights.mixing_rate().in_one_number(); })
      .def_property_readonly("random", [](const MadeGraph& made) { return is_random(made.settings); })
      .def("edges", &edges)
      .def("weights", &weights)
      .def("text", [](const MadeGraph& made) { return graph_text(made.settings, made.graph, made.weights); })
      .def("json", [](const MadeGraph& made) { return graph_json(made.settings, made.graph, made.weights); })
      .def("svg", [](const MadeGraph& made) { return graph_svg(made.settings, made.graph, made.weights); });
  module.def("graph", [](const Settings& given) { return made_apart([&] { return make(given); }); });
}

}  // namespace sotto::python
