// SPDX-License-Identifier: MIT
// A node of masked sums: it hears the sum of all members and says a residue.
#include <algorithm>
#include <stdexcept>

#include "sotto/consensus/node.hpp"

namespace sotto {

Heard Node::round(const Released& sum, Masked& next) {
  if (!members_ || plan_.timetable().kind(round_) != RoundKind::gradient)
    throw std::logic_error("a node says residues in the gradient rounds of masked sums");
  if (sum.dimension() != estimate_.size()) return Heard::wrong_length;
  if (!sum.is_finite()) return Heard::not_finite;
  Released z = sum;
  find_point(z);
  const NodeRound at{.node = id_, .round = gradient()};
  if (lattice_) {
    draw_noise();
    lattice_estimate_at(z);
    next.become_masked(lattice_->x, lattice_->noise, *members_->masks, members_->roster, at);
    std::fill(lattice_->x.begin(), lattice_->x.end(), 0);
  } else {
    estimate(z);
    next.become_simulated(estimate_, plan_.noise_scale(at.round), *noise_.real(), at);
  }
  ++round_;
  return Heard::accepted;
}

Released Node::output(const Released& last_sum) const {
  if (!members_ || plan_.timetable().kind(round_) == RoundKind::gradient)
    throw std::logic_error("masked sums have a result after their last gradient round");
  if (!weighed_) return last_sum;
  Released mean = *weighed_;
  mean.add_scaled(plan_.output_weight(plan_.gradient_rounds()), last_sum);
  return mean;
}

void Node::hear_again(const Released& sum) {
  if (!members_ || plan_.timetable().kind(round_) != RoundKind::gradient || sum.dimension() != estimate_.size())
    throw std::logic_error("a node goes again through gradient rounds of masked sums");
  Released z = sum;
  find_point(z);
  ++round_;
}

}  // namespace sotto
