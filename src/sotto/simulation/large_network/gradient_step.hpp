// SPDX-License-Identifier: MIT
// From a mixture of messages to the estimate of a node: projection, gradient step, projection, as Node, MeanEstimation
// and project() write them.
#pragma once

#include "sotto/simulation/large_network/row_mixing.hpp"

namespace sotto::SOTTO_KERNEL {

/// z - eta (n z - sum of records).
struct GradientStep {
  double step, record_count;

  [[gnu::always_inline]] Reals operator()(Reals z, Reals record_sum) const {
    return multiply_add(everywhere(-step), multiply_add(everywhere(record_count), z, -record_sum), z);
  }
};

class OnBox {
 public:
  [[gnu::always_inline]] explicit OnBox(double half_side)
      : lowest_(everywhere(-half_side)), highest_(everywhere(half_side)) {}

  /// What is not a number stays so, and is found at the end of the round.
  [[gnu::always_inline]] Reals projected(Reals z) const { return smaller(highest_, larger(lowest_, z)); }
  [[gnu::always_inline]] void project(double* point, const NodeShape& shape) const {
    for (std::size_t k = 0; k < shape.stride; k += width) store(point + k, projected(load(point + k)));
  }

 private:
  Reals lowest_, highest_;
};

class OnBall {
 public:
  [[gnu::always_inline]] explicit OnBall(double radius) : radius_(radius) {}

  [[gnu::always_inline]] void project(double* point, const NodeShape& shape) const {
    const double length = norm(point, shape.dimension);
    if (length <= radius_) return;
    const double factor = radius_ / length;
    for (std::size_t k = 0; k < shape.stride; k += width) store(point + k, load(point + k) * factor);
  }

 private:
  [[gnu::always_inline]] static double root(double value) { return square_root(Reals{} + value)[0]; }

  [[gnu::always_inline]] static double norm(const double* point, std::uint32_t dimension) {
    double sum = 0;
    for (std::uint32_t k = 0; k < dimension; ++k) sum += point[k] * point[k];
    return sum - sum == 0 ? root(sum) : norm_of_huge(point, dimension);
  }
  /// Where squares overflow.
  static double norm_of_huge(const double* point, std::uint32_t dimension) {
    double largest = 0, sum = 0;
    for (std::uint32_t k = 0; k < dimension; ++k) {
      const double size = point[k] < 0 ? -point[k] : point[k];
      largest = largest < size ? size : largest;
    }
    for (std::uint32_t k = 0; k < dimension; ++k) sum += (point[k] / largest) * (point[k] / largest);
    return largest * root(sum);
  }

  double radius_;
};

/// x_i, in the memory where the message will be. What exceeds the dimension is set to 0, so that it stays finite.
template <class Set>
[[gnu::always_inline]] inline void write_estimate(const GradientRound& r, const Set& set, std::uint32_t node,
                                                  const GradientStep& step) {
  const NodeShape& shape = r.mixing.shape;
  double* x = r.mixing.next + node * shape.stride;
  const double* sums = r.record_sums + node * shape.stride;
  write_mixture(r.mixing, node);
  for (std::size_t k = shape.dimension; k < shape.stride; ++k) x[k] = 0;
  set.project(x, shape);
  for (std::size_t k = 0; k < shape.stride; k += width) store(x + k, step(load(x + k), load(sums + k)));
  set.project(x, shape);
}

}  // namespace sotto::SOTTO_KERNEL
