// SPDX-License-Identifier: MIT
// A client of one's own making: what members, thieves and changed programs can say to a node.
#pragma once

#include <functional>

#include "sotto/federation/wire/seal.hpp"
#include "sotto/federation/wire/standing.hpp"
#include "system/federation/federation_under_test.hpp"

namespace sotto::test {

/// Has the X.509 certificate and key of a site, and says what it likes.
class Stranger {
 public:
  Stranger(const FederationUnderTest& federation, NodeId as);

  /// Why the other side ended the connection.
  std::string say(const Party& to, const std::function<void(const LinkPtr&)>& speak);
  /// How many manifests the other side sent.
  int manifests_heard() const { return manifests_heard_; }

 private:
  TlsContexts contexts_;
  EventLoop loop_;
  int manifests_heard_ = 0;
};

/// A first start of site 0 that has nothing behind it.
Standing plain_standing(const FederationUnderTest& federation);
/// What the true state of a site that has stopped would say next.
Standing next_standing(const FederationUnderTest& federation, NodeId site);

SiteKey key_of(const FederationUnderTest& federation, NodeId site);
/// As site 0 would say it, with its site key.
void say_hello(const LinkPtr& link, const FederationUnderTest& federation, const Standing& standing,
               const Claims& claims = {});

/// Two nodes that speak to each other directly, long enough to be stopped in between.
inline const Shape long_pair{.nodes = 2, .rounds = 1200, .consensus_rounds = 10, .direct = true};
/// The same; or three with masked sums on beats, so that two hundred rounds last four seconds at least.
inline Shape long_run(bool is_masked) {
  return is_masked ? with_masked_sums({.rounds = 200, .consensus_rounds = 1, .round_period = 0.02, .direct = true})
                   : long_pair;
}
/// Node 0 has started twice, has said rounds, and has stopped. The others run, and wait for it.
void stop_after_rounds(FederationUnderTest& federation);

}  // namespace sotto::test
