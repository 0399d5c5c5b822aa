// SPDX-License-Identifier: MIT
// Rows divided so that nodes hold different labels: Dirichlet's shares, and shards of rows sorted by label.
#include <algorithm>
#include <cmath>
#include <map>

#include "sotto/data/dataset/partition.hpp"
#include "sotto/input/invalid_input.hpp"
#include "sotto/random/elementary.hpp"

namespace sotto {
namespace {

/// Marsaglia's polar method.
double draw_normal(RandomSequence& random) {
  for (;;) {
    const double u = 2 * random.uniform() - 1, v = 2 * random.uniform() - 1;
    const double s = u * u + v * v;
    if (s > 0 && s < 1) return u * std::sqrt(-2 * portable_log(s) / s);
  }
}

/// Uniform in (0, 1].
double draw_positive(RandomSequence& random) {
  return 1 - random.uniform();
}

constexpr std::size_t most_labels = 1000;
constexpr int most_attempts = 100;

std::map<double, RowIndices> rows_by_label(const RowsToDivide& rows) {
  std::map<double, RowIndices> found;
  for (std::uint32_t row = 0; row < rows.count; ++row) {
    found[rows.labels[row]].push_back(row);
    if (found.size() > most_labels)
      refuse_partition("data.partition", "dirichlet", "needs labels of at most 1000 values: classes, not numbers");
  }
  return found;
}

/// Running sums of shares from a Dirichlet distribution; the last one is 1.
std::vector<double> cumulative_shares(const PartitionSpec& spec, RandomSequence& random) {
  std::vector<double> sums(spec.nodes);
  for (double& log_weight : sums) log_weight = draw_log_gamma(random, spec.concentration);
  const double largest = *std::max_element(sums.begin(), sums.end());
  double sum = 0;
  for (double& value : sums) value = sum += portable_exp(value - largest);
  for (double& value : sums) value /= sum;
  return sums;
}

Partition draw_dirichlet(const PartitionSpec& spec, const std::map<double, RowIndices>& by_label,
                         RandomSequence& random) {
  Partition result(spec.nodes);
  for (const auto& [label, of_label] : by_label) {
    RowIndices rows = of_label;
    shuffle(rows, random);
    const std::vector<double> shares = cumulative_shares(spec, random);
    std::size_t begin = 0;
    for (std::uint32_t node = 0; node < spec.nodes; ++node) {
      const auto end = static_cast<std::size_t>(shares[node] * static_cast<double>(rows.size()));
      result[node].insert(result[node].end(), rows.begin() + static_cast<std::ptrdiff_t>(begin),
                          rows.begin() + static_cast<std::ptrdiff_t>(end));
      begin = end;
    }
  }
  return result;
}

}  // namespace

/// Marsaglia and Tsang's rejection (2000), in operations that give the same bits everywhere.
double draw_log_gamma(RandomSequence& random, double shape) {
  // G(a) = G(a + 1) U^(1/a) brings a shape below 1 to where the rejection works.
  if (shape < 1) {
    const double above = draw_log_gamma(random, shape + 1);
    return above + portable_log(draw_positive(random)) / shape;
  }
  const double d = shape - 1.0 / 3, c = 1 / std::sqrt(9 * d);
  for (;;) {
    const double x = draw_normal(random), root = 1 + c * x, v = root * root * root;
    const double log_u = portable_log(draw_positive(random));
    if (root <= 1e-100) continue;
    const double log_v = portable_log(v);
    if (log_u < 0.5 * x * x + d - d * v + d * log_v) return portable_log(d) + log_v;
  }
}

Partition divide_dirichlet(const PartitionSpec& spec, const RowsToDivide& rows, RandomSequence& random) {
  if (!(spec.concentration >= 1e-3 && spec.concentration <= 1e6))
    refuse_partition("data.concentration", show(spec.concentration), "must lie between 0.001 and 1000000");
  const std::map<double, RowIndices> by_label = rows_by_label(rows);
  for (int attempt = 0; attempt < most_attempts; ++attempt)  // drawn again until every node holds a row
    if (Partition result = draw_dirichlet(spec, by_label, random); leaves_nobody_out(result)) return result;
  refuse_partition("data.concentration", show(spec.concentration),
                   "left a node without rows in each of 100 draws: choose a larger one, or fewer nodes");
}

Partition divide_shards(const PartitionSpec& spec, const RowsToDivide& rows, RandomSequence& random) {
  const std::uint64_t shards = std::uint64_t{spec.nodes} * spec.shards_per_node;
  if (shards == 0 || shards > rows.count)
    refuse_partition("data.shards_per_node", std::to_string(spec.shards_per_node),
                     "every shard must hold a row: nodes times shards, at most");
  RowIndices sorted = all_rows(rows.count);
  std::stable_sort(sorted.begin(), sorted.end(),
                   [&](std::uint32_t a, std::uint32_t b) { return rows.labels[a] < rows.labels[b]; });
  RowIndices order = all_rows(shards);
  shuffle(order, random);
  Partition result(spec.nodes);
  for (std::uint64_t k = 0; k < shards; ++k) {
    const auto shard = piece(sorted, order[k], shards);
    RowIndices& node = result[k / spec.shards_per_node];
    node.insert(node.end(), shard.begin(), shard.end());
  }
  return result;
}

}  // namespace sotto
