// SPDX-License-Identifier: MIT
// An objective whose records' gradients a function of Python gives. What one record can do is bounded by the clip, and
// by nothing that the function says.
#include <pybind11/stl.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "apart.hpp"
#include "graphs.hpp"
#include "ledger.hpp"
#include "sotto/consensus/certificate.hpp"
#include "sotto/input/printable.hpp"
#include "sotto/problem/norms.hpp"
#include "sotto/report/plan/certificate_report.hpp"
#include "sotto/report/plan/plan_report.hpp"
#include "sotto/settings/reader.hpp"
#include "sotto/simulation/engine/reference.hpp"

namespace sotto::python {
namespace {

using Rows = py::array_t<double, py::array::c_style | py::array::forcecast>;

/// What is declared of the objective of a node: sum over its records of f(x; d) + regularisation/2 ||x||^2.
struct DeclaredObjective {
  double clip;
  double strong_convexity;  ///< of f
  double smoothness;        ///< of f
  double regularisation;

  void check() const {
    Faults faults;
    const auto demand = [&](const char* name, double value, const RealRule& rule) {
      if (!std::isfinite(value) || !rule.holds(value)) faults.add({name, show(value), "must be " + rule.text});
    };
    demand("clip", clip, positive_finite());
    demand("strong_convexity", strong_convexity, non_negative_finite());
    demand("smoothness", smoothness, positive_finite());
    demand("regularisation", regularisation, non_negative_finite());
    if (faults.empty() && strong_convexity + regularisation <= 0)
      faults.add({"regularisation", show(regularisation), "must be above 0 where strong_convexity is 0"});
    if (faults.empty() && smoothness < strong_convexity)
      faults.add({"smoothness", show(smoothness), "must not be below strong_convexity"});
    faults.throw_if_any();
  }

  /// Bounds that hold at every node: the numbers of records are public.
  PublicConstants constants(const Domain& domain, std::uint64_t fewest, std::uint64_t most) const {
    const auto few = static_cast<double>(fewest), many = static_cast<double>(most);
    return {.curvature = {.strong_convexity = few * (strong_convexity + regularisation),
                          .smoothness = many * (smoothness + regularisation)},
            .record_sensitivity = 2 * clip,
            .gradient_bound = many * (clip + regularisation * reach(domain)),
            .uses_record_count = true};
  }
};

class PythonObjective final : public RecordSum {
 public:
  struct Setup {
    const py::object& gradients;  ///< (node, x) -> an array with a row for each record
    NodeId node;
    std::uint64_t records;
    const DeclaredObjective& declared;
    std::size_t dimension;
    PublicConstants constants;
    const RunHere& here;
  };
  explicit PythonObjective(const Setup& setup) : setup_(setup) {}

  std::size_t dimension() const override { return setup_.dimension; }
  double value(std::span<const double>) const override {  // no engine asks for it
    return std::numeric_limits<double>::quiet_NaN();
  }
  PublicConstants public_constants() const override { return setup_.constants; }

  void shared_gradient(std::span<const double> x, std::span<double> out) const override {
    const double factor = static_cast<double>(setup_.records) * setup_.declared.regularisation;
    for (std::size_t k = 0; k < x.size(); ++k) out[k] = factor * x[k];
  }
  void gradient(std::span<const double> x, std::span<double> out) const override {
    shared_gradient(x, out);
    std::vector<double> row(setup_.dimension);
    for_each_row(x, [&](std::span<const double> given) {
      std::copy(given.begin(), given.end(), row.begin());
      clip_to_norm(row, setup_.declared.clip);
      for (std::size_t k = 0; k < row.size(); ++k) out[k] += row[k];
    });
  }
  const QuantisedSum& record_gradients(std::span<const double> x, QuantisedSum& sum) const override {
    for_each_row(x, [&](std::span<const double> given) { sum.add(given); });
    return sum;
  }

 private:
  template <class Visit>
  void for_each_row(std::span<const double> x, const Visit& visit) const {
    const py::array_t<double> point(static_cast<py::ssize_t>(x.size()), x.data());
    const auto rows = setup_.here.call(setup_.gradients, py::make_tuple(setup_.node, point)).cast<Rows>();
    if (rows.ndim() != 2 || static_cast<std::uint64_t>(rows.shape(0)) != setup_.records ||
        static_cast<std::size_t>(rows.shape(1)) != setup_.dimension)
      throw InvalidInput({"gradient", "node " + std::to_string(setup_.node),
                          "must give an array with a row for each record and a column for each coordinate"},
                         FaultKind::data);
    for (py::ssize_t r = 0; r < rows.shape(0); ++r) visit(std::span(rows.data(r, 0), setup_.dimension));
  }

