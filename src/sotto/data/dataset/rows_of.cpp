// SPDX-License-Identifier: MIT
// Some rows of a data set, dense or sparse as they were.
#include "sotto/data/dataset/partition.hpp"

namespace sotto {
namespace {

FeatureRows chosen_rows(const Records& all, std::span<const std::uint32_t> chosen) {
  Records rows{.dimension = all.dimension};
  rows.values.reserve(chosen.size() * all.dimension);
  for (const std::uint32_t k : chosen) rows.values.insert(rows.values.end(), all.row(k).begin(), all.row(k).end());
  return rows;
}

FeatureRows chosen_rows(const SparseRows& all, std::span<const std::uint32_t> chosen) {
  SparseRows rows{.dimension = all.dimension};
  rows.begins.reserve(chosen.size() + 1);
  for (const std::uint32_t k : chosen) {
    const auto begin = static_cast<std::ptrdiff_t>(all.begins[k]), end = static_cast<std::ptrdiff_t>(all.begins[k + 1]);
    rows.columns.insert(rows.columns.end(), all.columns.begin() + begin, all.columns.begin() + end);
    rows.values.insert(rows.values.end(), all.values.begin() + begin, all.values.begin() + end);
    rows.begins.push_back(rows.values.size());
  }
  return rows;
}

}  // namespace

LabelledRows rows_of(const LabelledRows& all, std::span<const std::uint32_t> chosen) {
  LabelledRows rows{.features = std::visit([&](const auto& kept) { return chosen_rows(kept, chosen); }, all.features)};
  if (all.labels.empty()) return rows;
  rows.labels.reserve(chosen.size());
  for (const std::uint32_t k : chosen) rows.labels.push_back(all.labels[k]);
  return rows;
}

}  // namespace sotto
