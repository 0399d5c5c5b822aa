// SPDX-License-Identifier: MIT
#include "sotto/federation/protocol/accusation.hpp"

#include <algorithm>

namespace sotto {

Claim judge(const Seal& said, const OwnPast& own) {
  if (own.said(said.run, said.mark.round) == said.mark.digest) return Claim::agrees;
  return said.is_by(own.key, own.kind) ? Claim::proved : Claim::unproved;
}

/// A start of a dry run is one of another store: shown in a real run it proves nothing.
Claim judge(const std::string& seen, const OwnPast& own) {
  const std::optional<SignedStanding> shown = SignedStanding::read(seen, own.key);
  if (!shown || shown->standing().kind != own.kind) return Claim::unproved;
  return own.stood_so(shown->standing()) ? Claim::agrees : Claim::proved;
}

Claim judge(const Claims& claims, const OwnPast& own) {
  Claim worst = claims.seen.empty() ? Claim::agrees : judge(claims.seen, own);
  if (claims.held) worst = std::max(worst, judge(*claims.held, own));
  for (const Seal& seal : claims.earlier) worst = std::max(worst, judge(seal, own));
  return worst;
}

Claim judge(const Refusal& refusal, const OwnPast& own) {
  if (!refusal.said && refusal.seen.empty()) return Claim::unproved;
  return judge(Claims{.held = refusal.said, .seen = refusal.seen}, own);
}

}  // namespace sotto
