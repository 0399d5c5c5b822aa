// SPDX-License-Identifier: MIT
// Rounds with masked sums beside rounds with trust in nobody: how long they take, and how many bytes a node sends.
#pragma once

#include <filesystem>
#include <string>

#include "sotto/privacy/schedule.hpp"

namespace sotto::bench {

/// One federation of five nodes, p = 1000, to its end.
struct TrustRounds {
  double median_round;     ///< seconds, as node 0 sees them
  std::uint64_t rounds;    ///< that were timed
  double sent;             ///< bytes that node 0 sends in a round, as the kernel counts them
  double predicted;        ///< messages that it has to send, times their bytes in the store
  std::uint64_t messages;  ///< so many messages of a round node 0 has to send
  std::uint64_t message_bytes;
  struct Memory {
    Round round = 0;
    long kib = 0;  ///< of node 1
  } early, late;   ///< after a third of the rounds, and at the end
  bool finished;
};

struct TrustShape {
  std::string graph = "complete";
  bool masked = false;
  Round rounds = 150;
};

TrustRounds measure_rounds(const TrustShape& shape, const std::filesystem::path& folder);

}  // namespace sotto::bench
