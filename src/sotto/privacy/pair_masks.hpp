// SPDX-License-Identifier: MIT
// Masks that two members share and that vanish from the sum of all: the member with the lower number adds them, the
// other one takes them off, modulo 2^64.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "sotto/privacy/noise_source.hpp"

namespace sotto {

/// Who takes part in the sums of a run, by number, rising: one residue of each makes a sum.
class Roster {
 public:
  /// Members 0 .. count - 1.
  explicit Roster(std::uint32_t count);
  explicit Roster(std::vector<std::uint32_t> members);  ///< rising, two at least; throws InvalidInput otherwise

  std::span<const std::uint32_t> members() const { return members_; }
  std::size_t size() const { return members_.size(); }
  bool has(std::uint32_t member) const { return std::binary_search(members_.begin(), members_.end(), member); }

 private:
  std::vector<std::uint32_t> members_;
};

/// Two members, the lower number first.
struct MemberPair {
  std::uint32_t low;
  std::uint32_t high;
};

/// The words that a pair shares: uniform, fresh for every pair and round, and known to nobody else. Where they come
/// from is decided outside: from a seed in simulations, from keys that the two have agreed on at nodes. A node's own
/// noise is never made of them.
class PairMasks {
 public:
  virtual ~PairMasks() = default;
  PairMasks(const PairMasks&) = delete;
  PairMasks& operator=(const PairMasks&) = delete;

  /// Both members of the pair get the same words. Fills all of them or throws.
  virtual void words(MemberPair pair, Round t, std::span<std::uint64_t> words) = 0;

 protected:
  PairMasks() = default;
};

/// Adds every mask that a member shares with the others: u + sum_{j > i} s_ij - sum_{j < i} s_ij, modulo 2^64.
void add_masks(PairMasks& masks, const Roster& roster, NodeRound at, std::span<std::uint64_t> residues);

}  // namespace sotto
