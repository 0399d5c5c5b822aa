// SPDX-License-Identifier: MIT
// What a neighbour wrote, fit for a log.
#pragma once

#include <string>

namespace sotto {

inline std::string one_line(std::string text) {
  constexpr std::size_t longest = 400;
  for (char& c : text)
    if (static_cast<unsigned char>(c) < 0x20 || static_cast<unsigned char>(c) > 0x7e) c = '?';
  return text.substr(0, longest);
}

}  // namespace sotto
