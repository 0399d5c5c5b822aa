// SPDX-License-Identifier: MIT
// An amendment: what all who remain sign when members of masked sums are lost for good, and the files that hold it.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "sotto/digest/digest.hpp"
#include "sotto/federation/identity/site_key.hpp"

namespace sotto {

/// A run has no more.
inline constexpr unsigned most_amendments = 1000;

/// That a run of masked sums goes on without some members. It counts when all that remain have signed the same.
struct Amendment {
  Digest run;
  unsigned number = 1;  ///< from 1
  Digest before;        ///< the session that it ends
  std::vector<std::string> without;

  std::string text() const;  ///< what is signed
  bool operator==(const Amendment&) const = default;
};

/// By one of those who remain.
struct SignedAmendment {
  Amendment amendment;
  std::string name;
  std::string signature = {};

  void sign(const SiteKey& key);
  bool is_by(const PublicKey& key) const;
};

/// Amendments lie beside a manifest: M.toml.amendments/1/NAME.json.
std::filesystem::path amendment_path(const std::string& manifest_path, unsigned number, const std::string& name);

/// sotto.amendment/1.
void write_amendment(const std::string& manifest_path, const SignedAmendment& signed_by);
std::string to_json(const SignedAmendment& signed_by);
std::optional<SignedAmendment> amendment_from(const std::string& json);

/// Amendments one after another, as a node shows them to others; and back: what is none is left out.
std::string shown(const std::vector<SignedAmendment>& amendments);
std::vector<SignedAmendment> amendments_in(const std::string& shown);

/// Names in a sentence.
std::string listed(const std::vector<std::string>& names);

}  // namespace sotto
