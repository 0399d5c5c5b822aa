// SPDX-License-Identifier: MIT
// The manifest of a folder, read back: what made it, and the digests of what it holds.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "sotto/report/json_report.hpp"

namespace sotto {

struct ManifestFacts {
  RunIdentity identity;
  bool interrupted;
  std::map<std::string, std::string> digests;
  std::vector<std::string> sweeps = {};  ///< of a reproduction
  bool printed_bound = false;            ///< likewise
  std::uint64_t seed = 0;
};

/// InvalidInput (data) for a folder without a manifest, and for one that cannot be understood.
ManifestFacts read_manifest(const std::filesystem::path& folder);

/// A file of such a folder as it lies there; InvalidInput (data) where it cannot be read, or is a link.
std::string read_result(const std::filesystem::path& path);

/// What became of a file when it was made again.
struct VerifiedFile {
  std::string name;
  enum class State { same, differs, missing, damaged, unlisted } state;
  std::size_t first_difference = 0;  ///< line, from 1
};
std::string verification_text(const std::vector<VerifiedFile>& files);
/// sotto.verify/1
std::string verification_json(const std::vector<VerifiedFile>& files);

}  // namespace sotto
