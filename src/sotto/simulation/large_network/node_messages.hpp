// SPDX-License-Identifier: MIT
// From a node's row of W and its noise to its message.
#pragma once

#include "sotto/simulation/large_network/gradient_step.hpp"

namespace sotto::SOTTO_KERNEL {

/// The noise of a node begins anywhere.
typedef double RealsAnywhere __attribute__((vector_size(vector_bytes), may_alias, aligned(8)));
[[gnu::always_inline]] inline Reals load_anywhere(const double* from) {
  return *reinterpret_cast<const RealsAnywhere*>(from);
}

/// What a round does with a node once its noise is drawn.
template <class Set>
class Messages {
 public:
  [[gnu::always_inline]] explicit Messages(const GradientRound& r)
      : r_(r), stride_(r.mixing.shape.stride), set_(r.domain_size) {}

  [[gnu::always_inline]] void write_estimate(std::uint32_t node) {
    SOTTO_KERNEL::write_estimate(r_, set_, node, {plan_of(node).step, r_.record_count});
  }

  /// Turns an estimate into a message: its coordinates from `first` on, as many as there is noise for.
  [[gnu::always_inline]] void add_noise(std::uint32_t node, const double* noise, std::size_t first, std::size_t last) {
    const double scale = plan_of(node).noise_scale;
    double* x = r_.mixing.next + node * stride_;
    for (std::size_t k = first; k < last; k += width) finish(x + k, load(x + k), scale, noise + (k - first));
  }

  /// Both at once, without a way through memory.
  [[gnu::always_inline]] void write(std::uint32_t node, const double* noise) {
    const PlannedStep& plan = plan_of(node);
    const GradientStep step{plan.step, r_.record_count};
    const double* sums = r_.record_sums + node * stride_;
    double* out = r_.mixing.next + node * stride_;
    for_each_part(
        stride_, [&](const auto& part) __attribute__((always_inline)) {
          const auto z = mixture(r_.mixing, node, part);
          SOTTO_UNROLLED for (std::size_t k = 0; k < part.count; ++k) {
            const Reals x = set_.projected(step(set_.projected(z.at[k]), load(sums + part.at(k))));
            finish(out + part.at(k), x, plan.noise_scale, noise + part.at(k));
          }
        });
  }

  bool all_finite() const { return finite_.so_far(); }

 private:
  [[gnu::always_inline]] const PlannedStep& plan_of(std::uint32_t node) const {
    return r_.steps[r_.plans == nullptr ? 0 : r_.plans[node]];
  }
  [[gnu::always_inline]] void finish(double* out, Reals x, double scale, const double* noise) {
    const Reals y = x + scale * load_anywhere(noise);
    finite_.look_at(y);
    store(out, y);
  }

  const GradientRound& r_;
  std::size_t stride_;
  Set set_;
  FiniteCheck finite_;
};

}  // namespace sotto::SOTTO_KERNEL
