// SPDX-License-Identifier: MIT
// In which session a run is: amendments count when all who remain have signed the same.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "sotto/federation/manifest/session.hpp"

namespace sotto {

/// The session after all amendments that count, and who has not signed the next one.
struct FoundSession {
  Session session;
  std::vector<SignedAmendment> amendments = {};  ///< that count, with all signatures
  std::optional<Amendment> proposed = {};        ///< the next one, where somebody has signed it
  std::vector<std::string> missing = {};         ///< who has not
};
/// Refuses (InvalidInput) files that are no amendments, and signatures under different ones.
FoundSession find_session(const std::string& manifest_path, const Session& first);

/// The same from signed amendments that somebody shows; those that do not count are left out.
Session session_shown(const std::vector<SignedAmendment>& shown, const Session& first);

}  // namespace sotto
