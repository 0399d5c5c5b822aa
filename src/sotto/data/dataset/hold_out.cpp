// SPDX-License-Identifier: MIT
#include "sotto/data/dataset/hold_out.hpp"

#include <algorithm>

#include "sotto/data/dataset/partition.hpp"
#include "sotto/problem/row_access.hpp"

namespace sotto {
namespace {

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
