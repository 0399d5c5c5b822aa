// SPDX-License-Identifier: MIT
// What nodes say to each other, as values. How they are bytes, sotto.proto says.
#pragma once

#include <cstdint>
#include <string>
#include <variant>

#include "sotto/digest/digest.hpp"
#include "sotto/graph/graph.hpp"
#include "sotto/privacy/schedule.hpp"

namespace sotto {

inline constexpr std::uint32_t protocol_version = 1;
inline constexpr std::size_t start_id_size = 16;

/// A round of a node, and the digest of its message. Round 1 is public: it has none.
struct RoundMark {
  Round round = 1;
  Digest digest = {};
  bool operator==(const RoundMark&) const = default;
};

struct Hello {
  std::uint32_t version = protocol_version;
  Digest run;
  NodeId node = 0;
  std::uint64_t incarnation = 0;
  std::string start_id;
  RoundMark last;  ///< the speaker's own last committed round
  RoundMark held;  ///< the highest round of the listener that the speaker knows of
  std::uint64_t ledger_entries = 0;
  Digest ledger_head;
  // What the speaker has seen of the listener, over all runs; 0 and empty where nothing was.
  std::uint64_t seen_incarnation = 0;
  std::string seen_start_id = {};
  std::uint64_t seen_ledger_entries = 0;
  Digest seen_ledger_head = {};
};

struct Welcome {};
/// Bytes of a SignedRound: the speaker's own, or the listener's that it lacks.
struct RoundFrame {
  std::string bytes;
};
struct CopyFrame {
  std::string bytes;
};
struct Acknowledgement {
  Round round;       ///< of the listener: it has arrived
  Round last_round;  ///< the speaker's last committed one
};
struct Refusal {
  enum class Code { other, manifest_differs, rolled_back, already_here };
  std::string reason;
  Code code = Code::other;
};
struct ManifestText {
  std::string canonical;
};
struct Ping {};
struct Pong {};
struct Goodbye {};
/// How far the speaker's ledger is.
struct LedgerHead {
  std::uint64_t entries = 0;
  Digest hash = {};
};

using Frame = std::variant<Hello, Welcome, RoundFrame, CopyFrame, Acknowledgement, Refusal, ManifestText, Ping, Pong,
                           Goodbye, LedgerHead>;

/// With its length in front.
std::string encode(const Frame& frame);

}  // namespace sotto
