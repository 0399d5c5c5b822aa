// SPDX-License-Identifier: MIT
#include "sotto/graph/weight_matrix.hpp"

#include <algorithm>
#include <mutex>
#include <utility>

#include "sotto/graph/weight_checks.hpp"
#include "sotto/input/invalid_input.hpp"

namespace sotto {
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

const MixingRate& WeightMatrix::mixing_rate(Crew& crew) const {
  const std::lock_guard lock(rate_->mutex);
  if (!rate_->rate) rate_->rate = sotto::mixing_rate(*this, SpectrumMethod::automatic, {}, crew);
  return *rate_->rate;
}

const MixingRate& WeightMatrix::exact_mixing_rate(Crew& crew) const {
  const std::lock_guard lock(rate_->mutex);
  if (!rate_->rate) rate_->rate = sotto::mixing_rate(*this, SpectrumMethod::converged, {}, crew);
  return *rate_->rate;
}

}  // namespace sotto
