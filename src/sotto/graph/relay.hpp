// SPDX-License-Identifier: MIT
// What it takes that everybody hears everybody.
#pragma once

#include <cstdint>

namespace sotto {

/// How many messages it takes until everybody has the message of everybody: each node passes on what is new to it to
/// all neighbours but the one that it came from. It takes as many hops as the graph's diameter.
inline std::uint64_t relayed_messages(std::uint64_t nodes, std::uint64_t directed_edges) {
  return nodes * (directed_edges + 1 - nodes);
}

}  // namespace sotto
