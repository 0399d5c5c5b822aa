// SPDX-License-Identifier: MIT
// A small file with labels of every kind, attacked nodes on it, and faults to plant in them.
#pragma once

#include "simulation/comparison/files.hpp"
#include "sotto/audit/attacked_pair.hpp"
#include "sotto/audit/audited_nodes.hpp"
#include "sotto/audit/pinned_node.hpp"

namespace sotto::test {

constexpr double claim = 4, sure = 0.99999;
constexpr NodeId attacked = 2;

/// Rows "a,b,sign,number,count,class": two features, and labels of every kind.
class AnyLoss {
 public:
  AnyLoss() {
    RandomPoints points(3);
    std::string text = "a,b,sign,number,count,class\n";
    for (int r = 0; r < 60; ++r)
      text += fmt::format("{:.3f},{:.3f},{},{:.3f},{},{}\n", points.uniform({-1, 1}), points.uniform({0, 10}),
                          points.below(2) == 0 ? "no" : "yes", points.uniform({-2, 2}), points.below(4),
                          std::string(1, "xyz"[points.below(3)]));
    folder_.write("all.csv", text);
  }

  struct Choice {
    std::string mechanism = "lattice";
    std::uint32_t transcripts = 100;
    bool sparse = false;
  };
  Scenario scenario(const std::string& kind, const Choice& choice) const {
    const std::string label = kind == "linear" || kind == "huber" ? "number"
                              : kind == "poisson"                 ? "count"
                              : kind == "softmax"                 ? "class"
                              : kind == "mean-estimation"         ? ""
                                                                  : "sign";
    std::string toml = fmt::format(
        "[problem]\nkind = \"{}\"\nradius = {}\n{}[data]\nfile = \"{}\"\nrecords = 60\nsparse = {}\n{}"
        "[graph]\nkind = \"ring\"\nnodes = 4\n[algorithm]\nrounds = 10\n"
        "[audit]\nnode = {}\ntranscripts = {}\nconfidence = {}\n[privacy]\nepsilon = {}\ndelta = 1e-3\nmechanism = "
        "\"{}\"\n",
        kind, kind == "poisson" ? 0.5 : 8.0, label.empty() ? "" : "regularisation = 0.05\n",
        (folder_.path() / "all.csv").string(), choice.sparse, label.empty() ? "intercept = false\n" : "", attacked,
        choice.transcripts, sure, claim, choice.mechanism);
    const auto column = [&](const std::string& name, const std::string& rules) {
      const bool used = name == label || name == "a" || name == "b";
      toml += fmt::format("[[column]]\nname = \"{}\"\n{}{}", name, name == label ? "role = \"label\"\n" : "",
                          used ? rules : "role = \"ignore\"\n");
    };
    column("a", "range = [-1, 1]\n");
    column("b", "range = [0, 10]\n");
    column("sign", "type = \"category\"\nlevels = [\"no\", \"yes\"]\n");
    column("number", "range = [-2, 2]\n");
    column("count", "range = [0, 3]\nscale = \"none\"\n");
    column("class", "type = \"category\"\nlevels = [\"x\", \"y\", \"z\"]\n");
    return Scenario(read_toml(toml));
  }

 private:
  TemporaryFolder folder_;
};

/// An objective that says that a record does less than it does.
class Understated final : public Objective {
 public:
  Understated(std::unique_ptr<Objective> truth, double factor) : truth_(std::move(truth)), factor_(factor) {}

  std::size_t dimension() const override { return truth_->dimension(); }
  double value(std::span<const double> x) const override { return truth_->value(x); }
  void gradient(std::span<const double> x, std::span<double> out) const override { truth_->gradient(x, out); }
  PublicConstants public_constants() const override {
    PublicConstants constants = truth_->public_constants();
    constants.record_sensitivity *= factor_;
    return constants;
  }

