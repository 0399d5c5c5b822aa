// SPDX-License-Identifier: MIT
// What a folder of results carries: its files, and their provenance (manifest.json): what made them, and their digests.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "sotto/files/opened_file.hpp"
#include "sotto/input/closed_set.hpp"

namespace sotto {

/// Name and bytes.
using Files = std::vector<std::pair<std::string, std::string>>;

inline constexpr const char* provenance_file = "manifest.json";

/// Who makes a result: a program, and its command line.
struct RunIdentity {
  std::string kind;  ///< of the job: what `sotto verify` runs again
  std::string version;
  std::string commit;
  std::string command_line;
};

/// The provenance of a folder, read back.
struct Provenance {
  RunIdentity made_by;
  bool interrupted;
  std::map<std::string, std::string> digests = {};  ///< by the files' names
  std::vector<std::string> sweeps = {};             ///< of a reproduction
  bool printed_bound = false;                       ///< likewise
  std::uint64_t seed = 0;
};

/// InvalidInput (data) for one that cannot be understood, or whose names lead out of the folder.
Provenance read_provenance(const NamedFile& file, const std::string& text);

/// What became of a file when it was made again.
struct VerifiedFile {
  std::string name;
  enum class State { same, differs, missing, damaged, unlisted } state;
  std::size_t first_difference = 0;  ///< line, from 1
};
constexpr Names<5> names_of(VerifiedFile::State) {
  return {"same", "differs", "missing", "damaged", "not in the manifest"};
}
bool all_same(const std::vector<VerifiedFile>& files);
std::string verification_text(const std::vector<VerifiedFile>& files);
/// sotto.verify/1
std::string verification_json(const std::vector<VerifiedFile>& files);

}  // namespace sotto
