// SPDX-License-Identifier: MIT
// Random words that a test chose.
#pragma once

#include <stdexcept>
#include <vector>

#include "sotto/random/bit_source.hpp"
#include "sotto/random/wide_integer.hpp"

namespace sotto::test {

/// Words from a list, first to last; then it throws.
class Script final : public BitSource {
 public:
  explicit Script(std::vector<std::uint64_t> words) : BitSource(waiting_), words_(std::move(words)) {}
  std::size_t used() const { return used_; }
  std::uint64_t left_in_the_buffer() const { return waiting_[1]; }

 private:
  void refill() override {
    if (used_ == words_.size()) throw std::out_of_range("the script ends");
    waiting_[0] = 1;
    waiting_[1] = words_[used_++];
  }
  std::uint64_t waiting_[2]{};
  std::vector<std::uint64_t> words_;
  std::size_t used_ = 0;
};

/// A number U + s V of a discrete Gaussian with the integer width s.
struct Draw {
  std::uint64_t sigma;
  std::uint64_t U;
  std::uint64_t V;
  bool negative = false;
};

/// The words that make the sampler draw just that at its first attempt, by its definition: every coin that could throw
/// the number away shows tails at once, and exp(-1) shows heads V times, then tails.
inline std::vector<std::uint64_t> words_for(const Draw& wanted) {
  constexpr std::uint64_t tails = UINT64_MAX, fair_heads = UINT64_MAX, fair_tails = 0, heads = 0;
  std::vector<std::uint64_t> words{static_cast<std::uint64_t>((Uint128{2 * wanted.U + 1} << 63) / wanted.sigma), tails};
  for (std::uint64_t k = 0; k < wanted.V; ++k) words.insert(words.end(), {heads, tails});  // 1/2 yes, 1/3 no
  words.push_back(tails);                                                                  // 1/2 no
  const std::uint64_t q = wanted.V == 0 ? 0 : wanted.V - 1;
  words.insert(words.end(), q * q, fair_tails);
  words.insert(words.end(), q + 1, tails);
  words.push_back(wanted.negative ? fair_heads : fair_tails);
  return words;
}

}  // namespace sotto::test
