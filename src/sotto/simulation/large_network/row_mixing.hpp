// SPDX-License-Identifier: MIT
// A row of W times the messages, a few vectors of coordinates at a time.
#pragma once

#include "sotto/random/strip.hpp"
#include "sotto/simulation/large_network/kernel.hpp"

namespace sotto::SOTTO_KERNEL {

/// `count` vectors of a node's coordinates.
template <std::size_t count_>
struct NodePart {
  static constexpr std::size_t count = count_;
  std::size_t first;
  [[gnu::always_inline]] std::size_t at(std::size_t k) const { return first + k * width; }
};

/// Calls work(part) for all `size` coordinates of a node, a multiple of 8.
template <class Work>
[[gnu::always_inline]] inline void for_each_part(std::size_t size, const Work& work) {
  std::size_t first = 0;
  for (; first + 4 * width <= size; first += 4 * width) work(NodePart<4>{first});
  if (first + 2 * width <= size) {
    work(NodePart<2>{first});
    first += 2 * width;
  }
  if (first < size) work(NodePart<1>{first});
}

/// sum_j w_ij y_j in the order of the row.
template <std::size_t count>
[[gnu::always_inline]] inline RealStrip<count> mixture(const Mixing& m, std::uint32_t node,
                                                       const NodePart<count>& part) {
  RealStrip<count> z;
  std::size_t entry = m.rows.starts[node];
  const std::size_t end = m.rows.starts[node + 1], stride = m.shape.stride;
  const double* from = m.now + m.rows.columns[entry] * stride;
  Reals weight = everywhere(m.rows.weights[entry]);
  SOTTO_UNROLLED for (std::size_t k = 0; k < count; ++k) z.at[k] = weight * load(from + part.at(k));
  while (++entry < end) {
    from = m.now + m.rows.columns[entry] * stride;
    weight = everywhere(m.rows.weights[entry]);
    SOTTO_UNROLLED for (std::size_t k = 0; k < count; ++k) z.at[k] =
        multiply_add(weight, load(from + part.at(k)), z.at[k]);
  }
  return z;
}

[[gnu::always_inline]] inline void write_mixture(const Mixing& m, std::uint32_t node) {
  double* out = m.next + node * m.shape.stride;
  for_each_part(
      m.shape.stride, [&](const auto& part) __attribute__((always_inline)) {
        const auto z = mixture(m, node, part);
        SOTTO_UNROLLED for (std::size_t k = 0; k < part.count; ++k) store(out + part.at(k), z.at[k]);
      });
}

/// The same beyond what is written there: from it, by a factor.
[[gnu::always_inline]] inline void extrapolate_to_mixture(const Mixing& m, std::uint32_t node, double factor) {
  double* out = m.next + node * m.shape.stride;
  for_each_part(
      m.shape.stride, [&](const auto& part) __attribute__((always_inline)) {
        const auto z = mixture(m, node, part);
        SOTTO_UNROLLED for (std::size_t k = 0; k < part.count; ++k) {
          const Reals earlier = load(out + part.at(k));
          store(out + part.at(k), multiply_add(everywhere(factor), z.at[k] - earlier, earlier));
        }
      });
}

/// Whether all that was looked at is finite.
class FiniteCheck {
 public:
  [[gnu::always_inline]] void look_at(Reals values) { zero_ += values - values; }
  bool so_far() const {
    for (std::size_t k = 0; k < width; ++k)
      if (!(zero_[k] == 0)) return false;
    return true;
  }

 private:
  Reals zero_{};
};

}  // namespace sotto::SOTTO_KERNEL
