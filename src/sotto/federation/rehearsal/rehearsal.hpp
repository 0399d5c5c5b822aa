// SPDX-License-Identifier: MIT
// A rehearsal, a federation on one machine: identities, records, budgets, manifest and signatures of all parties.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "sotto/federation/manifest/manifest.hpp"

namespace sotto {

struct RehearsedParty {
  std::string name;
  std::filesystem::path state;
  std::string data;
  std::string labels;
  Address address;  ///< on loopback: where the manifest says it is reached
  Address listen;   ///< and where it listens
};

struct Rehearsal {
  std::filesystem::path manifest;
  std::vector<RehearsedParty> parties;
};

/// In a new folder. Every party gets a budget of exactly what this run promises: a real ledger is never touched.
/// Records that the terms draw are drawn and written to files, one file for all is divided into files of
/// nodes, and files of nodes are used where they lie.
/// `elsewhere`: the manifest's addresses are other ports than the nodes', so that a test can stand in between.
enum class RehearsalAddresses { own, elsewhere };
Rehearsal make_rehearsal(const Terms& terms, std::uint64_t seed, const std::filesystem::path& folder,
                         RehearsalAddresses addresses = RehearsalAddresses::own);

/// On an address of loopback (127.0.0.0/8) drawn anew each time: all different, nobody listens on them just now.
std::vector<Address> free_loopback_addresses(std::size_t count);

/// All parties sign the manifest as it is now, with their present ledgers.
void sign_for_all(const Rehearsal& rehearsal);

}  // namespace sotto
