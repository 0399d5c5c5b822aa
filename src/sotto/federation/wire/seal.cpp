// SPDX-License-Identifier: MIT
#include "sotto/federation/wire/seal.hpp"

#include "sotto/federation/wire/big_endian.hpp"

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

}  // namespace sotto
