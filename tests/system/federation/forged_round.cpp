// SPDX-License-Identifier: MIT
// Round messages that a site did not say, with its real signature.
#include "system/federation/forged_round.hpp"

#include <cstring>

#include "sotto.pb.h"
#include "sotto/federation/identity/site_identity.hpp"

namespace sotto::test {

std::string forged(const FederationUnderTest& federation, const ForgedRound& wanted) {
  sotto::federation::v1::RoundBody body;
  body.set_run_id(std::string(wanted.run.value_or(federation.manifest().run_id()).view()));
  body.set_node(wanted.node);
  body.set_round(wanted.round);
  std::string bytes(wanted.values.size() * sizeof(double), '\0');
  std::memcpy(bytes.data(), wanted.values.data(), bytes.size());
  body.set_values(bytes);
  sotto::federation::v1::SignedRound message;
  message.set_body(body.SerializeAsString() + wanted.trailing);
  const SiteIdentity site = SiteIdentity::open(federation.trial().parties[wanted.node].state);
  message.set_signature(site.key().sign(SigningContext::round, message.body()));
  return message.SerializeAsString();
}

double grid_of(const FederationUnderTest& federation, NodeId node, Round round) {
  return federation.manifest().plan_of(node).lattice_round(round - 1).grid;
}

}  // namespace sotto::test
