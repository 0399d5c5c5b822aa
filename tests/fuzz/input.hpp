// SPDX-License-Identifier: MIT
// Bytes from a fuzzer, read as numbers: the nasty ones often, every other one too.
#pragma once

#include <cstdint>
#include <span>

#include "sotto/random/wide_integer.hpp"

namespace sotto::fuzz {

/// Bytes that run out are 0, so that every input means something.
class Input {
 public:
  explicit Input(std::span<const std::uint8_t> bytes) : bytes_(bytes) {}

  std::uint64_t word();
  double number();          ///< one byte chooses a nasty number; or, if it chooses none, the next eight are its bits
  Uint128 wide();           ///< likewise
  std::uint64_t integer();  ///< likewise

 private:
  std::uint8_t byte();
  std::span<const std::uint8_t> bytes_;
};

/// How many bytes choose a nasty number; `first_plain_byte` and above choose none.
inline constexpr std::uint8_t first_plain_byte = 48;

}  // namespace sotto::fuzz
