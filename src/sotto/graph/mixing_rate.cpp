// SPDX-License-Identifier: MIT
#include "sotto/graph/mixing_rate.hpp"

#include <cmath>
#include <numeric>

#include "sotto/graph/few_steps.hpp"
#include "sotto/graph/weight_checks.hpp"
#include "sotto/graph/weight_matrix.hpp"
#include "sotto/input/invalid_input.hpp"
#include "sotto/input/long_wait.hpp"

namespace sotto {
namespace {

/// The one weight all edges have, if they have one.
std::optional<double> constant_edge_weight(const WeightMatrix& weights) {
  std::optional<double> constant;
  for (NodeId i = 0; i < weights.node_count(); ++i) {
    const WeightMatrix::Row row = weights.row(i);
    for (std::size_t k = 0; k < row.columns.size(); ++k) {
      if (row.columns[k] == i) continue;
      if (constant && *constant != row.weights[k]) return {};
      constant = row.weights[k];
    }
  }
  return constant;
}

/// W = I - a L + diag(e) moves eigenvalues by at most max |e|, and e_i is how far row i is from summing to 1.
double largest_row_error(const WeightMatrix& weights) {
  double largest = 0.0;
  for (NodeId i = 0; i < weights.node_count(); ++i)
    largest = std::max(largest, std::abs(compensated_sum(weights.row(i).weights, -1.0)));
  return largest;
}

std::optional<MixingRate> closed_rate(const WeightMatrix& weights) {
  if (!weights.known_laplacian()) return {};
  const std::optional<double> a = constant_edge_weight(weights);
  if (!a) return {};
  return closed_mixing_rate(*weights.known_laplacian(), {.weight = *a, .row_error = largest_row_error(weights)});
}

SymmetricMap rows_of(const WeightMatrix& weights, Crew& crew) {
  return {weights.node_count(), [&weights, &crew](std::span<const double> x, std::span<double> y) {
            share_out(crew, x.size(), [&](std::size_t first, std::size_t last) {
              for (std::size_t i = first; i < last; ++i) {
                const WeightMatrix::Row row = weights.row(static_cast<NodeId>(i));
                double sum = 0.0;
                for (std::size_t k = 0; k < row.columns.size(); ++k) sum += row.weights[k] * x[row.columns[k]];
                y[i] = sum;
              }
            });
          }};
}

/// x -> W x - mean(x).
SymmetricMap deviation(const WeightMatrix& weights, Crew& crew = one_worker()) {
  return {weights.node_count(), [inner = rows_of(weights, crew)](std::span<const double> x, std::span<double> y) {
            const double mean = std::accumulate(x.begin(), x.end(), 0.0) / static_cast<double>(x.size());
            inner.apply(x, y);
            for (double& value : y) value -= mean;
          }};
}

MixingRate by_dense(const WeightMatrix& weights) {
  const std::vector<double> all = dense_eigenvalues(deviation(weights));
  const double beta = std::max(std::abs(all.front()), std::abs(all.back()));
  return {std::min(beta, 1.0), 0x1p-50 * weights.node_count(), "dense eigenvalues"};
}

MixingRate by_lanczos(const WeightMatrix& weights, const LanczosLimits& limits, Crew& crew) {
  const EigenEstimate found = lanczos_eigenvalue(deviation(weights, crew), SpectrumEnd::largest_magnitude, limits);
  const double beta = std::min(std::abs(found.value), 1.0);
  if (found.converged) return {beta, found.residual + 0x1p-47, "Lanczos"};
  // The value found is a lower bound, and 1 an upper one: nothing between them is excluded.
  return {beta, std::max(found.residual, 1.0 - beta), "Lanczos, not converged (beta is at least this)"};
}

MixingRate bounded(const WeightMatrix& weights, Crew& crew) {
  const std::vector<NodeId> numbers = all_numbers(weights.node_count());
  return bounded_mixing_rate({weights.node_count(), numbers, rows_of(weights, crew).apply, crew});
}

constexpr int fewest_steps = 16, most_steps = 400, steps_between_looks = 4;
constexpr double share_of_gap = 0.05;          ///< what may be missing
constexpr double rounding_of_steps = 0x1p-40;  ///< of a thousand operations on numbers up to 1

double found_by(const FewSteps& steps) {
  return std::clamp(std::max(steps.largest(), -steps.smallest()), 0.0, 1.0);
}

/// Whether more steps would gain little.
bool are_enough(const FewSteps& steps) {
  if (steps.taken() < fewest_steps || steps.taken() % steps_between_looks != 0) return false;
  return steps.missing_at_each_end() <= share_of_gap * (1.0 - found_by(steps));
}

}  // namespace

MixingRate closed_mixing_rate(const LaplacianExtremes& known, const ConstantWeights& of) {
  const double beta =
      std::max(std::abs(1.0 - of.weight * known.smallest_nonzero), std::abs(1.0 - of.weight * known.largest));
  return {beta, of.row_error + 0x1p-49, "closed form"};
}

MixingRate mixing_rate(const WeightMatrix& weights, SpectrumMethod method, const std::optional<LanczosLimits>& limits,
                       Crew& crew) {
  using enum SpectrumMethod;
  if (weights.node_count() == 1) return {0.0, 0.0, "closed form"};
  const bool any = method == automatic || method == converged;
  if (any || method == closed_form) {
    if (auto rate = closed_rate(weights)) return *rate;
    if (method == closed_form)
      throw InvalidInput({"graph.weights", "", "no closed form of the mixing rate is known for them"});
  }
  if (method == dense || (any && weights.node_count() <= largest_dense_size)) return by_dense(weights);
  if (method == few_steps || (method == automatic && weights.node_count() >= smallest_bounded_size))
    return bounded(weights, crew);
  return by_lanczos(weights, limits.value_or(usual_limits(weights.node_count())), crew);
}

MixingRate bounded_mixing_rate(const DistributedMap& weights) {
  FewSteps steps(weights);
  while (steps.taken() < most_steps && !are_enough(steps)) {
    steps.advance();
    tell_wait("finding a bound on beta (at most)", static_cast<double>(steps.taken()) / most_steps);
  }
  tell_wait("finding a bound on beta (at most)", 1);
  const std::string how = "Lanczos, " + std::to_string(steps.taken()) + " steps";
  const double beta = found_by(steps), missing = steps.missing_at_each_end() + rounding_of_steps;
  if (beta + missing < 1.0) return {beta, missing, how + ", right but for one start in a billion", true};
  return {beta, 1.0 - beta, how + ", which leave no bound below 1 (beta is at least this)", true};
}

}  // namespace sotto
