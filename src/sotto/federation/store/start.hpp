// SPDX-License-Identifier: MIT
// One start of a node: a number that only grows, and random bytes that no other start has.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace sotto {

struct StartId {
  std::array<std::uint8_t, 16> bytes{};

  bool operator==(const StartId&) const = default;
  std::string_view view() const { return {reinterpret_cast<const char*>(bytes.data()), bytes.size()}; }
};

/// Nothing where there are not 16 bytes.
std::optional<StartId> start_id_from_bytes(std::string_view bytes);

struct Start {
  std::int64_t incarnation = 0;  ///< from 1
  StartId id;
  std::string version;    ///< of the program
  std::int64_t time = 0;  ///< seconds since 1970, UTC
};

/// From the operating system; InvalidInput (entropy) when it has none to give.
std::string random_bytes(std::size_t count);

/// Seconds since 1970, UTC. Written down for people; nothing safe or unsafe depends on it.
std::int64_t seconds_now();

}  // namespace sotto
