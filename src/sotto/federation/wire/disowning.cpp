// SPDX-License-Identifier: MIT
#include "sotto/federation/wire/disowning.hpp"

#include "sotto.pb.h"
#include "sotto/federation/wire/exact_parse.hpp"

namespace sotto {

Disowning::Disowning(Standing start, std::string bytes) : start_(std::move(start)), bytes_(std::move(bytes)) {}

Disowning Disowning::say(const SignedStanding& start, const SiteKey& key) {
  federation::v2::Disowning out;
  out.set_start(start.bytes());
  out.set_signature(key.sign(SigningContext::disowning, start.bytes()));
  return {start.standing(), out.SerializeAsString()};
}

std::optional<Disowning> Disowning::read(const std::string& bytes, const PublicKey& key) {
  federation::v2::Disowning in;
  if (!parse_exactly(bytes, in) || !key.verifies(SigningContext::disowning, in.start(), in.signature())) return {};
  const std::optional<SignedStanding> start = SignedStanding::read(in.start(), key);
  return start ? std::optional(Disowning(start->standing(), bytes)) : std::nullopt;
}

}  // namespace sotto
