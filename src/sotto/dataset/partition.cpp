// SPDX-License-Identifier: MIT
// One data set divided among nodes.
#include "sotto/dataset/partition.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <string>

#include "sotto/dataset/gamma.hpp"
#include "sotto/input/invalid_input.hpp"

namespace sotto {
namespace {

using Indices = std::vector<std::uint32_t>;

constexpr std::size_t most_labels = 1000;
constexpr int most_attempts = 100;

[[noreturn]] void refuse(const char* key, const std::string& value, const char* rule) {
  throw InvalidInput({std::string("data.partition.") + key, value, rule});
}

Indices all_rows(std::size_t count) {
  Indices rows(count);
  std::iota(rows.begin(), rows.end(), 0u);
  return rows;
}

void shuffle(Indices& rows, RandomSequence& random) {
  for (std::size_t k = rows.size(); k > 1; --k) std::swap(rows[k - 1], rows[random.below(k)]);
}

/// Piece k of `pieces` that differ by at most one in size.
std::span<const std::uint32_t> piece(const Indices& rows, std::uint64_t k, std::uint64_t pieces) {
  const std::size_t begin = rows.size() * k / pieces, end = rows.size() * (k + 1) / pieces;
  return std::span(rows).subspan(begin, end - begin);
}

bool leaves_nobody_out(const Partition& partition) {
  return std::none_of(partition.begin(), partition.end(), [](const Indices& rows) { return rows.empty(); });
}

Partition divide_iid(const PartitionSpec& spec, const RowsToDivide& rows, RandomSequence& random) {
  Indices shuffled = all_rows(rows.count);
  shuffle(shuffled, random);
  Partition result;
  for (std::uint32_t node = 0; node < spec.nodes; ++node) {
    const auto part = piece(shuffled, node, spec.nodes);
    result.emplace_back(part.begin(), part.end());
  }
  return result;
}

Partition divide_by_column(const PartitionSpec& spec, const RowsToDivide& rows) {
  if (rows.groups.size() != rows.count) refuse("kind", "by column", "no column is declared with role = \"node\"");
  Partition result(spec.nodes);
  for (std::uint32_t row = 0; row < rows.count; ++row) {
    if (rows.groups[row] >= spec.nodes) refuse("nodes", std::to_string(spec.nodes), "the node column has more levels");
    result[rows.groups[row]].push_back(row);
  }
  if (!leaves_nobody_out(result)) refuse("kind", "by column", "every node must hold at least one row");
  return result;
}

std::map<double, Indices> rows_by_label(const RowsToDivide& rows) {
  std::map<double, Indices> found;
  for (std::uint32_t row = 0; row < rows.count; ++row) {
    found[rows.labels[row]].push_back(row);
    if (found.size() > most_labels)
      refuse("kind", "dirichlet", "needs labels of at most 1000 values: classes, not numbers");
  }
  return found;
}

/// Running sums of shares from a Dirichlet distribution; the last one is 1.
std::vector<double> cumulative_shares(const PartitionSpec& spec, RandomSequence& random) {
  std::vector<double> sums(spec.nodes);
  for (double& log_weight : sums) log_weight = draw_log_gamma(random, spec.concentration);
  const double largest = *std::max_element(sums.begin(), sums.end());
  double sum = 0;
  for (double& value : sums) value = sum += exp_of_nonpositive(value - largest);
  for (double& value : sums) value /= sum;
  return sums;
}

Partition draw_dirichlet(const PartitionSpec& spec, std::map<double, Indices> by_label, RandomSequence& random) {
  Partition result(spec.nodes);
  for (auto& [label, rows] : by_label) {
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

Partition divide_dirichlet(const PartitionSpec& spec, const RowsToDivide& rows, RandomSequence& random) {
  if (!(spec.concentration >= 1e-3 && spec.concentration <= 1e6))
    refuse("concentration", show(spec.concentration), "must lie between 0.001 and 1000000");
  const std::map<double, Indices> by_label = rows_by_label(rows);
  for (int attempt = 0; attempt < most_attempts; ++attempt)  // drawn again until every node holds a row
    if (Partition result = draw_dirichlet(spec, by_label, random); leaves_nobody_out(result)) return result;
  refuse("concentration", show(spec.concentration),
         "left a node without rows in each of 100 draws: choose a larger one, or fewer nodes");
}

Partition divide_shards(const PartitionSpec& spec, const RowsToDivide& rows, RandomSequence& random) {
  const std::uint64_t shards = std::uint64_t{spec.nodes} * spec.shards_per_node;
  if (shards == 0 || shards > rows.count)
    refuse("shards", std::to_string(spec.shards_per_node), "every shard must hold a row: nodes times shards, at most");
  Indices sorted = all_rows(rows.count);
  std::stable_sort(sorted.begin(), sorted.end(),
                   [&](std::uint32_t a, std::uint32_t b) { return rows.labels[a] < rows.labels[b]; });
  Indices order = all_rows(shards);
  shuffle(order, random);
  Partition result(spec.nodes);
  for (std::uint64_t k = 0; k < shards; ++k) {
    const auto shard = piece(sorted, order[k], shards);
    Indices& node = result[k / spec.shards_per_node];
    node.insert(node.end(), shard.begin(), shard.end());
  }
  return result;
}

Partition divide_by_kind(const PartitionSpec& spec, const RowsToDivide& rows) {
  RandomSequence random(spec.seed, {.stream = Stream::partition, .trial = spec.trial});
  if (spec.kind == PartitionKind::iid) return divide_iid(spec, rows, random);
  if (spec.kind == PartitionKind::by_column) return divide_by_column(spec, rows);
  if (rows.labels.size() != rows.count) refuse("kind", "", "needs labels: no column is declared with role = \"label\"");
  return spec.kind == PartitionKind::dirichlet ? divide_dirichlet(spec, rows, random)
                                               : divide_shards(spec, rows, random);
}

}  // namespace

Partition divide(const PartitionSpec& spec, const RowsToDivide& rows) {
  if (spec.nodes == 0) refuse("nodes", "0", "must be at least 1");
  if (rows.count > UINT32_MAX) refuse("rows", std::to_string(rows.count), "more than 2^32 - 1 rows are not supported");
  if (spec.nodes > rows.count)
    refuse("nodes", std::to_string(spec.nodes), "every node must hold a row: there are fewer rows than nodes");
  Partition result = divide_by_kind(spec, rows);
  for (Indices& node : result) std::sort(node.begin(), node.end());
  return result;
}

std::vector<std::size_t> sizes_of(const Partition& partition) {
  std::vector<std::size_t> sizes;
  sizes.reserve(partition.size());
  for (const Indices& rows : partition) sizes.push_back(rows.size());
  return sizes;
}

}  // namespace sotto
