// SPDX-License-Identifier: MIT
#include "sotto/federation/wire/schema_parts.hpp"

namespace sotto {

void put(const Seal& seal, federation::v2::Seal& out) {
  out.set_run_id(std::string(seal.run.view()));
  out.set_round(seal.mark.round);
  out.set_digest(std::string(seal.mark.digest.view()));
  out.set_signature(seal.signature);
}

/// Round 1 has no seal.
std::optional<Seal> seal_of(const federation::v2::Seal& in) {
  const std::optional<Digest> run = digest_from_bytes(in.run_id()), digest = digest_from_bytes(in.digest());
  if (!run || !digest || in.round() < 2) return std::nullopt;
  return Seal{*run, {in.round(), *digest}, in.signature()};
}

}  // namespace sotto
