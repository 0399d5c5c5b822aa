// SPDX-License-Identifier: MIT
// Keys of sessions as nodes keep them: copied, still sealed, while they lie in a state.
#pragma once

#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "sotto/digest/digest.hpp"
#include "sotto/graph/graph.hpp"

namespace sotto::test {

class FederationUnderTest;

struct KeptKey {
  NodeId node;
  Digest session;
  std::filesystem::path copy;
};

class KeptKeys {
 public:
  /// Looks into the states of all sites; what was seen before is not copied again.
  void learn(const FederationUnderTest& federation);
  const std::vector<KeptKey>& all() const { return all_; }

 private:
  void copy_from(const FederationUnderTest& federation);

  std::vector<KeptKey> all_;
  std::set<std::string> seen_;  // the files' bytes: each sealing has a nonce of its own
};

/// Where a site keeps the key of a session.
std::filesystem::path key_file_of(const std::filesystem::path& state, const Digest& session);

}  // namespace sotto::test
