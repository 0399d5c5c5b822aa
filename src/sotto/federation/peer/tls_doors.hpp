// SPDX-License-Identifier: MIT
// Doors over TCP and TLS, and whether a site can be reached through them.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "sotto/digest/digest.hpp"
#include "sotto/federation/identity/tls_context.hpp"
#include "sotto/federation/manifest/party.hpp"
#include "sotto/federation/peer/link.hpp"
#include "sotto/federation/peer/timeline.hpp"

namespace sotto {

/// Each party of a manifest is known by its pinned key.
PeerRules rules_of(const std::vector<Party>& parties);

/// What every link of a node has in common.
struct LinkSettings {
  TlsContexts& contexts;  ///< read again when the certificate was renewed
  std::size_t longest_frame;
  LinkEvents events;
};

/// Listens. A flood is bounded: a connection without a pinned certificate waits in a WaitingRoom, a site has few links.
class FrontDoor {
 public:
  using Place = Doors::Place;
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

/// Doors::dial, over TLS.
void dial(EventLoop& loop, const Party& party, const LinkSettings& settings);

class TlsDoors final : public Doors {
 public:
  struct Setup {
    std::filesystem::path certificate;
    PeerRules rules;
    std::size_t longest_frame;
  };
  TlsDoors(EventLoop& loop, const Setup& setup);

  void listen(const Place& place, const LinkEvents& events) override;
  void close() override;
  void dial(const Party& party, const LinkEvents& events) override;

 private:
  EventLoop& loop_;
  std::size_t longest_frame_;
  TlsContexts contexts_;
  LinkEvents events_;  // for sites that come in
  std::optional<FrontDoor> front_;
};

struct Probed {
  std::string why_not = {};  ///< it cannot be reached; empty where it can, and neither refused the other's certificate
  std::optional<Digest> run = std::nullopt;  ///< that it takes part in
};
/// Connects, looks at the certificate of the site, and leaves without a word.
Probed probe(const Party& party, TlsContexts& contexts);

/// Refuses (InvalidInput, network) an address on which nobody can listen now.
void try_to_listen(const Address& address, TlsContexts& contexts);

}  // namespace sotto
