// SPDX-License-Identifier: MIT
// Who is held off.
#pragma once

#include <cstdint>
#include <limits>

namespace sotto {

/// Someone who hears every message on every link and knows all records but one, together with some members who show it
/// all that they have and say what it wants. The members are fixed in advance.
class Threat {
 public:
  /// Without any it is an eavesdropper.
  static constexpr Threat with_members(std::uint32_t colluders) { return Threat(colluders); }
  static constexpr Threat all_others() { return Threat(std::numeric_limits<std::uint32_t>::max()); }

  /// At most this many; of a network that has fewer other members, all of them.
  constexpr std::uint32_t colluders() const { return colluders_; }
  constexpr bool operator==(const Threat&) const = default;

 private:
  constexpr explicit Threat(std::uint32_t colluders) : colluders_(colluders) {}
  std::uint32_t colluders_;
};

}  // namespace sotto
