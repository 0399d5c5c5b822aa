// SPDX-License-Identifier: MIT
// Round messages that a site did not say, with its real signature.
#include "system/federation/forged_round.hpp"

#include <cstring>

#include "sotto.pb.h"
#include "sotto/federation/identity/site_identity.hpp"

namespace sotto::test {
namespace {

std::string bytes_of(const std::vector<double>& values) {
  std::string bytes(values.size() * sizeof(double), '\0');
  std::memcpy(bytes.data(), values.data(), bytes.size());
  return bytes;
}

}  // namespace

std::string forged(const FederationUnderTest& federation, const std::string& said, const Lie& lie) {
  sotto::federation::v2::SignedRound message;
  sotto::federation::v2::RoundBody body;
  if (!message.ParseFromString(said) || !body.ParseFromString(message.body())) throw std::logic_error("no message");
  if (lie.values) body.set_values(bytes_of(*lie.values));
  if (lie.round) message.set_round(*lie.round);
  if (lie.run) message.set_run_id(std::string(lie.run->view()));
  if (lie.heard_nothing) body.clear_heard();
  message.set_body(body.SerializeAsString() + lie.trailing);
  const SiteIdentity site = SiteIdentity::open(federation.rehearsal().parties[body.node()].state);
  std::string label = message.run_id();
  for (int shift = 24; shift >= 0; shift -= 8) label += static_cast<char>(message.round() >> shift & 0xff);
  const RoundMark mark{message.round(), digest_of(label + message.body())};
  const Seal seal = Seal::of(digest_from_bytes(message.run_id()).value(), mark, RunKind::real, site.key());
  message.set_signature(seal.signature);
  return message.SerializeAsString();
}

double grid_of(const FederationUnderTest& federation, NodeId node, Round round) {
  return federation.manifest().plan_of(node).lattice_round(round - 1).grid;
}

}  // namespace sotto::test
