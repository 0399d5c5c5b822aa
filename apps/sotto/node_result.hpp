// SPDX-License-Identifier: MIT
// What a node ends a run with: files under STATE/runs, and a text.
#pragma once

#include <filesystem>
#include <string>

#include "sotto/federation/runner/node_runner.hpp"

namespace sotto::app {

struct NodeResult {
  std::filesystem::path folder;
  std::string json;  ///< sotto.node-result/1
  std::string text;
};

/// result.json, certificate.txt, and model.json where a model can be used on other rows. Written to temporary names
/// and renamed; writing it again changes nothing.
NodeResult write_node_result(const PreparedNode& node, const NodeOptions& options, const NodeOutcome& outcome);

}  // namespace sotto::app
