// SPDX-License-Identifier: MIT
#include "system/federation/kept_keys.hpp"

#include <fstream>

#include "system/federation/sessions_of_run.hpp"

namespace sotto::test {
namespace {

/// A first line, then 12 + 32 + 16 bytes. While it is written or wiped, it is something else.
bool is_whole(const std::string& bytes) {
  const std::string first_line = "sotto session secret 1\n";
  return bytes.starts_with(first_line) && bytes.size() == first_line.size() + 12 + 32 + 16;
}

}  // namespace

std::filesystem::path key_file_of(const std::filesystem::path& state, const Digest& session) {
  return state / ("session-" + session.hex().substr(0, 16) + ".key");
}

void KeptKeys::learn(const FederationUnderTest& federation) {
  if (!federation.first_session().is_masked()) return;
  try {
    copy_from(federation);
  } catch (const InvalidInput&) {  // amendments that contradict each other: nodes refuse them, too
  }
}

void KeptKeys::copy_from(const FederationUnderTest& federation) {
  const std::filesystem::path folder = federation.folder() / "kept";
  std::filesystem::create_directory(folder);
  for (const Session& session : sessions_of(federation))
    for (const NodeId i : session.members()) {
      const std::string bytes = bytes_in(key_file_of(federation.rehearsal().parties[i].state, session.id()));
      if (!is_whole(bytes) || !seen_.insert(bytes).second) continue;
      const std::filesystem::path copy = folder / std::to_string(all_.size());
      std::ofstream(copy, std::ios::binary) << bytes;
      std::filesystem::permissions(copy, std::filesystem::perms::owner_read | std::filesystem::perms::owner_write);
      all_.push_back({i, session.id(), copy});
    }
}

}  // namespace sotto::test
