// SPDX-License-Identifier: MIT
// Rounds of one's own, out of the store.
#include "sotto/federation/runner/own_rounds.hpp"

namespace sotto {
namespace {

RoundMessage own_message(const PreparedNode& prepared, Round round) {
  const std::optional<RoundRow> row = prepared.store.rounds().row(prepared.run, round);
  auto message = RoundMessage::read(row ? row->bytes : "", prepared.manifest.sender(prepared.number, prepared.run));
  if (const auto* refused = std::get_if<RoundMessage::Refused>(&message))
    throw InvalidInput({"state", "round " + std::to_string(round), "its row is " + refused->why}, FaultKind::store);
  return std::get<RoundMessage>(std::move(message));
}

}  // namespace

RoundMark last_own_mark(const PreparedNode& prepared) {
  const std::optional<std::int64_t> last = prepared.store.rounds().last_round(prepared.run);
  if (!last) return {};
  return own_message(prepared, static_cast<Round>(*last)).mark();
}

Released own_value(const PreparedNode& prepared, Round round) {
  return round < 2 ? Released::nothing(prepared.manifest.dimension()) : own_message(prepared, round).y();
}

}  // namespace sotto