 private:
  std::unique_ptr<Objective> truth_;
  double factor_;
};

/// On a lattice, where a record's gradient is clipped to what was planned: an objective that adds each record twice.
class CountedTwice final : public RecordSum {
 public:
  explicit CountedTwice(std::unique_ptr<Objective> truth)
      : owned_(std::move(truth)), truth_(dynamic_cast<const RecordSum&>(*owned_)) {}

  std::size_t dimension() const override { return truth_.dimension(); }
  double value(std::span<const double> x) const override { return truth_.value(x); }
  void gradient(std::span<const double> x, std::span<double> out) const override { truth_.gradient(x, out); }
  PublicConstants public_constants() const override { return truth_.public_constants(); }
  void shared_gradient(std::span<const double> x, std::span<double> out) const override {
    truth_.shared_gradient(x, out);
  }
  const QuantisedSum& record_gradients(std::span<const double> x, QuantisedSum& scratch) const override {
    truth_.record_gradients(x, scratch);
    return truth_.record_gradients(x, scratch);
  }

 private:
  std::unique_ptr<Objective> owned_;
  const RecordSum& truth_;
};

/// No fault.
inline std::unique_ptr<Objective> honest(std::unique_ptr<Objective> truth) {
  return truth;
}
inline std::unique_ptr<Objective> counted_twice(std::unique_ptr<Objective> truth) {
  return std::make_unique<CountedTwice>(std::move(truth));
}

/// A plan for a sensitivity of which `factor` is declared, and nodes that declare it.
inline Plan understated_plan(const Scenario& scenario, double factor) {
  PlanRequest request = scenario.plan_request();
  request.constants.record_sensitivity *= factor;
  return make_plan(request);
}
inline auto understated(double factor) {
  return [factor](std::unique_ptr<Objective> truth) { return std::make_unique<Understated>(std::move(truth), factor); };
}

/// The audit's own attack on nodes that all have a fault. Scenario and plan must outlive it.
class AttackedNodes {
 public:
  template <class Fault>
  AttackedNodes(const Scenario& scenario, const Plan& plan, const Fault& fault)
      : scenario_(scenario), plan_(plan), data_(scenario, plan), neighbour_(scenario, plan) {
    AttackedPair pair = attacked_pair(scenario, plan);
    hold(std::move(pair.data), data_, fault);
    hold(std::move(pair.neighbour), neighbour_, fault);
    pinned_ = pin(target(), *data_.truth()[attacked], *neighbour_.truth()[attacked], std::move(pair.points));
  }

  AttackTarget target() const {
    return {.node = attacked,
            .rounds = plan_.gradient_rounds(),
            .weights = scenario_.weights(),
            .domain = scenario_.domain()};
  }
  const PinnedNode& pinned() const { return pinned_; }
  double used_epsilon() const {
    return epsilon_of(Accountant::exact, {.alpha = pinned_.alpha, .delta = plan_.request().budget.delta});
  }
  Protocol protocol() const {
    return pinned_protocol({.data = data_.network(), .neighbour = neighbour_.network()}, target(), pinned_,
                           draw_of(scenario_), never);
  }
  LikelihoodRatio ratio() const { return {target(), *data_.truth()[attacked], *neighbour_.truth()[attacked]}; }
  Transcript::Shape shape() const { return {scenario_.graph().node_count(), dimension(scenario_.domain())}; }

 private:
  template <class Fault>
  void hold(std::unique_ptr<Objective> of_target, AuditedNodes& nodes, const Fault& fault) {
    std::vector<std::unique_ptr<Objective>> all = scenario_.real()->objectives(0);
    all[attacked] = std::move(of_target);
    for (std::unique_ptr<Objective>& own : all) nodes.add(fault(std::move(own)));
  }

  const Scenario& scenario_;
  const Plan& plan_;
  AuditedNodes data_, neighbour_;
  PinnedNode pinned_;
};

}  // namespace sotto::test
