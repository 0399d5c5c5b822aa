// SPDX-License-Identifier: MIT
// One strip of this instruction set's vectors, filled from lanes and read again.
#include "random/lanes.hpp"

#include "sotto/random/instruction_set.hpp"
#include "sotto/random/philox_keys.hpp"

namespace sotto::SOTTO_KERNEL {
namespace {

constexpr std::size_t count = 2;
using Numbers = RealStrip<count>;

template <class Vectors, class Value>
Vectors gathered(const Value& value) {
  Vectors strip;
  for (std::size_t k = 0; k < count; ++k)
    for (std::size_t lane = 0; lane < width; ++lane) strip.at[k][lane] = value(k * width + lane);
  return strip;
}

void operate(test::Lane* lanes) {
  const auto a = gathered<Numbers>([&](std::size_t k) { return lanes[k].a; });
  const auto b = gathered<Numbers>([&](std::size_t k) { return lanes[k].b; });
  const auto c = gathered<Numbers>([&](std::size_t k) { return lanes[k].c; });
  const Numbers sum = a + b, product = a * b, quotient = a / b, root = square_root(a * a),
                fused = multiply_add(a, b, c), exponent = exponent_of(as_bits(root)),
                chosen = choose_by_second_bit(as_bits(a), b, c);
  for (std::size_t k = 0; k < count; ++k) {
    const Reals small = smaller(a.at[k], b.at[k]), large = larger(a.at[k], b.at[k]),
                inside = clamped(a.at[k], larger(b.at[k], -b.at[k]));
    const Words low = multiply_low_halves(as_bits(a).at[k], as_bits(b).at[k]);
    for (std::size_t i = 0; i < width; ++i) {
      test::Lane& lane = lanes[k * width + i];
      lane.sum = sum.at[k][i];
      lane.product = product.at[k][i];
      lane.quotient = quotient.at[k][i];
      lane.root = root.at[k][i];
      lane.multiply_add = fused.at[k][i];
      lane.smaller = small[i];
      lane.larger = large[i];
      lane.clamped = inside[i];
      lane.exponent = exponent.at[k][i];
      lane.chosen = chosen.at[k][i];
      lane.low_product = low[i];
    }
  }
}

void philox(std::uint64_t seed, const PhiloxCounter* counters, PhiloxCounter* words) {
  const auto word = [&](std::size_t which) {
    return gathered<WordStrip<count>>([&](std::size_t k) { return std::uint64_t{counters[k][which]}; });
  };
  PhiloxState<count> state;
  const WordStrip<count> x[4] = {word(0), word(1), word(2), word(3)};
  for (std::size_t k = 0; k < count; ++k) {
    state.x0[k] = x[0].at[k];
    state.x1[k] = x[1].at[k];
    state.x2[k] = x[2].at[k];
    state.x3[k] = x[3].at[k];
  }
  const PhiloxWords<count> made = state.finished<0>(philox_keys(seed));
  for (std::size_t k = 0; k < count * width; ++k) {
    const std::uint64_t first = made.first.at[k / width][k % width], second = made.second.at[k / width][k % width];
    words[k] = {static_cast<std::uint32_t>(first >> 32), static_cast<std::uint32_t>(first),
                static_cast<std::uint32_t>(second >> 32), static_cast<std::uint32_t>(second)};
  }
}

}  // namespace

extern const test::VectorSet vector_set;
const test::VectorSet vector_set{instruction_set, runs_here, count* width, operate, philox};

}  // namespace sotto::SOTTO_KERNEL
