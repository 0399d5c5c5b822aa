// SPDX-License-Identifier: MIT
// A number as four bytes, the most significant first.
#pragma once

#include <cstdint>
#include <string>

namespace sotto {

inline std::string big_endian(std::uint32_t number) {
  std::string bytes;
  for (int shift = 24; shift >= 0; shift -= 8) bytes += static_cast<char>(number >> shift & 0xff);
  return bytes;
}

}  // namespace sotto
