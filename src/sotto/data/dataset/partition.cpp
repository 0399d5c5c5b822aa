// SPDX-License-Identifier: MIT
#include "sotto/data/dataset/partition.hpp"

#include <algorithm>
#include <numeric>

#include "sotto/input/invalid_input.hpp"
#include "sotto/problem/row_access.hpp"

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

Partition divide_iid(const PartitionSpec& spec, const RowsToDivide& rows, RandomSequence& random) {
  RowIndices shuffled = all_rows(rows.count);
  shuffle(shuffled, random);
  Partition result;
  for (std::uint32_t node = 0; node < spec.nodes; ++node) {
    const auto part = piece(shuffled, node, spec.nodes);
    result.emplace_back(part.begin(), part.end());
  }
  return result;
}

Partition divide_by_column(const PartitionSpec& spec, const RowsToDivide& rows) {
  if (rows.groups.size() != rows.count)
    refuse_partition("data.partition", "by-column", "no column is declared with role = \"node\"");
  Partition result(spec.nodes);
  for (std::uint32_t row = 0; row < rows.count; ++row) {
    if (rows.groups[row] >= spec.nodes)
      refuse_partition("graph.nodes", std::to_string(spec.nodes), "the node column has more levels");
    result[rows.groups[row]].push_back(row);
  }
  if (!leaves_nobody_out(result))
    refuse_partition("data.partition", "by-column", "every node must hold at least one row");
  return result;
}

Partition divide_by_kind(const PartitionSpec& spec, const RowsToDivide& rows) {
  RandomSequence random(spec.seed, {.stream = Stream::partition, .trial = spec.trial});
  if (spec.kind == PartitionKind::iid) return divide_iid(spec, rows, random);
  if (spec.kind == PartitionKind::by_column) return divide_by_column(spec, rows);
  if (rows.labels.size() != rows.count)
    refuse_partition("data.partition", spec.kind == PartitionKind::dirichlet ? "dirichlet" : "shards",
                     "needs labels: no column is declared with role = \"label\"");
  return spec.kind == PartitionKind::dirichlet ? divide_dirichlet(spec, rows, random)
                                               : divide_shards(spec, rows, random);
}

Dataset part_of(const Dataset& all, const std::vector<std::uint32_t>& chosen) {
  Dataset part{.rows = rows_of(all.rows, chosen)};
  for (std::uint32_t k = 0; k < chosen.size(); ++k) {
    if (!all.groups.empty()) part.groups.push_back(all.groups[chosen[k]]);
    if (std::binary_search(all.dropped.begin(), all.dropped.end(), chosen[k])) part.dropped.push_back(k);
  }
  return part;
}

template <class Number>
void append_all(const std::vector<Number>& some, std::vector<Number>& to) {
  to.insert(to.end(), some.begin(), some.end());
}

void append_rows(const Records& some, Records& to) {
  append_all(some.values, to.values);
}

void append_rows(const SparseRows& some, SparseRows& to) {
  const std::uint64_t before = to.columns.size();
  for (std::size_t r = 1; r < some.begins.size(); ++r) to.begins.push_back(before + some.begins[r]);
  append_all(some.columns, to.columns);
  append_all(some.values, to.values);
}

}  // namespace

LabelledRows rows_of(const LabelledRows& all, std::span<const std::uint32_t> chosen) {
  LabelledRows rows{.features = std::visit([&](const auto& kept) { return chosen_rows(kept, chosen); }, all.features)};
  if (all.labels.empty()) return rows;
  rows.labels.reserve(chosen.size());
  for (const std::uint32_t k : chosen) rows.labels.push_back(all.labels[k]);
  return rows;
}

void refuse_partition(const char* field, const std::string& value, const char* rule) {
  throw InvalidInput({field, value, rule});
}

RowIndices all_rows(std::size_t count) {
  RowIndices rows(count);
  std::iota(rows.begin(), rows.end(), 0u);
  return rows;
}

std::span<const std::uint32_t> piece(const RowIndices& rows, std::uint64_t k, std::uint64_t pieces) {
  const std::size_t begin = rows.size() * k / pieces, end = rows.size() * (k + 1) / pieces;
  return std::span(rows).subspan(begin, end - begin);
}

bool leaves_nobody_out(const Partition& partition) {
  return std::none_of(partition.begin(), partition.end(), [](const RowIndices& rows) { return rows.empty(); });
}

Partition divide(const PartitionSpec& spec, const RowsToDivide& rows) {
  if (spec.nodes == 0) refuse_partition("graph.nodes", "0", "must be at least 1");
  if (rows.count > UINT32_MAX)
    refuse_partition("data.records", std::to_string(rows.count), "more than 2^32 - 1 rows are not supported");
  if (spec.nodes > rows.count)
    refuse_partition("graph.nodes", std::to_string(spec.nodes),
                     "every node must hold a row: there are fewer rows than nodes");
  Partition result = divide_by_kind(spec, rows);
  for (RowIndices& node : result) std::sort(node.begin(), node.end());
  return result;
}

std::vector<std::size_t> sizes_of(const Partition& partition) {
  std::vector<std::size_t> sizes;
  sizes.reserve(partition.size());
  for (const RowIndices& rows : partition) sizes.push_back(rows.size());
  return sizes;
}

HeldOut hold_out(const Dataset& all, std::uint32_t every) {
  std::vector<std::uint32_t> kept, held_out;
  for (std::uint32_t r = 0; r < count_of(all.rows.features); ++r) (r % every == 0 ? held_out : kept).push_back(r);
  return {part_of(all, kept), part_of(all, held_out)};
}

std::uint64_t kept_rows(std::uint64_t rows, std::uint32_t every) {
  return every == 0 ? rows : rows - (rows + every - 1) / every;
}

std::uint32_t place_of_kept(std::uint32_t kept, std::uint32_t every) {
  return every == 0 ? kept : kept + kept / (every - 1) + 1;
}

void append(const Dataset& some, Dataset& to) {
  const auto before = static_cast<std::uint32_t>(count_of(to.rows.features));
  if (auto* dense = std::get_if<Records>(&to.rows.features))
    append_rows(std::get<Records>(some.rows.features), *dense);
  else
    append_rows(std::get<SparseRows>(some.rows.features), std::get<SparseRows>(to.rows.features));
  append_all(some.rows.labels, to.rows.labels);
  append_all(some.groups, to.groups);
  for (const std::uint32_t row : some.dropped) to.dropped.push_back(before + row);
}

}  // namespace sotto
