// SPDX-License-Identifier: MIT
#include "sotto/audit/floating_point_attack.hpp"

#include <algorithm>
#include <cmath>

namespace sotto {
namespace {

bool is_multiple(double y, double grid) {
  return grid == 0 || std::remainder(y, grid) == 0;
}

bool off_the_neighbours_grid(const FloatingPointRequest& request, const Transcript& heard) {
  const AttackTarget& target = request.target;
  std::vector<double> z(heard.shape().dimension), x_prime(z.size());
  for (Round t = 1; t <= target.rounds; ++t) {
    mix(target.weights, heard, t, target.node, z);
    project(target.domain, z);
    request.neighbour.estimate(t, z, x_prime);
    const std::span<const double> y = heard.message(t + 1, target.node);
    for (std::size_t k = 0; k < z.size(); ++k)
      if (!is_multiple(y[k], forced_grid(x_prime[k]))) return true;
  }
  return false;
}

}  // namespace

// |x| in [2^e, 2^(e+1)). Below |v| = |x|/2 the sum stays above 2^(e-1), and its last bit is 2^(e-53) or coarser. From
// there on v's own last bit is, so that the sum is a multiple of 2^(e-53) before it is rounded and after.
double forced_grid(double x) {
  if (x == 0 || !std::isfinite(x)) return 0;
  return std::ldexp(1.0, std::ilogb(x) - 53);
}

FloatingPointAttack attack_floating_point(const FloatingPointRequest& request) {
  Transcript heard({request.target.weights.node_count(), dimension(request.target.domain)});
  const auto said = [&](Side side) {
    Count count{0, 0};
    for (std::uint32_t trial = 0; trial < request.transcripts; ++trial) {
      request.protocol(side, trial, heard);
      if (heard.last_round() <= request.target.rounds) break;
      ++count.trials;
      if (off_the_neighbours_grid(request, heard)) ++count.hits;
    }
    return count;
  };
  FloatingPointAttack attack{.right = said(Side::data), .wrong = said(Side::neighbour), .delta_at_least = 0};
  const double one_rate = 1 - (1 - request.confidence) / 2;
  attack.delta_at_least = std::max(
      0.0, rate_at_least(attack.right, one_rate) - std::exp(request.epsilon) * rate_at_most(attack.wrong, one_rate));
  return attack;
}

}  // namespace sotto
