// SPDX-License-Identifier: MIT
// What an operator says to one node. Nothing here can change what the manifest fixes.
#pragma once

#include <chrono>
#include <filesystem>
#include <optional>
#include <string>

#include "sotto/federation/manifest/party.hpp"

namespace sotto {

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

}  // namespace sotto
