// SPDX-License-Identifier: MIT
#include "system/federation/kept_keys.hpp"

#include "system/federation/federation_under_test.hpp"

namespace sotto::test {
namespace {

std::filesystem::path folder_of_copies(const std::filesystem::path& state) {
  return state.string() + ".keys";
}

/// A first line, then 12 + 32 + 16 bytes. A process can die while it copies.
bool is_whole(const std::string& bytes) {
  const std::string first_line = "sotto session secret 1\n";
  return bytes.starts_with(first_line) && bytes.size() == first_line.size() + 12 + 32 + 16;
}

}  // namespace

std::filesystem::path key_file_of(const std::filesystem::path& state, const Digest& session) {
  return state / ("session-" + session.hex().substr(0, 16) + ".key");
}

std::pair<std::string, std::string> variable_for_kept_keys(const std::filesystem::path& state) {
  return {"TEST_KEYS", state.string() + " " + folder_of_copies(state).string()};
}

std::vector<std::filesystem::path> kept_keys(const std::filesystem::path& state, const Digest& session) {
  std::vector<std::filesystem::path> copies;
  if (!std::filesystem::exists(folder_of_copies(state))) return copies;
  const std::string name = key_file_of(state, session).filename().string();
  for (const auto& entry : std::filesystem::directory_iterator(folder_of_copies(state)))
    if (entry.path().filename().string().ends_with("-" + name) && is_whole(bytes_in(entry.path())))
      copies.push_back(entry.path());
  return copies;
}

}  // namespace sotto::test
