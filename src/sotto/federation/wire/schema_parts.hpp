// SPDX-License-Identifier: MIT
// Messages of the schema from bytes that are nothing else, and parts that several have. For sources here alone.
#pragma once

#include <algorithm>
#include <optional>
#include <string_view>

#include "sotto.pb.h"
#include "sotto/federation/wire/seal.hpp"

namespace sotto {

template <class Message>
bool has_unknown_parts(Message& message) {
  const std::size_t before = message.ByteSizeLong();
  message.DiscardUnknownFields();  // of its parts too
  return message.ByteSizeLong() != before;
}
/// These two come in every round from every neighbour, and the library's way asks for each part of a message by name.
inline bool has_unknown_parts(federation::v2::SignedRound& message) {
  return !message.GetReflection()->GetUnknownFields(message).empty();
}
inline bool has_unknown_parts(federation::v2::RoundBody& body) {
  const google::protobuf::Reflection& of_heard = *federation::v2::Heard::default_instance().GetReflection();
  return !body.GetReflection()->GetUnknownFields(body).empty() ||
         std::any_of(body.heard().begin(), body.heard().end(),
                     [&](const federation::v2::Heard& one) { return !of_heard.GetUnknownFields(one).empty(); });
}

/// Unknown parts, parts given twice and other encodings of the same are refused: what is signed can be said in one way.
template <class Message>
bool parse_exactly(std::string_view bytes, Message& message) {
  if (!message.ParseFromArray(bytes.data(), static_cast<int>(bytes.size()))) return false;
  return !has_unknown_parts(message) && message.ByteSizeLong() == bytes.size() && message.SerializeAsString() == bytes;
}

inline void put(const Seal& seal, federation::v2::Seal& out) {
  out.set_run_id(std::string(seal.run.view()));
  out.set_round(seal.mark.round);
  out.set_digest(std::string(seal.mark.digest.view()));
  out.set_signature(seal.signature);
}

/// Round 1 has no seal.
inline std::optional<Seal> seal_of(const federation::v2::Seal& in) {
  const std::optional<Digest> run = digest_from_bytes(in.run_id()), digest = digest_from_bytes(in.digest());
  if (!run || !digest || in.round() < 2) return std::nullopt;
  return Seal{*run, {in.round(), *digest}, in.signature()};
}

}  // namespace sotto
