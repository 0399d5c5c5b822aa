// SPDX-License-Identifier: MIT
// A value of a table, as SQLite keeps it, and the one encoding of a row that is hashed.
#pragma once

#include <compare>
#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "sotto/digest/digest.hpp"

namespace sotto {

struct Text {
  std::string text;
  auto operator<=>(const Text&) const = default;
};

struct Blob {
  std::string bytes;
  auto operator<=>(const Blob&) const = default;
};

/// Nothing, a whole number, a real one, a text, bytes.
using Value = std::variant<std::monostate, std::int64_t, double, Text, Blob>;
using Row = std::vector<Value>;

inline Blob blob_of(const Digest& digest) {
  return {std::string(digest.view())};
}

/// A letter for the kind, the length in 8 bytes, the bytes: two different rows never have the same encoding. Whole
/// numbers and the bits of real ones have 8 bytes, the highest first.
std::string canonical(const Row& row);

}  // namespace sotto
