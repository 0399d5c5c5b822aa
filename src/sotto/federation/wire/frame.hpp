// SPDX-License-Identifier: MIT
// What nodes say to each other, as values and out of a stream of bytes. sotto.proto says how they are bytes.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
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
  Round round;                                  ///< of the listener, or of a member: it has arrived
  Round last_round;                             ///< the speaker's last committed one
  std::optional<NodeId> member = std::nullopt;  ///< whose round it is; nothing: the listener's own
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

/// Bytes of a SessionWord of any member.
struct WordFrame {
  std::string bytes;
};

using Frame = std::variant<HelloFrame, Welcome, RoundFrame, CopyFrame, Acknowledgement, Refusal, ManifestText, Ping,
                           Pong, Goodbye, LedgerFrame, WordFrame>;

/// With its length in front.
std::string encode(const Frame& frame);

/// Takes frames out of bytes that anybody may have written.
class FrameDecoder {
 public:
  /// A longer frame is refused when its length was read, before room is made for it.
  explicit FrameDecoder(std::size_t longest_frame) : longest_(longest_frame) {}

  struct NotYet {};
  struct Broken {
    std::string why;
  };
  using Next = std::variant<Frame, NotYet, Broken>;

  void add(std::string_view bytes);
  /// After Broken there is nothing more to be had.
  Next next();

  /// How many more bytes the frame that has begun still lacks: never more than a frame may have.
  std::size_t room() const;

 private:
  std::size_t longest_;
  std::string pending_;
  bool broken_ = false;
};

}  // namespace sotto
