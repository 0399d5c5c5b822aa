// SPDX-License-Identifier: MIT
// What nodes say to each other, as values. How they are bytes, sotto.proto says.
#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "sotto/federation/wire/seal.hpp"

namespace sotto {

/// Bytes of a SignedStanding, of the claims that go with it, and of the speaker's latest Disownings.
struct HelloFrame {
  std::string standing;
  std::string claims = {};
  std::vector<std::string> disowned = {};
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
  // With `rolled_back`, what the listener signed and its state should know. Without either it is a false accusation.
  std::optional<Seal> said = std::nullopt;
  std::string seen = {};  ///< bytes of a SignedStanding
};
struct ManifestText {
  std::string canonical;
};
struct Ping {};
struct Pong {};
struct Goodbye {};
/// Bytes of a SignedStanding: the speaker's ledger has grown.
struct LedgerFrame {
  std::string standing;
};

using Frame = std::variant<HelloFrame, Welcome, RoundFrame, CopyFrame, Acknowledgement, Refusal, ManifestText, Ping,
                           Pong, Goodbye, LedgerFrame>;

/// With its length in front.
std::string encode(const Frame& frame);

}  // namespace sotto
