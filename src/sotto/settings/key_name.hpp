// SPDX-License-Identifier: MIT
// How a key may be spelt: parts of letters, digits, _ and -, joined by dots.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string_view>

#include "sotto/input/printable.hpp"

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

/// Whether a file's key may be said in a fault: all its parts look like names. Numbers of nodes are names too.
inline bool is_nameable(std::string_view key) {
  constexpr std::size_t longest_number = 9;
  const bool of_node = key.starts_with("node.");
  for (std::size_t parts = 0; parts < most_key_parts; ++parts) {
    const std::string_view part = key.substr(0, key.find('.'));
    const bool is_number = of_node && parts == 1 && part.find_first_not_of("0123456789") == part.npos;
    if (!is_name_like(part) && !(is_number && part.size() <= longest_number)) return false;
    if (part.size() == key.size()) return true;
    key.remove_prefix(part.size() + 1);
  }
  return false;
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
