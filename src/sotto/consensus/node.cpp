// SPDX-License-Identifier: MIT
// Algorithm 1 at one node, in its safe reading (docs/errata.md: E1, E2, E3, E5).
//
//   y_i(1) = 0
//   t = 1..T :  z_i      = Proj_X( sum_j w_ij y_j(t) )             j runs over the neighbours and i itself
//               x_i      = Proj_X( z_i - eta_t grad f_i(z_i) )     never leaves the node
//               y_i(t+1) = x_i + N(0, M_t^2 I_p)                   for ALL t <= T, one draw for all neighbours
//   t > T    :  y_i(t+1) = sum_j w_ij y_j(t)                       exact: arithmetic on released values
//               from t = T+2 on, where asked for: y_i(t-1) + omega (that - y_i(t-1)), see averaging.hpp
//
// Where asked for, also arithmetic on released values: more mixing rounds between two gradients (timetable.hpp), a
// gradient beyond z_i (Acceleration), a weighted mean of messages as the result (output_weights.hpp). With masked sums
// the mixture is the mean of all members, and what leaves the node is x_i + noise under masks (docs/masked_sums.md).
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
  const Released nothing = Released::nothing(estimate_.size());
  if (setup.averaging.consensus == Consensus::chebyshev)
    chebyshev_ =
        std::make_unique<Chebyshev>(Chebyshev{setup.averaging, ChebyshevFactors(setup.averaging.mixing_rate), nothing});
  if (plan_.on_lattice())
    lattice_ = std::make_unique<LatticeState>(lattice_objective(setup), estimate_.size(), plan_.record_clip());
  if (plan_.request().acceleration == Acceleration::nesterov) z_before_ = std::make_unique<Released>(nothing);
  if (plan_.timetable().weighs_messages()) weighed_ = std::make_unique<Released>(nothing);
  if (const MaskedSums* sums = masked_sums(plan_.request().mechanism))
    members_ = std::make_unique<Members>(Members{setup.masks, setup.roster.value_or(Roster(sums->members))});
}

Heard Node::round(std::span<const Released* const> y, Released& next) {
  const Timetable& timetable = plan_.timetable();
  const std::size_t p = estimate_.size();
  if (members_) throw std::logic_error("with masked sums a node hears sums and says residues");
  if (!lengths_fit(y)) return Heard::wrong_length;
  if (next.dimension() != p) next = Released::nothing(p);
  next.become_mixture(row().weights, y);  // own NOISY y_i in the sum, never the private x_i (E2)
  if (chebyshev_ && timetable.extrapolates(round_))
    next.extrapolate_from(chebyshev_->before, chebyshev_->factors.now());
  if (!next.is_finite()) {  // weights are not negative: one infinity or NaN makes the sum one
    next = Released::nothing(p);
    return Heard::not_finite;
  }
  if (chebyshev_) remember(y);
  switch (timetable.kind(round_)) {
    case RoundKind::gradient: {
      find_point(next);  // z_i, bounded whatever neighbours say; made of messages alone: Released
      const NodeRound at{.node = id_, .round = gradient()};
      if (lattice_) {
        draw_noise();  // before any record is looked at
        lattice_estimate_at(next);
        next.become_noisy(lattice_->x, lattice_->noise);
        std::fill(lattice_->x.begin(), lattice_->x.end(), 0);
      } else {
        estimate(next);
        next.become_noisy(estimate_, plan_.noise_scale(at.round), *noise_.real(), at);
      }
      break;
    }
    case RoundKind::output:
      weigh(next);
      next = *weighed_;
      break;
    case RoundKind::mixing:  // the mixture is the message
    case RoundKind::averaging:
      break;
  }
  ++round_;
  return Heard::accepted;
}

void Node::estimate(const Released& point) {
  std::vector<double>& x = estimate_;

  const std::span<const double> z = point.values();
  objective_.gradient(z, x);
  multiply_add(-plan_.step(gradient()), x, z, x);
  project(domain_, x);
}

void Node::draw_noise() {
  const Round t = gradient();
  lattice_->noise.draw(*noise_.lattice(), {.node = id_, .round = t}, plan_.lattice_scale(t));
}

void Node::lattice_estimate_at(const Released& point) {
  const Round t = gradient();
  auto& [objective, scratch, noise, x] = *lattice_;

  const std::span<const double> z = point.values();
  objective.shared_gradient(z, estimate_);
  scratch.clear();
  const QuantisedSum& gradients = objective.record_gradients(z, scratch);
  lattice_estimate(plan_.lattice_round(t), domain_, {plan_.step(t), z, estimate_}, gradients, x);
}

}  // namespace sotto
