// SPDX-License-Identifier: MIT
// Bytes from a fuzzer, read as numbers.
#include "fuzz/input.hpp"

#include <bit>
#include <cmath>
#include <limits>

namespace sotto::fuzz {
namespace {

using Limits = std::numeric_limits<double>;

constexpr double nasty_numbers[] = {0.0,
                                    -0.0,
                                    Limits::quiet_NaN(),
                                    -Limits::quiet_NaN(),
                                    Limits::infinity(),
                                    -Limits::infinity(),
                                    Limits::denorm_min(),
                                    -Limits::denorm_min(),
                                    Limits::min() / 2,
                                    Limits::min(),
                                    Limits::max(),
                                    -Limits::max(),
                                    Limits::epsilon(),
                                    1.0,
                                    1 - Limits::epsilon() / 2,
                                    1 + Limits::epsilon(),
                                    0.5,
                                    2.0,
                                    -1.0,
                                    1e-300,
                                    1e-200,
                                    1e-154,
                                    1e-100,
                                    1e-20,
                                    1e-17,
                                    1e-12,
                                    1e-9,
                                    1e-6,
                                    1e-5,
                                    1e-3,
                                    0.1,
                                    0.9,
                                    0.999999,
                                    3.0,
                                    10.0,
                                    36.7,
                                    37.0,
                                    40.0,
                                    100.0,
                                    700.0,
                                    709.8,
                                    745.2,
                                    1e4,
                                    1e8,
                                    1e16,
                                    1e150,
                                    1e154,
                                    1e300};
static_assert(std::size(nasty_numbers) == first_plain_byte);

/// 2^(8 j) - 1, 2^(8 j), and 2^128 - 1 - 2^(8 j).
Uint128 nasty_integer(std::uint8_t choice) {
  const Uint128 power = Uint128{1} << (choice / 3 * 8);
  return choice % 3 == 0 ? power - 1 : choice % 3 == 1 ? power : ~power;
}

}  // namespace

std::uint8_t Input::byte() {
  if (bytes_.empty()) return 0;
  const std::uint8_t first = bytes_.front();
  bytes_ = bytes_.subspan(1);
  return first;
}

std::uint64_t Input::word() {
  std::uint64_t value = 0;
  for (int k = 0; k < 8; ++k) value = value << 8 | byte();
  return value;
}

double Input::number() {
  const std::uint8_t choice = byte();
  return choice < first_plain_byte ? nasty_numbers[choice] : std::bit_cast<double>(word());
}

Uint128 Input::wide() {
  const std::uint8_t choice = byte();
  if (choice < first_plain_byte) return nasty_integer(choice);
  const Uint128 high = word();
  return (high << 64 | word()) >> (choice % 128);
}

std::uint64_t Input::integer() {
  return static_cast<std::uint64_t>(wide());
}

}  // namespace sotto::fuzz
