// SPDX-License-Identifier: MIT
// Keys of sessions as nodes keep them: copies, still sealed, that the program for tests makes before it says a key.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "sotto/digest/digest.hpp"

namespace sotto::test {

/// What a node has to be started with, so that it makes copies.
std::pair<std::string, std::string> variable_for_kept_keys(const std::filesystem::path& state);
/// Copies of a site's keys for one session: more than one where it restarted, or lost one that it had not said.
std::vector<std::filesystem::path> kept_keys(const std::filesystem::path& state, const Digest& session);

/// Where a site keeps the key of a session.
std::filesystem::path key_file_of(const std::filesystem::path& state, const Digest& session);

}  // namespace sotto::test
