// SPDX-License-Identifier: MIT
// Are residues uniform words, and those of one round free of the round before? By themselves they must say nothing.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "sotto/audit/whiteness.hpp"
#include "sotto/privacy/masked.hpp"

namespace sotto {

struct MaskCheck {
  std::uint64_t words = 0;  ///< of each member
  std::size_t tests = 0;
  std::vector<Finding> failures = {};  ///< the worst first
  bool passed() const { return words > 0 && failures.empty(); }

  /// A correct program fails this often, whatever the number of statistics (Bonferroni).
  static constexpr double false_alarm_rate = 1e-6;
};

/// Two neighbouring bits of a uniform word differ half of the time, and so do those of the difference of two such
/// words. A small number has bits that are all alike at its upper end: an estimate without masks, one under masks that
/// are too short, or what is left of two rounds under the same masks.
class ResidueBits {
 public:
  /// One round of all members; the rounds of a run follow each other, and round 1 begins another run.
  void add(std::span<const Masked> residues);
  MaskCheck check() const;

 private:
  static constexpr std::size_t pairs_of_bits = 63, most_coordinates = 32;
  struct Changes {
    std::uint64_t words = 0;
    std::array<std::uint64_t, pairs_of_bits> differ = {};  ///< bit b from bit b + 1
    void add(std::uint64_t word);
  };
  struct Member {
    Changes residues;
    Changes between_rounds;
    std::vector<std::uint64_t> before = {};
  };
  std::vector<Member> members_;
};

}  // namespace sotto
