// SPDX-License-Identifier: MIT
// How the cost of a run is spread over its rounds: what composition of rounds depends on, and the exact curve does not.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace sotto {

/// A run that costs alpha costs alpha root^2 in a round. Rounds of equal cost are counted together; a run with many
/// different ones is replaced by a few on a grid that no composition below takes for cheaper (see round_shares.cpp).
class RoundShares {
 public:
  struct Group {
    double root;   ///< sqrt of a round's share: its mu is root times the run's
    double count;  ///< how many rounds; not whole on a grid
  };

  RoundShares() : RoundShares(1) {}                  ///< one round
  explicit RoundShares(std::uint64_t equal_rounds);  ///< that many, at the same cost
  /// The rounds' costs in any unit: finite, not negative, not all zero (InvalidInput).
  explicit RoundShares(std::span<const double> costs);

  /// Several such runs, one after the other.
  RoundShares repeated(std::uint64_t runs) const;

  double rounds() const { return rounds_; }
  std::span<const Group> groups() const { return groups_; }

 private:
  std::vector<Group> groups_;
  double rounds_ = 0;
};

}  // namespace sotto
