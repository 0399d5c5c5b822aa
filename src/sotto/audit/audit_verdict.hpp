// SPDX-License-Identifier: MIT
// What an audit says of a claimed epsilon in the end: refuted by what, not refuted, or nothing.
#pragma once

#include <string_view>
#include <vector>

#include "sotto/audit/privacy_audit.hpp"
#include "sotto/input/closed_set.hpp"

namespace sotto {

/// Each of these alone shows that a promise is not kept.
enum class Refutation {
  likelihood_ratio,  ///< the lower bound on epsilon exceeds the claim
  canaries,          ///< the same, from one run
  movement,          ///< a record moves the messages so far that the planned noise does not hide it
  noise,             ///< the noise of messages is not what was planned
  masks,             ///< residues of masked sums are not uniform words
  last_bits          ///< messages show in their last bits what they are made of
};
constexpr Names<6> names_of(Refutation) {
  return {"likelihood-ratio", "canaries", "movement", "noise", "masks", "last-bits"};
}

/// In the order above; none where nothing refutes the claim.
std::vector<Refutation> refutations(const PrivacyAudit& audit, double claim);

/// Whether the canaries of one run came out as coins do: such a run would look the same under any claim. A pair of
/// datasets is never that blind, since the movement of its messages is judged too.
bool saw_nothing(const PrivacyAudit& audit);

/// `cannot_tell` where nothing refutes the claim, but an interrupt left too little to judge by, the canaries showed
/// nothing, or the noise is in doubles: such noise keeps no promise exactly, whether an attack shows it or not.
enum class AuditVerdict { not_refuted, refuted, cannot_tell };
constexpr Names<3> names_of(AuditVerdict) {
  return {"not-refuted", "refuted", "cannot-tell"};
}

AuditVerdict judge(const PrivacyAudit& audit, double claim);

}  // namespace sotto
