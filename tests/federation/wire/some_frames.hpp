// SPDX-License-Identifier: MIT
// Frames of every kind, random ones too.
#pragma once

#include <vector>

#include "sotto/federation/wire/frame.hpp"
#include "sotto/federation/wire/seal.hpp"
#include "sotto/federation/wire/standing.hpp"
#include "support/random_points.hpp"

namespace sotto::test {

inline constexpr std::size_t plenty = 100'000;  ///< a limit that no frame here reaches

inline RoundMark some_mark(RandomPoints& points) {
  const auto round = static_cast<Round>(1 + points.below(4));
  return {.round = round, .digest = round == 1 ? Digest{} : digest_of("round " + std::to_string(points.below(9)))};
}

inline std::string some_binding(RandomPoints& points) {
  return std::string(32, static_cast<char>(points.below(256)));
}

inline Standing some_standing(RandomPoints& points) {
  return {.run = digest_of("run"),
          .kind = points.below(2) == 0 ? RunKind::real : RunKind::dry,
          .node = static_cast<NodeId>(points.below(5)),
          .incarnation = points.below(1ULL << 60),
          .start_id = std::string(start_id_size, static_cast<char>(points.below(256))),
          .last = some_mark(points),
          .ledger_entries = points.below(1000),
          .ledger_head = digest_of("ledger")};
}

inline Seal some_seal(RandomPoints& points) {
  return {digest_of("run " + std::to_string(points.below(3))),
          {static_cast<Round>(2 + points.below(9)), digest_of(std::to_string(points.below(9)))},
          std::string(64, static_cast<char>(points.below(256)))};
}

inline Claims some_claims(RandomPoints& points) {
  Claims claims;
  if (points.below(2) == 0) claims.held = some_seal(points);
  for (std::uint64_t more = points.below(most_earlier_seals + 1); more > 0; --more)
    claims.earlier.push_back(some_seal(points));
  claims.seen = std::string(points.below(100), 's');
  return claims;
}

inline std::string some_bytes(RandomPoints& points, std::size_t most) {
  std::string bytes(points.below(most), '\0');
  for (char& byte : bytes) byte = static_cast<char>(points.below(256));
  return bytes;
}

/// One of each kind.
inline std::vector<Frame> one_of_each(RandomPoints& points) {
  return {HelloFrame{some_bytes(points, 300), some_claims(points).bytes()},
          Welcome{},
          RoundFrame{some_bytes(points, 300)},
          CopyFrame{some_bytes(points, 300)},
          Acknowledgement{static_cast<Round>(points.below(9)), static_cast<Round>(points.below(9))},
          Refusal{"no: \xc3\xa4", static_cast<Refusal::Code>(points.below(4))},
          Refusal{"rolled back", Refusal::Code::rolled_back, some_seal(points), some_bytes(points, 50)},
          ManifestText{some_bytes(points, 300)},
          Ping{},
          Pong{},
          Goodbye{},
          LedgerFrame{some_bytes(points, 300)}};
}

/// A frame as its kind and its bytes: enough to compare two.
inline std::string text_of(const Frame& frame) {
  return std::to_string(frame.index()) + encode(frame);
}

}  // namespace sotto::test