  Setup setup_;
};

struct Minimum {
  std::vector<std::vector<double>> points;  ///< what each node ends with
  std::string plan_text, plan_json;
  std::string certificate;  ///< JSON; empty where the noise was no secret
};

struct Wanted {
  std::uint32_t rounds;
  double epsilon, delta;
  std::string domain;
  double radius;
  std::optional<std::uint64_t> seed;  ///< nothing: exact noise of the operating system
};

Domain domain_of(const Wanted& wanted, std::size_t dimension) {
  if (wanted.domain != "ball" && wanted.domain != "box")
    throw InvalidInput({"domain", printable(wanted.domain), "must be ball or box"});
  const Domain domain =
      wanted.domain == "ball" ? Domain(Ball{dimension, wanted.radius}) : Domain(Box{dimension, wanted.radius});
  check(domain);
  return domain;
}

Minimum minimise(Ledger& ledger, const py::object& gradients, const MadeGraph& graph,
                 const std::vector<std::uint64_t>& records, std::size_t dimension, const DeclaredObjective& declared,
                 const Wanted& wanted) {
  declared.check();
  if (records.size() != graph.graph.node_count())
    throw InvalidInput({"records", std::to_string(records.size()) + " nodes",
                        "must be those of " + std::to_string(graph.graph.node_count()) + " nodes, as the graph has"});
  const Domain domain = domain_of(wanted, dimension);
  const auto [fewest, most] = std::minmax_element(records.begin(), records.end());
  if (*fewest == 0) throw InvalidInput({"records", "a node without records", "every node must have at least one"});
  const PublicConstants constants = declared.constants(domain, *fewest, *most);
  const bool exact = !wanted.seed;
  const Plan plan = make_plan({.budget = {.epsilon = wanted.epsilon, .delta = wanted.delta},
                               .gradient_rounds = wanted.rounds,
                               .constants = constants,
                               .lattice = exact ? std::optional(domain) : std::nullopt});
  const RunHere here;
  std::vector<PythonObjective> nodes;
  nodes.reserve(records.size());
  for (NodeId node = 0; node < records.size(); ++node)
    nodes.emplace_back(PythonObjective::Setup{gradients, node, records[node], declared, dimension, constants, here});
  std::vector<const Objective*> objectives;
  for (const PythonObjective& one : nodes) objectives.push_back(&one);
  RunNoise noise({.on_lattice = exact,
                  .randomness = exact ? Randomness::system : Randomness::seeded,
                  .key = {.seed = wanted.seed.value_or(0), .trial = 0}});
  NobodyListens nobody;
  ledger.book(plan.total_cost(), wanted.delta);  // now: the function sees what is released while it runs
  TrialOutcome outcome =
      run_reference({graph.weights, domain, plan, objectives}, UntilContracted{.tolerance = 1e-6, .cap = 10'000}, noise,
                    nobody, here.interrupt());
  if (outcome.interrupted) throw std::runtime_error("the interpreter ends");
  Minimum minimum{.points = {}, .plan_text = plan_text(plan), .plan_json = plan_json(plan), .certificate = {}};
  for (Released& message : outcome.messages_at_end) {
    message.project_onto(domain);
    minimum.points.emplace_back(message.values().begin(), message.values().end());
  }
  if (!outcome.simulation) minimum.certificate = certificate_json(certificate_of(plan));
  return minimum;
}

}  // namespace

void bind_objectives(py::module_& module) {
  py::class_<Minimum>(module, "Minimum")
      .def_readonly("points", &Minimum::points)
      .def_readonly("plan_text", &Minimum::plan_text)
      .def_readonly("plan_json", &Minimum::plan_json)
      .def_readonly("certificate", &Minimum::certificate);
  module.def(
      "minimise",
      [](Ledger& ledger, const py::object& gradients, const MadeGraph& graph, const std::vector<std::uint64_t>& records,
         std::size_t dimension, double clip, double strong_convexity, double smoothness, double regularisation,
         double epsilon, double delta, std::uint32_t rounds, const std::string& domain, double radius,
         std::optional<std::uint64_t> seed) {
        return minimise(
            ledger, gradients, graph, records, dimension,
            {.clip = clip,
             .strong_convexity = strong_convexity,
             .smoothness = smoothness,
             .regularisation = regularisation},
            {.rounds = rounds, .epsilon = epsilon, .delta = delta, .domain = domain, .radius = radius, .seed = seed});
      },
      py::kw_only(), py::arg("ledger"), py::arg("gradients"), py::arg("graph"), py::arg("records"),
      py::arg("dimension"), py::arg("clip"), py::arg("strong_convexity"), py::arg("smoothness"),
      py::arg("regularisation"), py::arg("epsilon"), py::arg("delta"), py::arg("rounds"), py::arg("domain"),
      py::arg("radius"), py::arg("seed"));
}

}  // namespace sotto::python
