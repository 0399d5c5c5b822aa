// SPDX-License-Identifier: MIT
// Rows one after another, dense or sparse, with the loss that judges them: decided once, not for every row.
#pragma once

#include "sotto/arithmetic/dot.hpp"
#include "sotto/arithmetic/multiply_add.hpp"
#include "sotto/problem/labelled_rows.hpp"
#include "sotto/problem/losses.hpp"

namespace sotto {

inline std::span<const double> row_of(const Records& rows, std::size_t r) {
  return rows.row(r);
}
inline SparseSpan row_of(const SparseRows& rows, std::size_t r) {
  const std::size_t begin = rows.begins[r], size = rows.begins[r + 1] - begin;
  return {std::span(rows.columns).subspan(begin, size), std::span(rows.values).subspan(begin, size)};
}

inline void add_scaled(double factor, std::span<const double> row, std::span<double> sum) {
  multiply_add(factor, row, sum, sum);
}

inline std::size_t count_of(const FeatureRows& rows) {
  return std::visit([](const auto& some) { return some.count(); }, rows);
}
inline std::size_t dimension_of(const FeatureRows& rows) {
  return std::visit([](const auto& some) { return some.dimension; }, rows);
}

/// The numbers of a row that may differ from 0.
inline std::span<double> numbers_of(FeatureRows& rows, std::size_t r) {
  if (auto* dense = std::get_if<Records>(&rows)) return dense->row(r);
  auto& sparse = std::get<SparseRows>(rows);
  return std::span(sparse.values).subspan(sparse.begins[r], sparse.begins[r + 1] - sparse.begins[r]);
}

/// visit(loss, number of the row, row, label) for every row, in their order.
template <class Visit>
void visit_rows(const LabelledRows& of, const Loss& loss, const Visit& visit) {
  std::visit(
      [&](const auto& rows, const auto& judge) {
        for (std::size_t r = 0; r < rows.count(); ++r) visit(judge, r, row_of(rows, r), of.labels[r]);
      },
      of.features, loss);
}

}  // namespace sotto
