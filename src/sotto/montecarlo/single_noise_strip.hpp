// SPDX-License-Identifier: MIT
// Noise in single precision for a strip: the same bits as fill_single_gaussian.
#pragma once

#include "sotto/montecarlo/kernel.hpp"
#include "sotto/montecarlo/philox_strip.hpp"
#include "sotto/random/single_gaussian.hpp"

namespace sotto::SOTTO_KERNEL {

/// Where the single-precision noise of a node goes.
struct SingleNoisePlace {
  const PhiloxKeys& keys;
  const PhiloxNode& node;
  const TileShape& shape;
  std::uint64_t stream;
  double* out;
};

/// Four coordinates from one block, `count` times, for two vectors of trials. A vector of floats holds both: even lanes
/// the first, odd ones the second.
template <std::size_t count>
[[gnu::always_inline]] inline void single_noise(const SingleNoisePlace& to, std::uint32_t first_quad, Words trials,
                                                std::size_t lane) {
  PhiloxPair quads[count];
  SOTTO_UNROLLED for (std::size_t k = 0; k < count; ++k) quads[k] =
      philox_pair(to.keys, to.node, (first_quad + k) | to.stream);
  const PhiloxWords<count> a = philox<count>(to.keys, to.node, quads, trials + everywhere(lane));
  const PhiloxWords<count> b = philox<count>(to.keys, to.node, quads, trials + everywhere(lane + width));
  FloatWordStrip<2 * count> radius, angle;
  SOTTO_UNROLLED for (std::size_t k = 0; k < 2 * count; ++k) {
    const WordStrip<count>&of_a = k % 2 == 0 ? a.first : a.second, &of_b = k % 2 == 0 ? b.first : b.second;
    radius.at[k] = high_halves(of_a.at[k / 2], of_b.at[k / 2]);
    angle.at[k] = low_halves(of_a.at[k / 2], of_b.at[k / 2]);
  }
  const auto made = single_gaussian_pair(radius, angle);
  const std::size_t lanes = to.shape.lanes;
  SOTTO_UNROLLED for (std::size_t k = 0; k < 2 * count; ++k) {
    const std::size_t coordinate = std::size_t{4} * first_quad + 2 * k;
    if (coordinate >= to.shape.dimension) return;  // of the last block only half may be wanted
    double* at = to.out + coordinate * lanes + lane;
    const EvenAndOdd even = widened(made.even.at[k]), odd = widened(made.odd.at[k]);
    store(at, even.even);
    store(at + width, even.odd);
    store(at + lanes, odd.even);
    store(at + lanes + width, odd.odd);
  }
}

}  // namespace sotto::SOTTO_KERNEL
