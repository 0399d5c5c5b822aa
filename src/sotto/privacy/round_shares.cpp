// SPDX-License-Identifier: MIT
// How the cost of a run is spread over its rounds.
//
// Why a grid is on the safe side: at a fixed delta a round's epsilon is a convex function of its mu. (On the curve
// d eps/d mu = 1/m(b) with b = eps/mu + mu/2 and m the Mills ratio; 1/m(b) > b, so db/dmu > 1, and m falls. The classic
// formula is linear.) So are eps^2 and eps (e^eps - 1). A mu between two points of the grid is a mixture of them, and
// the same mixture of their epsilons is not below its own; below the grid the other point is 0, which costs nothing.
#include "sotto/privacy/round_shares.hpp"

#include <algorithm>
#include <cmath>

#include "sotto/input/invalid_input.hpp"
#include "sotto/privacy/safe_side.hpp"

namespace sotto {
namespace {

constexpr std::size_t most_groups = 128;
constexpr double equal_within = 1e-12;  ///< what differs by less is counted at the largest
constexpr double widest_grid = 1e4;     ///< largest mu over the smallest point of the grid

/// sqrt(cost)/sqrt(sum of costs), each from above; relative to the largest cost first, so that nothing overflows.
std::vector<double> roots_of(std::span<const double> costs) {
  Faults faults;
  double largest = 0;
  for (const double cost : costs) {
    if (!std::isfinite(cost) || cost < 0)
      faults.add({"cost of a round", show(cost), "must be finite and >= 0"});
    else
      largest = std::max(largest, cost);
  }
  if (!(largest > 0)) faults.add({"cost of the rounds", show(largest), "at least one must be > 0"});
  faults.throw_if_any();
  double sum = 0, lost = 0;  // compensated: there may be millions
  for (const double cost : costs) {
    const double term = cost / largest, next = sum + term;
    lost += (sum - next) + term;
    sum = next;
  }
  const double whole = from_below(sum + lost);
  std::vector<double> roots;
  roots.reserve(costs.size());
  for (const double cost : costs)
    if (cost > 0) roots.push_back(from_above(std::sqrt(cost / largest / whole)));
  return roots;
}

std::vector<RoundShares::Group> on_grid(const std::vector<double>& roots) {
  const auto [least, largest] = std::minmax_element(roots.begin(), roots.end());
  const double most = *largest, finest = std::max(*least, most / widest_grid);
  const double ratio = std::pow(most / finest, 1.0 / (most_groups - 1));
  std::vector<RoundShares::Group> grid(most_groups);
  for (std::size_t k = 0; k < most_groups; ++k)
    grid[k] = {.root = k + 1 == most_groups ? most : finest * std::pow(ratio, static_cast<double>(k)), .count = 0};
  const auto below = [](double root, const RoundShares::Group& point) { return root < point.root; };
  for (const double root : roots) {
    const auto above = std::upper_bound(grid.begin(), grid.end() - 1, root, below);
    if (above == grid.begin()) {
      above->count += root / above->root;  // the rest stands at 0
      continue;
    }
    const auto under = above - 1;
    const double weight = std::clamp((root - under->root) / (above->root - under->root), 0.0, 1.0);
    under->count += 1 - weight;
    above->count += weight;
  }
  const double summed = 1 + 4 * static_cast<double>(roots.size()) * std::numeric_limits<double>::epsilon();
  for (RoundShares::Group& point : grid) point.count *= summed;
  return grid;
}

}  // namespace

RoundShares::RoundShares(std::uint64_t equal_rounds) : rounds_(static_cast<double>(equal_rounds)) {
  if (equal_rounds < 1) throw InvalidInput({"rounds", std::to_string(equal_rounds), "must be at least 1"});
  groups_ = {{.root = equal_rounds == 1 ? 1.0 : from_above(1 / std::sqrt(rounds_)), .count = rounds_}};
}

RoundShares::RoundShares(std::span<const double> costs) {
  const std::vector<double> roots = roots_of(costs);
  rounds_ = static_cast<double>(roots.size());
  const auto [least, most] = std::minmax_element(roots.begin(), roots.end());
  if (*most <= *least * (1 + equal_within)) {
    groups_ = {{.root = *most, .count = rounds_}};
  } else if (roots.size() <= most_groups) {
    for (const double root : roots) groups_.push_back({.root = root, .count = 1});
  } else {
    groups_ = on_grid(roots);
  }
}

RoundShares RoundShares::repeated(std::uint64_t runs) const {
  if (runs < 1) throw InvalidInput({"runs", std::to_string(runs), "must be at least 1"});
  RoundShares all = *this;
  if (runs == 1) return all;
  const auto times = static_cast<double>(runs);
  all.rounds_ = from_above(rounds_ * times);
  for (Group& group : all.groups_) {
    group.root = from_above(group.root / std::sqrt(times));
    group.count = from_above(group.count * times);
  }
  return all;
}

}  // namespace sotto
