// SPDX-License-Identifier: MIT
// Standard normals in single precision.
#include "sotto/random/single_gaussian.hpp"

#include <algorithm>

namespace sotto {

void fill_single_gaussian(std::uint64_t seed, const Place& at, std::span<double> out) {
  for (std::size_t k = 0; k < out.size(); k += 4) {
    const PhiloxCounter word = random_bits(seed, at, static_cast<std::uint32_t>(k / 4));
    const GaussianPair<float> first = single_gaussian_pair(word[0], word[1]),
                              second = single_gaussian_pair(word[2], word[3]);
    const double four[]{first.even, first.odd, second.even, second.odd};
    std::copy_n(four, std::min<std::size_t>(4, out.size() - k), out.begin() + static_cast<std::ptrdiff_t>(k));
  }
}

}  // namespace sotto
