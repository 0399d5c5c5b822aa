// SPDX-License-Identifier: MIT
// What a node does with a mixture before it takes a gradient, and what it remembers for later ones: arithmetic on
// released values, free of privacy cost.
#include <algorithm>
#include <stdexcept>

#include "sotto/consensus/node.hpp"

namespace sotto {

/// The mixture becomes z, or z + (t-1)/(t+2) (z - z_before) where gradients have momentum.
void Node::find_point(Released& mixture) {
  if (weighed_ && round_ > 1) weigh(mixture);
  mixture.project_onto(domain_);
  if (!z_before_) return;
  const Released z = mixture;
  mixture.extrapolate_from(*z_before_, 1 + plan_.momentum(gradient()));
  mixture.project_onto(domain_);
  *z_before_ = z;
}

/// The mixture is that of the messages of the gradient before.
void Node::weigh(const Released& mixture) {
  const Timetable& timetable = plan_.timetable();
  const Round made_by = timetable.kind(round_) == RoundKind::gradient ? gradient() - 1 : timetable.gradient_rounds();
  weighed_->add_scaled(plan_.output_weight(made_by), mixture);
}

/// Where the next round goes beyond W y(t+1), it starts from y(t).
void Node::remember(std::span<const Released* const> y) {
  const Timetable& timetable = plan_.timetable();
  auto& [averaging, factors, before] = *chebyshev_;
  if (timetable.extrapolates(round_))
    factors.advance();
  else
    factors = ChebyshevFactors(averaging.mixing_rate);
  if (!timetable.extrapolates(round_ + 1)) return;
  const std::span<const NodeId> columns = row().columns;
  const auto own = std::find(columns.begin(), columns.end(), id_) - columns.begin();
  before = *y[static_cast<std::size_t>(own)];
}

void Node::resume_at(Round t, const Released& own_before) {
  if (round_ != 1 || t < 1) throw std::logic_error("a node resumes once, before its first round");
  if (t > 1 && (z_before_ || weighed_))
    throw std::logic_error("a node with momentum or output weights does not resume: it hears again");
  round_ = t;
  if (!chebyshev_ || !plan_.timetable().extrapolates(t)) return;
  chebyshev_->before = own_before;
  for (Round k = 2; k < plan_.timetable().mixture(t); ++k) chebyshev_->factors.advance();  // omega_2 comes first
}

bool Node::lengths_fit(std::span<const Released* const> heard) const {
  return heard.size() == row().columns.size() &&
         std::all_of(heard.begin(), heard.end(), [&](const Released* y) { return y->dimension() == estimate_.size(); });
}

}  // namespace sotto
