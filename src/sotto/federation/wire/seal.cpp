// SPDX-License-Identifier: MIT
#include "sotto/federation/wire/seal.hpp"

#include "sotto/federation/wire/schema_parts.hpp"

namespace sotto {
namespace {

SigningContext context_of(RunKind kind) {
  return kind == RunKind::dry ? SigningContext::dry_round : SigningContext::round;
}

std::string signed_part(const Digest& run, const RoundMark& mark) {
  return std::string(run.view()).append(big_endian(mark.round)).append(mark.digest.view());
}

}  // namespace

Seal Seal::of(const Digest& run, const RoundMark& mark, RunKind kind, const SiteKey& key) {
  return {run, mark, key.sign(context_of(kind), signed_part(run, mark))};
}

bool Seal::is_by(const PublicKey& key, RunKind kind) const {
  return key.verifies(context_of(kind), signed_part(run, mark), signature);
}

std::string Claims::bytes() const {
  federation::v2::Claims out;
  if (held) put(*held, *out.mutable_held());
  for (const Seal& seal : earlier) put(seal, *out.add_earlier());
  out.set_seen(seen);
  return out.SerializeAsString();
}

std::optional<Claims> Claims::read(const std::string& bytes) {
  federation::v2::Claims in;
  if (!parse_exactly(bytes, in) || static_cast<std::size_t>(in.earlier_size()) > most_earlier_seals) return {};
  Claims claims;
  if (in.has_held() && !(claims.held = seal_of(in.held()))) return {};
  for (const federation::v2::Seal& one : in.earlier()) {
    const std::optional<Seal> seal = seal_of(one);
    if (!seal) return {};
    claims.earlier.push_back(*seal);
  }
  claims.seen = in.seen();
  return claims;
}

}  // namespace sotto
