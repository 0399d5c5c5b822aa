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

Node::Node(const Setup& setup)
    : id_(setup.id),
      weights_(setup.weights),
      domain_(setup.domain),
      plan_(setup.plan),
      objective_(setup.objective),
      noise_(setup.noise),
      estimate_(dimension(setup.domain)) {
  check(setup);
  if (setup.averaging.consensus == Consensus::chebyshev)
    acceleration_.emplace(
        Acceleration{ChebyshevFactors(setup.averaging.mixing_rate), Released::nothing(estimate_.size())});
  if (plan_.on_lattice()) lattice_.emplace(lattice_objective(setup), estimate_.size(), plan_.record_clip());
}

Heard Node::round(std::span<const Released* const> y, Released& next) {
  const Timetable& timetable = plan_.timetable();
  const std::size_t p = estimate_.size();
  if (!lengths_fit(y)) return Heard::wrong_length;
  if (next.dimension() != p) next = Released::nothing(p);
  next.become_mixture(row().weights, y);  // own NOISY y_i in the sum, never the private x_i (E2)
  if (acceleration_ && timetable.extrapolates(round_))
    next.extrapolate_from(acceleration_->before, acceleration_->factors.now());
  if (!next.is_finite()) {  // weights are not negative: one infinity or NaN makes the sum one
    next = Released::nothing(p);
    return Heard::not_finite;
  }
  switch (timetable.kind(round_)) {
    case RoundKind::gradient:
      next.project_onto(domain_);  // z_i, bounded whatever neighbours say; made of messages alone: Released
      lattice_ ? lattice_round(next) : gradient_round(next);
      break;
    case RoundKind::averaging:  // the mixture is the message
      if (acceleration_) remember(y);
      break;
  }
  ++round_;
  return Heard::accepted;
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

void Node::remember(std::span<const Released* const> y) {
  const std::span<const NodeId> columns = row().columns;
  const auto own = std::find(columns.begin(), columns.end(), id_) - columns.begin();
  if (plan_.timetable().extrapolates(round_)) acceleration_->factors.advance();
  acceleration_->before = *y[static_cast<std::size_t>(own)];
}

void Node::resume_at(Round t, const Released& own_before) {
  if (round_ != 1 || t < 1) throw std::logic_error("a node resumes once, before its first round");
  round_ = t;
  if (!acceleration_ || !plan_.timetable().extrapolates(t)) return;
  acceleration_->before = own_before;
  for (Round k = 2; k < plan_.timetable().number(t); ++k) acceleration_->factors.advance();  // omega_2 comes first
}

bool Node::lengths_fit(std::span<const Released* const> heard) const {
  return heard.size() == row().columns.size() &&
         std::all_of(heard.begin(), heard.end(), [&](const Released* y) { return y->dimension() == estimate_.size(); });
}

}  // namespace sotto
