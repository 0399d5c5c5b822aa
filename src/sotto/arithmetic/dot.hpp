// SPDX-License-Identifier: MIT
// Scalar products whose order of additions is fixed, so that their bits are the same on every machine.
#pragma once

#include <cstdint>
#include <span>

namespace sotto {

/// sum_k a[k] b[k]. Number k goes to lane k mod 16, each product is added with one rounding, and the lanes are added in
/// pairs.
double dot(std::span<const double> a, std::span<const double> b);

/// The numbers of a sparse vector that are not 0, with their places.
struct SparseSpan {
  std::span<const std::uint32_t> columns;
  std::span<const double> values;
};

/// sum_k a.values[k] b[a.columns[k]], in four lanes.
double dot(const SparseSpan& a, std::span<const double> b);

/// sum += factor * a.
void add_scaled(double factor, const SparseSpan& a, std::span<double> sum);

}  // namespace sotto
