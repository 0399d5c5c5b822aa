// SPDX-License-Identifier: MIT
// What is checked before a node starts, as one list: a node refuses at the first that fails, `sotto doctor` tells all.
#pragma once

#include <chrono>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "sotto/federation/identity/site_identity.hpp"
#include "sotto/federation/manifest/manifest.hpp"
#include "sotto/federation/manifest/party.hpp"
#include "sotto/federation/manifest/session.hpp"
#include "sotto/federation/manifest/signature.hpp"
#include "sotto/federation/store/store.hpp"

namespace sotto {

/// What an operator says to one node. Nothing here can change what the manifest fixes.
struct NodeOptions {
  std::string manifest;
  std::string data;    ///< the party's records; not opened in a dry run
  std::string labels;  ///< of NPY and IDX files
  std::filesystem::path state;
  std::optional<Address> listen = std::nullopt;             ///< else all addresses, at the manifest's port
  std::optional<std::uint16_t> health_port = std::nullopt;  ///< on loopback
  bool dry_run = false;
  std::chrono::seconds linger{60};  ///< how long a finished node waits for neighbours that may need its last message
};

/// A node that may start, and what the checks have found of it so far.
struct StartCandidate {
  NodeOptions options;
  /// Nothing is written, and a state that lost its end is refused: only a node can ask its neighbours for it.
  bool only_looks = false;

  std::optional<Manifest> manifest = {};
  std::vector<ManifestSignature> signatures = {};  ///< of all parties, or none
  std::vector<SignedAmendment> amendments = {};    ///< that count
  std::optional<Session> session = {};
  std::optional<SiteIdentity> identity = {};
  bool has_credentials = false;  ///< a certificate and its key, whatever its dates
  std::optional<NodeId> number = {};
  bool has_descriptors = false;
  std::optional<Store> store = {};

  Digest run() const { return options.dry_run ? manifest->dry_run_id() : manifest->run_id(); }
  std::string dataset() const;  ///< in the ledger that pays
};

struct Found {
  std::string text;
  bool is_well = true;  ///< where it is not: what people should mend, although a node starts
};

/// What the checks before it must have found.
struct Needs {
  bool manifest = false, signatures = false, identity = false, number = false, store = false;
};

struct StartCheck {
  const char* name;
  Needs needs;
  /// Refuses (InvalidInput) what a node cannot start with.
  Found (*look)(StartCandidate&);

  bool is_due(const StartCandidate& node) const;
};

/// In the order in which they build on each other.
const std::vector<StartCheck>& start_checks();

}  // namespace sotto
