// SPDX-License-Identifier: MIT
// Algorithm 1 at one node, in its safe reading (docs/errata.md: E1, E2, E3, E5).
//
//   y_i(1) = 0
//   t = 1..T :  z_i      = Proj_X( sum_j w_ij y_j(t) )             j runs over the neighbours and i itself
//               x_i      = Proj_X( z_i - eta_t grad f_i(z_i) )     never leaves the node
//               y_i(t+1) = x_i + N(0, M_t^2 I_p)                   for ALL t <= T, one draw for all neighbours
//   t > T    :  y_i(t+1) = sum_j w_ij y_j(t)                       exact: arithmetic on released values
//               from t = T+2 on, where asked for: y_i(t-1) + omega (that - y_i(t-1)), see averaging.hpp
#include "sotto/consensus/node.hpp"

#include <algorithm>
#include <stdexcept>

#include "sotto/arithmetic/multiply_add.hpp"

namespace sotto {
namespace {

bool lengths_fit(std::span<const Released* const> heard, std::size_t messages_due, std::size_t dimension) {
  return heard.size() == messages_due &&
         std::all_of(heard.begin(), heard.end(), [&](const Released* y) { return y->dimension() == dimension; });
}

/// Noise that was planned for less than the objective can do to a message protects nobody.
void check(const Node::Setup& setup) {
  const double able = setup.objective.public_constants().record_sensitivity;
  const double planned = setup.plan.request().constants.record_sensitivity;
  if (!(able <= planned))
    throw InvalidInput({"sensitivity", show(planned), "the plan must cover the objective's " + show(able)});
  if (setup.plan.request().budget.adjacency == Adjacency::add_remove &&
      setup.objective.public_constants().uses_record_count)
    throw InvalidInput({"privacy.adjacency", "add-remove", "the objective's constants use the number of its records"});
  if (setup.objective.dimension() != dimension(setup.domain))
    throw InvalidInput({"problem.dimension", std::to_string(setup.objective.dimension()),
                        "must be the domain's " + std::to_string(dimension(setup.domain))});
  if (const double beta = setup.averaging.mixing_rate; !(0 <= beta && beta <= 1))
    throw InvalidInput({"mixing rate", show(beta), "must lie in [0, 1]"});
  const bool lattice = setup.plan.on_lattice();
  if (lattice ? setup.noise.lattice() == nullptr : setup.noise.real() == nullptr)
    throw InvalidInput({"noise", lattice ? "in doubles" : "on a lattice",
                        lattice ? "a plan on the lattice needs lattice noise" : "a plan in doubles needs such noise"});
}

/// The integers' bounds were made for one domain and one clip: those of this node must be the same.
const RecordSum& lattice_objective(const Node::Setup& setup) {
  const PlanRequest& request = setup.plan.request();
  const auto* objective = dynamic_cast<const RecordSum*>(&setup.objective);
  if (objective == nullptr)
    throw InvalidInput({"privacy.mechanism", "lattice", "the objective must be a sum over records (RecordSum)"});
  if (!(setup.domain == *request.lattice))
    throw InvalidInput({"problem.domain", "another", "a plan on the lattice holds for the domain it was made for"});
  const double able = objective->public_constants().record_sensitivity;
  if (able != request.constants.record_sensitivity)
    throw InvalidInput({"sensitivity", show(request.constants.record_sensitivity),
                        "a plan on the lattice must be made for the objective's own " + show(able)});
  return *objective;
}

}  // namespace

Node::Node(const Setup& setup)
    : id_(setup.id),
      row_(setup.weights.row(setup.id)),
      domain_(setup.domain),
      plan_(setup.plan),
      objective_(setup.objective),
      noise_(setup.noise),
      estimate_(dimension(setup.domain)) {
  check(setup);
  if (setup.averaging.consensus == Consensus::chebyshev)
    acceleration_.emplace(Acceleration{ChebyshevFactors(setup.averaging.mixing_rate)});
  if (plan_.on_lattice()) lattice_.emplace(lattice_objective(setup), estimate_.size(), plan_.record_clip());
}

Heard Node::round(std::span<const Released* const> y, Released& next) {
  const std::size_t p = estimate_.size();
  if (!lengths_fit(y, row_.columns.size(), p)) return Heard::wrong_length;
  if (next.dimension() != p) next = Released::nothing(p);
  next.become_mixture(row_.weights, y);  // own NOISY y_i in the sum, never the private x_i (E2)
  if (acceleration_ && acceleration_->before)
    next.extrapolate_from(*acceleration_->before, acceleration_->factors.now());
  if (!next.is_finite()) {  // weights are not negative: one infinity or NaN makes the sum one
    next = Released::nothing(p);
    return Heard::not_finite;
  }
  if (round_ <= plan_.gradient_rounds()) {  // Stage I; in Stage II the mixture is the message
    next.project_onto(domain_);             // z_i, bounded whatever neighbours say; made of messages alone: Released
    lattice_ ? lattice_round(next) : gradient_round(next);
  } else if (acceleration_) {
    remember(y);
  }
  ++round_;
  return Heard::accepted;
}

void Node::resume_at(Round t, const Released& own_before) {
  if (round_ != 1 || t < 1) throw std::logic_error("a node resumes once, before its first round");
  round_ = t;
  const Round first_extrapolated = plan_.gradient_rounds() + 2;
  if (!acceleration_ || t < first_extrapolated) return;
  acceleration_->before = own_before;
  for (Round k = first_extrapolated; k < t; ++k) acceleration_->factors.advance();
}

void Node::remember(std::span<const Released* const> y) {
  const auto own = std::find(row_.columns.begin(), row_.columns.end(), id_) - row_.columns.begin();
  if (acceleration_->before) acceleration_->factors.advance();
  acceleration_->before = *y[static_cast<std::size_t>(own)];
}

void Node::gradient_round(Released& next) {
  const Round t = round_;
  const double eta = plan_.step(t);
  std::vector<double>& x = estimate_;

  const std::span<const double> z = next.values();
  objective_.gradient(z, x);
  multiply_add(-eta, x, z, x);
  project(domain_, x);
  next.become_noisy(x, plan_.noise_scale(t), *noise_.real(), {.node = id_, .round = t});
}

void Node::lattice_round(Released& next) {
  const Round t = round_;
  auto& [objective, scratch, noise, x] = *lattice_;

  noise.draw(*noise_.lattice(), {.node = id_, .round = t}, plan_.lattice_scale(t));  // before any record is looked at
  const std::span<const double> z = next.values();
  objective.shared_gradient(z, estimate_);
  scratch.clear();
  const QuantisedSum& gradients = objective.record_gradients(z, scratch);
  lattice_estimate(plan_.lattice_round(t), domain_, {plan_.step(t), z, estimate_}, gradients, x);
  next.become_noisy(x, noise);
  std::fill(x.begin(), x.end(), 0);
}

}  // namespace sotto
