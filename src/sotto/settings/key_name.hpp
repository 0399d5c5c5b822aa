// SPDX-License-Identifier: MIT
// How a key may be spelt: parts of letters, digits, _ and -, joined by dots.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string_view>

namespace sotto {

/// Keys have at most this many parts ("privacy.epsilon" has two).
inline constexpr std::size_t most_key_parts = 3;

inline bool is_key_part(std::string_view part) {
  constexpr std::string_view marks = "_-";
  return !part.empty() && std::all_of(part.begin(), part.end(), [&](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           marks.find(c) != std::string_view::npos;
  });
}

inline bool is_dotted_key(std::string_view key) {
  for (std::size_t parts = 1; parts <= most_key_parts; ++parts) {
    const std::size_t dot = key.find('.');
    if (!is_key_part(key.substr(0, dot))) return false;
    if (dot == std::string_view::npos) return true;
    key.remove_prefix(dot + 1);
  }
  return false;
}

}  // namespace sotto
