// SPDX-License-Identifier: MIT
// What the vectors of an instruction set make of numbers, lane by lane: compiled once for each set.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "sotto/random/key.hpp"

namespace sotto::test {

/// Three numbers for a lane, and what the operations made of them.
struct Lane {
  double a = 0, b = 0, c = 0;
  double sum = 0, product = 0, quotient = 0, root = 0, multiply_add = 0, smaller = 0, larger = 0, clamped = 0,
         exponent = 0, chosen = 0;
  std::uint64_t low_product = 0;
};

struct VectorSet {
  std::string_view name;
  bool (*runs_here)();
  std::size_t lanes;                                                                        ///< of a strip
  void (*operate)(Lane* lanes);                                                             ///< on one strip
  void (*philox)(std::uint64_t seed, const PhiloxCounter* counters, PhiloxCounter* words);  ///< on one strip
};

}  // namespace sotto::test

namespace sotto::portable {
extern const test::VectorSet vector_set;
}
namespace sotto::avx2 {
extern const test::VectorSet vector_set;
}
namespace sotto::avx512 {
extern const test::VectorSet vector_set;
}
