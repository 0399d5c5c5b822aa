// SPDX-License-Identifier: MIT
// SHA-256 as 32 bytes: what stands for a message, a manifest or a row of a hash chain.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace sotto {

struct Digest {
  std::array<std::uint8_t, 32> bytes{};  ///< all zeros: of nothing, where a chain begins

  bool operator==(const Digest&) const = default;
  std::string_view view() const { return {reinterpret_cast<const char*>(bytes.data()), bytes.size()}; }
  std::string hex() const;
};

Digest digest_of(std::string_view bytes);

/// HMAC-SHA-256: a digest that tells nothing without the key.
Digest keyed_digest_of(std::string_view key, std::string_view bytes);

/// Nothing where there are not 32 bytes, or not 64 lower-case digits.
std::optional<Digest> digest_from_bytes(std::string_view bytes);
std::optional<Digest> digest_from_hex(std::string_view text);

/// Any bytes as two lower-case digits each; and back, where the text is such.
std::string hex_of(std::string_view bytes);
std::optional<std::string> bytes_of_hex(std::string_view text);

/// A number as four bytes, the most significant first.
std::string big_endian(std::uint32_t number);

/// In hexadecimal, so that a document can say which bytes it speaks of.
std::string sha256(const std::string& bytes);

}  // namespace sotto
