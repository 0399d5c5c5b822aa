// SPDX-License-Identifier: MIT
// The column "other libraries" of the map against what the sources of each folder include.
#include <filesystem>
#include <regex>
#include <utility>

#include "package/architecture_map.hpp"

namespace sotto::test {
namespace {

namespace fs = std::filesystem;

/// How the name of a header that is not ours begins, and whose it is.
constexpr std::pair<const char*, const char*> libraries[] = {{"boost/", "Boost"},
                                                             {"CLI/", "CLI11"},
                                                             {"cuda", "CUDA"},
                                                             {"Eigen/", "Eigen"},
                                                             {"fmt/", "fmt"},
                                                             {"google/protobuf/", "protobuf"},
                                                             {"mpi.h", "MPI"},
                                                             {"nlohmann/", "nlohmann_json"},
                                                             {"openssl/", "OpenSSL"},
                                                             {"ptscotch.h", "PT-Scotch"},
                                                             {"sodium.h", "libsodium"},
                                                             {"sotto.pb.h", "protobuf"},
                                                             {"Spectra/", "Spectra"},
                                                             {"sqlite3.h", "SQLite"},
                                                             {"toml++/", "tomlplusplus"},
                                                             {"zlib.h", "zlib"}};

std::set<std::string> included_in(const fs::path& source) {
  static const std::regex includes("#include [<\"]([^>\"]+)[>\"].*");
  std::set<std::string> names;
  std::smatch found;
  for (const std::string& line : lines_of(source.string()))
    if (std::regex_match(line, found, includes))
      for (const auto& [begin, library] : libraries)
        if (std::string(found[1]).starts_with(begin)) names.insert(library);
  return names;
}

TEST(Architecture, TheMapNamesTheOtherLibrariesThatSourcesOfAFolderInclude) {
  std::set<std::string> seen;
  for (Row row : rows_of_map()) {
    const std::string folder = (row.folder.starts_with("apps/") ? "/" : "/src/sotto/") + row.folder;
    std::set<std::string> names;
    for (const auto& entry : fs::directory_iterator(SOTTO_SOURCE_DIR + folder))
      if (entry.is_regular_file() && entry.path().extension() != ".txt") names.merge(included_in(entry.path()));
    const std::string drawn = row.others;
    row.others.clear();
    for (const std::string& name : names) row.others += (row.others.empty() ? "" : ", ") + name;
    EXPECT_EQ(drawn, row.others.empty() ? "none" : row.others)
        << "ARCHITECTURE.md, 'Folders and arrows': the line of " << row.target << " must be:\n"
        << row.line();
    seen.merge(names);
  }
  EXPECT_GT(seen.size(), 10u);
}

}  // namespace
}  // namespace sotto::test
