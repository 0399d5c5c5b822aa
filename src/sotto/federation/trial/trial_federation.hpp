// SPDX-License-Identifier: MIT
// A federation on one machine, made for a trial: identities, records, budgets, manifest and signatures of all parties.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "sotto/experiment/configuration.hpp"
#include "sotto/federation/manifest/manifest.hpp"

namespace sotto {

struct TrialParty {
  std::string name;
  std::filesystem::path state;
  std::string data;
  std::string labels;
  Address address;  ///< on loopback: where the manifest says it is reached
  Address listen;   ///< and where it listens
};

struct TrialFederation {
  std::filesystem::path manifest;
  std::vector<TrialParty> parties;
};

/// In a new folder. Every party gets a budget of exactly what this run promises: a real ledger is never touched.
/// Records that the configuration draws are drawn and written to files, one file for all is divided into files of
/// nodes, and files of nodes are used where they lie.
/// `elsewhere`: the manifest's addresses are other ports than the nodes', for whoever wants to stand in between.
enum class TrialAddresses { own, elsewhere };
TrialFederation make_trial(const Configuration& configuration, const std::filesystem::path& folder,
                           TrialAddresses addresses = TrialAddresses::own);

/// On an address of loopback (127.0.0.0/8) drawn anew each time: all different, nobody listens on them just now.
std::vector<Address> free_loopback_addresses(std::size_t count);

/// All parties sign the manifest as it is now, with their present ledgers.
void sign_for_all(const TrialFederation& trial);

}  // namespace sotto
