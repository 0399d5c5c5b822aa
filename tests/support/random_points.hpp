// SPDX-License-Identifier: MIT
// Points for property tests: drawn by our own counter-based generator, so a failure repeats.
#pragma once

#include <cmath>
#include <vector>

#include "sotto/random/gaussian.hpp"
#include "sotto/random/uniform.hpp"

namespace sotto::test {

struct Interval {
  double low;
  double high;
};

class RandomPoints {
 public:
  explicit RandomPoints(std::uint64_t seed) : sequence_(seed, {.stream = Stream::baseline}), seed_(seed) {}

  double uniform(Interval in) { return in.low + (in.high - in.low) * sequence_.uniform(); }
  double log_uniform(Interval in) { return std::exp(uniform({std::log(in.low), std::log(in.high)})); }
  std::uint64_t below(std::uint64_t bound) { return sequence_.below(bound); }
  double gaussian() { return gaussian_at(seed_, {.stream = Stream::baseline, .trial = 1, .round = count_++}, 0); }
  std::vector<double> gaussian_vector(std::size_t size) {
    std::vector<double> v(size);
    for (double& x : v) x = gaussian();
    return v;
  }

 private:
  RandomSequence sequence_;
  std::uint64_t seed_;
  std::uint32_t count_ = 0;
};

}  // namespace sotto::test
