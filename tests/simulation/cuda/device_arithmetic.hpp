// SPDX-License-Identifier: MIT
// Quotients and roots of box_muller on a device against those that IEEE 754 asks for.
#pragma once

#include <cstdint>

namespace sotto::test {

/// How many of so many random inputs a device answers otherwise, in doubles; and of all inputs in single precision.
/// Negative: no device.
std::int64_t wrong_in_doubles(std::uint64_t inputs);
std::int64_t wrong_in_floats();

}  // namespace sotto::test
