// SPDX-License-Identifier: MIT
// How links come to be: sites that come in, and sites that are dialled.
#pragma once

#include <memory>
#include <vector>

#include "sotto/federation/manifest/party.hpp"
#include "sotto/federation/peer/event_loop.hpp"
#include "sotto/federation/peer/link.hpp"
#include "sotto/federation/tls/tls_contexts.hpp"

namespace sotto {

/// What every link of a node has in common.
struct LinkSettings {
  TlsContexts& contexts;  ///< read again when the certificate was renewed
  std::size_t longest_frame;
  LinkEvents events;
};

/// Listens. What a flood can take is bounded: whoever has not shown a pinned certificate waits in a WaitingRoom, and a
/// site has a few links at most.
class FrontDoor {
 public:
  struct Place {
    Address address;
    std::vector<Address> expected = {};  ///< of neighbours: no stranger takes the place of who comes from there
  };
  /// Refuses (InvalidInput, network) an address that cannot be listened on.
  FrontDoor(EventLoop& loop, const Place& place, LinkSettings settings);
  ~FrontDoor();
  void close();

  /// How many descriptors it may hold.
  static std::size_t most_open(std::size_t neighbours, std::size_t sites);

 private:
  struct Inner;
  std::shared_ptr<Inner> inner_;
};

/// One attempt to reach a site; a link that never opened ends in `closed` as well, with a null link where not even a
/// connection came about.
void dial(EventLoop& loop, const Party& party, const LinkSettings& settings);

}  // namespace sotto
