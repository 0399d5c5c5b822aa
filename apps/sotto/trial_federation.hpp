// SPDX-License-Identifier: MIT
// A federation on one machine, made for a trial: identities, records, budgets, manifest and signatures of all parties.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "sotto/experiment/configuration.hpp"
#include "sotto/federation/manifest/manifest.hpp"

namespace sotto::app {

struct TrialParty {
  std::string name;
  std::filesystem::path state;
  std::string data;
  std::string labels;
  Address address;  ///< on loopback
};

struct TrialFederation {
  std::filesystem::path manifest;
  std::vector<TrialParty> parties;
};

/// In a new folder. Every party gets a budget of exactly what this run promises: a real ledger is never touched.
/// Records that the configuration draws are drawn and written to files; files of nodes are used where they lie.
TrialFederation make_trial(const Configuration& configuration, const std::filesystem::path& folder);

}  // namespace sotto::app
