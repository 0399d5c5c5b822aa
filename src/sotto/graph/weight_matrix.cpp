// SPDX-License-Identifier: MIT
#include "sotto/graph/weight_matrix.hpp"

#include <cmath>
#include <mutex>
#include <numeric>
#include <utility>

#include "sotto/graph/weight_checks.hpp"
#include "sotto/input/invalid_input.hpp"

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

std::optional<MixingRate> closed_form(const WeightMatrix& weights) {
  if (!weights.known_laplacian()) return {};
  const std::optional<double> a = constant_edge_weight(weights);
  if (!a) return {};
  const LaplacianExtremes lambda = *weights.known_laplacian();
  const double beta = std::max(std::abs(1.0 - *a * lambda.smallest_nonzero), std::abs(1.0 - *a * lambda.largest));
  return MixingRate{beta, largest_row_error(weights) + 0x1p-49, "closed form"};
}

/// x -> W x - mean(x).
SymmetricMap deviation(const WeightMatrix& weights) {
  return {weights.node_count(), [&weights](std::span<const double> x, std::span<double> y) {
            const auto n = static_cast<double>(x.size());
            const double mean = std::accumulate(x.begin(), x.end(), 0.0) / n;
            for (NodeId i = 0; i < weights.node_count(); ++i) {
              const WeightMatrix::Row row = weights.row(i);
              double sum = 0.0;
              for (std::size_t k = 0; k < row.columns.size(); ++k) sum += row.weights[k] * x[row.columns[k]];
              y[i] = sum - mean;
            }
          }};
}

MixingRate by_dense(const WeightMatrix& weights) {
  const std::vector<double> all = dense_eigenvalues(deviation(weights));
  const double beta = std::max(std::abs(all.front()), std::abs(all.back()));
  return {std::min(beta, 1.0), 0x1p-50 * weights.node_count(), "dense eigenvalues"};
}

MixingRate by_lanczos(const WeightMatrix& weights, const LanczosLimits& limits) {
  const EigenEstimate found = lanczos_eigenvalue(deviation(weights), SpectrumEnd::largest_magnitude, limits);
  const double beta = std::min(std::abs(found.value), 1.0);
  if (found.converged) return {beta, found.residual + 0x1p-47, "Lanczos"};
  // The value found is a lower bound, and 1 an upper one: nothing between them is excluded.
  return {beta, std::max(found.residual, 1.0 - beta), "Lanczos, not converged (beta is at least this)"};
}

}  // namespace

MixingRate mixing_rate(const WeightMatrix& weights, SpectrumMethod method, const std::optional<LanczosLimits>& limits) {
  if (weights.node_count() == 1) return {0.0, 0.0, "closed form"};
  if (method == SpectrumMethod::automatic || method == SpectrumMethod::closed_form) {
    if (auto rate = closed_form(weights)) return *rate;
    if (method == SpectrumMethod::closed_form)
      throw InvalidInput({"graph.weights", "", "no closed form of the mixing rate is known for them"});
  }
  const bool small = weights.node_count() <= largest_dense_size;
  if (method == SpectrumMethod::dense || (method == SpectrumMethod::automatic && small)) return by_dense(weights);
  return by_lanczos(weights, limits.value_or(usual_limits(weights.node_count())));
}

struct WeightMatrix::KeptRate {
  std::mutex mutex;
  std::optional<MixingRate> rate;
};

WeightMatrix::WeightMatrix(const Graph& graph, std::vector<double> weights)
    : nodes_(graph.node_count()),
      entries_(weights.size()),
      weights_(std::move(weights)),
      known_laplacian_(graph.known().laplacian),
      rate_(std::make_shared<KeptRate>()) {
  const std::vector<Fault> faults = weight_faults(graph, weights_, [](NodeId) { return std::string(); });
  if (!faults.empty()) throw InvalidInput(faults, FaultKind::configuration);
  starts_.reserve(graph.node_count() + std::size_t{1});
  columns_.reserve(weights_.size());
  starts_.push_back(0);
  for (NodeId i = 0; i < graph.node_count(); ++i) {
    const auto neighbours = graph.neighbours(i);
    const auto middle = std::lower_bound(neighbours.begin(), neighbours.end(), i);
    columns_.insert(columns_.end(), neighbours.begin(), middle);
    columns_.push_back(i);
    columns_.insert(columns_.end(), middle, neighbours.end());
    starts_.push_back(columns_.size());
  }
}

WeightMatrix::WeightMatrix(NodeId nodes, std::size_t entries, MixingRate rate)
    : nodes_(nodes), entries_(entries), rate_(std::make_shared<KeptRate>()) {
  rate_->rate = std::move(rate);
}

const MixingRate& WeightMatrix::mixing_rate() const {
  const std::lock_guard lock(rate_->mutex);
  if (!rate_->rate) rate_->rate = sotto::mixing_rate(*this, SpectrumMethod::automatic);
  return *rate_->rate;
}

}  // namespace sotto
