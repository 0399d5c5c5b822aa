// SPDX-License-Identifier: MIT
// The order in which scalar products are added up, as templates that a GPU may call too: number k of a vector is at(k).
#pragma once

#include <cstddef>

#include "sotto/arithmetic/multiply_add.hpp"

namespace sotto {

inline constexpr std::size_t dense_lanes = 16, sparse_lanes = 4;

/// Number k goes to lane k mod 16, each product is added with one rounding, and the lanes are added in pairs.
template <class A, class B>
SOTTO_ANYWHERE double dense_dot(std::size_t size, const A& a, const B& b) {
  double sums[dense_lanes] = {};
  std::size_t k = 0;
  for (; k + dense_lanes <= size; k += dense_lanes)
    SOTTO_UNROLL for (std::size_t l = 0; l < dense_lanes; ++l) sums[l] = multiply_add(a(k + l), b(k + l), sums[l]);
  SOTTO_UNROLL for (std::size_t l = 0; l < dense_lanes; ++l) if (k + l < size) sums[l] =
      multiply_add(a(k + l), b(k + l), sums[l]);
  SOTTO_UNROLL for (std::size_t l = 0; l < 8; ++l) sums[l] += sums[l + 8];
  SOTTO_UNROLL for (std::size_t l = 0; l < 4; ++l) sums[l] += sums[l + 4];
  return (sums[0] + sums[2]) + (sums[1] + sums[3]);
}

/// Number k goes to lane k mod 4, products and sums are rounded each, and the lanes are added in pairs.
template <class A, class B>
SOTTO_ANYWHERE double sparse_dot(std::size_t size, const A& a, const B& b) {
  double sums[sparse_lanes] = {};
  std::size_t k = 0;
  for (; k + sparse_lanes <= size; k += sparse_lanes)
    SOTTO_UNROLL for (std::size_t l = 0; l < sparse_lanes; ++l) sums[l] += a(k + l) * b(k + l);
  SOTTO_UNROLL for (std::size_t l = 0; l < sparse_lanes; ++l) if (k + l < size) sums[l] += a(k + l) * b(k + l);
  return (sums[0] + sums[2]) + (sums[1] + sums[3]);
}

}  // namespace sotto
