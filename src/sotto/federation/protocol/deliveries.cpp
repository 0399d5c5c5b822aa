// SPDX-License-Identifier: MIT
#include "sotto/federation/protocol/deliveries.hpp"

#include <algorithm>

namespace sotto {

void Deliveries::arrived(Round round) {
  under_way_.erase(round);
  arrived_.insert(round);
}

void Deliveries::forget_before(Round first) {
  under_way_.erase(under_way_.begin(), under_way_.lower_bound(first));
  arrived_.erase(arrived_.begin(), arrived_.lower_bound(first));
}

bool Deliveries::wants_ping() const {
  return std::any_of(under_way_.begin(), under_way_.end(), [&](const auto& one) { return one.second == pings_; });
}

void Deliveries::ponged() {
  if (pongs_ == pings_) return;  // nobody asked
  ++pongs_;                      // where answers were lost, this one is of a later ping: never of an earlier one
  std::erase_if(under_way_, [&](const auto& one) { return one.second < pongs_; });
}

}  // namespace sotto
