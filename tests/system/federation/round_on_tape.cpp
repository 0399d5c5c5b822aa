// SPDX-License-Identifier: MIT
// A round message as the adversary reads it.
#include "system/federation/round_on_tape.hpp"

#include <cstring>

#include "sotto.pb.h"

namespace sotto::test {

std::vector<std::uint64_t> RoundOnTape::words() const {
  std::vector<std::uint64_t> words(values.size());
  std::memcpy(words.data(), values.data(), words.size() * sizeof(std::uint64_t));
  return words;
}

std::optional<RoundOnTape> round_in(const std::string& signed_bytes) {
  federation::v2::SignedRound message;
  federation::v2::RoundBody body;
  if (!message.ParseFromString(signed_bytes) || !body.ParseFromString(message.body())) return std::nullopt;
  RoundOnTape round{digest_from_bytes(message.run_id()), body.node(), message.round(), signed_bytes,
                    std::vector<double>(body.values().size() / sizeof(double))};
  std::memcpy(round.values.data(), body.values().data(), round.values.size() * sizeof(double));
  return round;
}

std::optional<RoundOnTape> round_of(const TapeEntry& entry) {
  const auto* frame = std::get_if<RoundFrame>(&entry.passing.frame);
  return frame == nullptr ? std::nullopt : round_in(frame->bytes);
}

}  // namespace sotto::test
