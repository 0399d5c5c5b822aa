// SPDX-License-Identifier: MIT
// A federation of runners with masked sums, and what people do when a member of it is lost.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "federation/runner/federation_in_memory.hpp"

namespace sotto::test {

using Arrivals = std::vector<MemoryNetwork::Arrival>;
using Passing = MemoryNetwork::Passing;
using std::chrono::milliseconds;
using std::chrono::seconds;

inline Shape masked(NodeId nodes = 4, const std::string& graph = "complete") {
  return {.nodes = nodes, .graph = graph, .colluders = 1, .spare_rounds = 2};
}

std::string bytes_in(const std::filesystem::path& path);

/// All members but those left out and silent ones sign, as `sotto manifest amend` does it.
void amend(const FederationInMemory& federation, const std::vector<NodeId>& without,
           const std::set<NodeId>& silent = {});
/// After the amendments that count.
Session present_session(const FederationInMemory& federation);
/// A word of that session; nothing where the frame is none.
std::optional<SessionWord> word_in(const Frame& frame, const Session& session);

void stop_all_but(FederationInMemory& federation, NodeId lost, NodeId nodes);
/// Runs until round 3, loses a member, and lets all others sign the amendment; their processes have ended.
void lose(FederationInMemory& federation, NodeId lost, NodeId nodes);
std::vector<double> result_of(FederationInMemory& federation, NodeId i);
void expect_finish_without(FederationInMemory& federation, NodeId lost, NodeId nodes);

}  // namespace sotto::test
