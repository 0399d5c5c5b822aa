// SPDX-License-Identifier: MIT
// Algorithm 1 at one node, in its safe reading (docs/errata.md: E1, E2, E3, E5).
//
//   y_i(1) = 0
//   t = 1..T :  z_i      = Proj_X( sum_j w_ij y_j(t) )             j runs over the neighbours and i itself
//               x_i      = Proj_X( z_i - eta_t grad f_i(z_i) )     never leaves the node
//               y_i(t+1) = x_i + N(0, M_t^2 I_p)                   for ALL t <= T, one draw for all neighbours
//   t > T    :  y_i(t+1) = sum_j w_ij y_j(t)                       exact: arithmetic on released values
#include "sotto/consensus/node.hpp"

#include <cmath>

namespace sotto {
namespace {

Heard inspect(std::span<const Released* const> heard, std::size_t messages_due, std::size_t dimension) {
  if (heard.size() != messages_due) return Heard::wrong_length;
  for (const Released* y : heard) {
    if (y->dimension() != dimension) return Heard::wrong_length;
    double sum = 0;  // a sum of v*0 is 0 unless some v is infinite or not a number
    for (const double v : y->values()) sum += v * 0.0;
    if (sum != 0) return Heard::not_finite;
  }
  return Heard::accepted;
}

/// Noise that was planned for less than the objective can do to a message protects nobody.
void check(const Node::Setup& setup) {
  const double able = setup.objective.public_constants().record_sensitivity;
  const double planned = setup.plan.request().constants.record_sensitivity;
  if (!(able <= planned))
    throw InvalidInput({"sensitivity", show(planned), "the plan must cover the objective's " + show(able)});
  if (setup.objective.dimension() != dimension(setup.domain))
    throw InvalidInput({"problem.dimension", std::to_string(setup.objective.dimension()),
                        "must be the domain's " + std::to_string(dimension(setup.domain))});
}

}  // namespace

Node::Node(const Setup& setup)
    : id_(setup.id),
      row_(setup.weights.row(setup.id)),
      X_(setup.domain),
      plan_(setup.plan),
      f_(setup.objective),
      noise_(setup.noise),
      z_(Released::nothing(dimension(setup.domain))),
      x_(dimension(setup.domain)) {
  check(setup);
}

Heard Node::round(std::span<const Released* const> y, Released& next) {
  if (const Heard verdict = inspect(y, row_.columns.size(), x_.size()); verdict != Heard::accepted) return verdict;
  if (t_ <= plan_.gradient_rounds()) {
    gradient_round(y, next);                 // Stage I
  } else {
    next.become_mixture(row_.weights, y);    // Stage II
  }
  ++t_;
  return Heard::accepted;
}

void Node::gradient_round(std::span<const Released* const> y, Released& next) {
  z_.become_mixture(row_.weights, y);        // own NOISY y_i in the sum, never the private x_i (E2)
  z_.project_onto(X_);                       // keeps the gradient bounded, whatever neighbours say
  const std::span<const double> z = z_.values();
  const double eta = plan_.step(t_);
  f_.gradient(z, x_);
  for (std::size_t k = 0; k < x_.size(); ++k) x_[k] = z[k] - eta * x_[k];
  project(X_, x_);
  next.become_noisy(x_, plan_.noise_scale(t_), noise_, {.node = id_, .round = t_});
}

}  // namespace sotto
