// SPDX-License-Identifier: MIT
// The noise of a few nodes in one round, side by side as their messages are: a lane is a pair of coordinates of one of
// them. The bits are those of fill_gaussian.
#pragma once

#include "sotto/random/box_muller.hpp"
#include "sotto/random/philox_keys.hpp"
#include "sotto/simulation/large_network/prefetch.hpp"

namespace sotto::SOTTO_KERNEL {

/// {even 0, odd 0, even 1, odd 1 ...}: the lower and the upper half of it.
#if defined(__AVX512DQ__)
#define SOTTO_LOWER_HALF 0, 8, 1, 9, 2, 10, 3, 11
#define SOTTO_UPPER_HALF 4, 12, 5, 13, 6, 14, 7, 15
#elif defined(__AVX2__)
#define SOTTO_LOWER_HALF 0, 4, 1, 5
#define SOTTO_UPPER_HALF 2, 6, 3, 7
#else
#define SOTTO_LOWER_HALF 0, 2
#define SOTTO_UPPER_HALF 1, 3
#endif

/// In the first two rounds of Philox the words of a node and those of a pair of coordinates do not meet: what a node
/// brings to the third round is computed once for its pairs, and what a pair brings once for all nodes. Products are
/// left whole, since only their lower half is ever multiplied.
class NoiseOfNodes {
 public:
  static constexpr std::uint32_t most_pairs = 64;  ///< of all nodes together; few, so that all of this stays in L1
  static constexpr std::uint32_t strip = 4;        ///< vectors in lockstep

  [[gnu::always_inline]] explicit NoiseOfNodes(const RoundNoise& at) : at_(at), keys_(philox_keys(at.seed)) {
    for (std::uint32_t k = 0; k < lanes; ++k) node_first_[k] = node_second_[k] = pair_first_[k] = pair_second_[k] = 0;
  }

  /// From now on every node has the pairs [first, first + count), and there are `nodes` of them.
  [[gnu::always_inline]] void set_pairs(std::uint32_t first, std::uint32_t count, std::uint32_t nodes) {
    for (std::uint32_t k = 0; k < count; ++k) {
      const std::uint64_t even = philox_even * ((first + k) | std::uint64_t{at_.stream} << 28);
      const std::uint64_t odd = philox_odd * (even >> 32 ^ at_.trial ^ keys_.odd[0]);
      for (std::uint32_t i = 0; i < nodes; ++i) {
        pair_first_[i * count + k] = even;
        pair_second_[i * count + k] = odd;
      }
    }
    pairs_ = count;
  }

  /// The node that is the `index`th from now on. In ascending order: whole vectors are written, into the next node too.
  [[gnu::always_inline]] void set_node(std::uint32_t index, std::uint32_t number) {
    const std::uint64_t odd = philox_odd * number;
    const std::uint64_t even = philox_even * (odd >> 32 ^ at_.round ^ keys_.even[0]);
    const Words first = everywhere(odd ^ keys_.even[1]), second = everywhere(even);
    for (std::uint32_t k = index * pairs_; k < (index + 1) * pairs_; k += width) {
      *reinterpret_cast<WordsAnywhere*>(node_first_ + k) = first;
      *reinterpret_cast<WordsAnywhere*>(node_second_ + k) = second;
    }
  }

  /// Fills values() for `nodes` nodes, and prefetches some before each of vectors(nodes) vectors of pairs. Not inlined:
  /// a call costs nothing here, and copies would take long to compile.
  [[gnu::noinline]] void draw(std::uint32_t nodes, Prefetch& prefetch) {
    const std::size_t end = vectors(nodes) * width;
    for (std::size_t lane = 0; lane < end; lane += strip * width) draw_strip(lane, prefetch);
  }
  [[gnu::always_inline]] std::uint32_t vectors(std::uint32_t nodes) const {
    constexpr std::uint32_t together = strip * width;
    return (nodes * pairs_ + together - 1) / together * strip;
  }

  /// Standard normals, node after node; 8 more may be read at the end.
  const double* values() const { return values_; }

 private:
  static constexpr std::uint32_t lanes = most_pairs;
  static_assert(lanes % (strip * width) == 0);

  [[gnu::always_inline]] static Words words(const std::uint64_t* from) {
    return *reinterpret_cast<const WordsInMemory*>(from);
  }

  [[gnu::always_inline]] void draw_strip(std::size_t first, Prefetch& prefetch) {
    PhiloxState<strip> state;
    SOTTO_UNROLLED for (std::size_t k = 0; k < strip; ++k) {
      prefetch.some();
      const std::size_t lane = first + k * width;
      state.x1[k] = words(pair_second_ + lane);
      state.x3[k] = words(node_second_ + lane);
      state.x0[k] = upper_halves(state.x1[k]) ^ words(node_first_ + lane);
      state.x2[k] = upper_halves(state.x3[k]) ^ words(pair_first_ + lane) ^ keys_.odd_everywhere[1];
    }
    const PhiloxWords<strip> bits = state.template finished<2>(keys_);
    const auto n = gaussian_pair(bits.first, bits.second);
    SOTTO_UNROLLED for (std::size_t k = 0; k < strip; ++k) {
      double* out = values_ + 2 * (first + k * width);
      store(out, __builtin_shufflevector(n.even.at[k], n.odd.at[k], SOTTO_LOWER_HALF));
      store(out + width, __builtin_shufflevector(n.even.at[k], n.odd.at[k], SOTTO_UPPER_HALF));
    }
  }

  typedef std::uint64_t WordsAnywhere __attribute__((vector_size(vector_bytes), may_alias, aligned(8)));
  typedef std::uint64_t WordsInMemory __attribute__((vector_size(vector_bytes), may_alias));

  RoundNoise at_;
  PhiloxKeys keys_;
  std::uint32_t pairs_ = 0;
  alignas(64) std::uint64_t node_first_[lanes + width];
  alignas(64) std::uint64_t node_second_[lanes + width];
  alignas(64) std::uint64_t pair_first_[lanes];
  alignas(64) std::uint64_t pair_second_[lanes];
  alignas(64) double values_[2 * lanes + 8] = {};
};
#undef SOTTO_LOWER_HALF
#undef SOTTO_UPPER_HALF

}  // namespace sotto::SOTTO_KERNEL
