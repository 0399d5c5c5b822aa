// SPDX-License-Identifier: MIT
#include "sotto/audit/honest_sum_ratio.hpp"

#include <algorithm>
#include <cmath>

namespace sotto {

HonestSumRatio::HonestSumRatio(const HonestSumTarget& target)
    : target_(target),
      root_of_noises_(std::sqrt(noises_that_hide(target.plan.request().mechanism, target.collusion.threat()))) {}

double HonestSumRatio::operator()(const Transcript& heard) const {
  const auto& [collusion, plan, domain, on_data, on_neighbour] = target_;
  const std::size_t p = heard.shape().dimension;
  std::vector<double> z(p), x(p), x_prime(p), rest(p);
  RunningRatio ratio;
  for (Round t = 1; t <= plan.gradient_rounds(); ++t) {
    const std::span<const double> mean = heard.message(t, mean_of_all), sum = heard.message(t + 1, honest_sum);
    std::copy(mean.begin(), mean.end(), z.begin());
    project(domain, z);
    std::copy(sum.begin(), sum.end(), rest.begin());
    for (NodeId i = 0; i < collusion.members; ++i) {
      if (i == collusion.target || collusion.has(i)) continue;
      on_data[i]->estimate(t, z, x);
      for (std::size_t k = 0; k < p; ++k) rest[k] -= x[k];
    }
    on_data[collusion.target]->estimate(t, z, x);
    on_neighbour.estimate(t, z, x_prime);
    if (!ratio.add(rest, x, x_prime, on_neighbour.noise_scale(t) * root_of_noises_)) break;
  }
  return ratio.logarithm();
}

}  // namespace sotto
