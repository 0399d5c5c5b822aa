// SPDX-License-Identifier: MIT
#include "sotto/audit/transcript.hpp"

#include <algorithm>

#include "sotto/arithmetic/multiply_add.hpp"

namespace sotto {

void Transcript::begin() {
  values_.assign(shape_.nodes * shape_.dimension, 0.0);
  told_apart_.clear();
}

void Transcript::add_round() {
  values_.resize(values_.size() + shape_.nodes * shape_.dimension);
}

void Transcript::tell(Round t, NodeId speaker, NodeId listener, std::vector<double> message) {
  told_apart_[{t, speaker, listener}] = std::move(message);
}

std::span<const double> Transcript::heard_by(NodeId listener, Round t, NodeId speaker) const {
  if (!told_apart_.empty())
    if (const auto told = told_apart_.find({t, speaker, listener}); told != told_apart_.end()) return told->second;
  return message(t, speaker);
}

std::vector<std::span<const double>> Transcript::copies(Round t, NodeId speaker) const {
  std::vector<std::span<const double>> distinct{message(t, speaker)};
  for (auto told = told_apart_.lower_bound({t, speaker, 0}); told != told_apart_.end(); ++told) {
    if (std::get<0>(told->first) != t || std::get<1>(told->first) != speaker) break;
    const std::span<const double> copy = told->second;
    const auto equals = [&](std::span<const double> known) {
      return std::equal(copy.begin(), copy.end(), known.begin());
    };
    if (std::none_of(distinct.begin(), distinct.end(), equals)) distinct.push_back(copy);
  }
  return distinct;
}

bool Transcript::all_copies_equal() const {
  return std::all_of(told_apart_.begin(), told_apart_.end(), [&](const auto& told) {
    const auto& [t, speaker, listener] = told.first;
    return std::equal(told.second.begin(), told.second.end(), message(t, speaker).begin());
  });
}

void TranscriptEar::hear(Round t, std::span<const Released> y) {
  transcript_.add_round();
  for (NodeId i = 0; i < y.size(); ++i)
    std::copy(y[i].values().begin(), y[i].values().end(), transcript_.message(t, i).begin());
}

void mix(const WeightMatrix& weights, const Transcript& heard, Round t, NodeId node, std::span<double> mixture) {
  const WeightMatrix::Row row = weights.row(node);
  for (std::size_t j = 0; j < row.columns.size(); ++j) {
    const std::span<const double> y = heard.heard_by(node, t, row.columns[j]);
    if (j == 0)
      for (std::size_t k = 0; k < mixture.size(); ++k) mixture[k] = row.weights[j] * y[k];
    else
      multiply_add(row.weights[j], y, mixture, mixture);
  }
}

}  // namespace sotto
