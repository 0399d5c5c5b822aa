// SPDX-License-Identifier: MIT
// What nodes with masked sums must keep to themselves: keys of sessions, of pairs, of rounds and of files, masks, and
// what masks hide.
#pragma once

#include "system/federation/needles.hpp"
#include "system/federation/sessions_of_run.hpp"

namespace sotto::test {

struct MaskedSecrets {
  Needles needles;
  std::size_t keys = 0;      ///< of sessions, that were opened
  std::size_t pairs = 0;     ///< of members, whose key was derived
  std::size_t rows = 0;      ///< of residues, in all stores
  std::size_t residues = 0;  ///< that were unmasked: estimate and noise lie open to the test
};

/// With the keys that nodes showed. Each residue in a store, without the masks that its session's keys
/// make, must be an estimate and noise: small numbers. With a seed the noise is known too, and so is the estimate.
MaskedSecrets secrets_of(const FederationUnderTest& federation, const OpenStores& stores);

}  // namespace sotto::test
