// SPDX-License-Identifier: MIT
// What a party signs: a manifest (that it agrees to the run, and how far its ledger was when it did), and its last word
// on a run.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "sotto/digest/digest.hpp"
#include "sotto/federation/identity/site_key.hpp"
#include "sotto/federation/manifest/manifest.hpp"
#include "sotto/privacy/ledger_units.hpp"

namespace sotto {

struct ManifestSignature {
  std::string name;
  Digest run;
  std::uint64_t ledger_entries = 0;
  Digest ledger_head = {};
  LedgerUnits spent = {};  ///< on the party's dataset, before this run; against the threats it was planned for
  std::string signature = {};

  void sign(const SiteKey& key);
  bool is_by(const PublicKey& key) const;

 private:
  std::string signed_text() const;
};

/// Signatures lie beside a manifest: M.toml.signatures/NAME.json.
std::filesystem::path signature_path(const std::string& manifest_path, const std::string& name);

/// sotto.manifest-signature/1. Replaces an older one of the same party.
void write_signature(const std::string& manifest_path, const ManifestSignature& signature);

/// What there is of a party, and why it does not count (empty where it does).
struct FoundSignature {
  std::optional<ManifestSignature> signature;
  std::string fault;
};
FoundSignature find_signature(const std::string& manifest_path, const Manifest& manifest, NodeId party);

/// The signatures of all parties; refuses (configuration) unless every one of them agreed to this very manifest.
std::vector<ManifestSignature> signatures_of_all(const std::string& manifest_path, const Manifest& manifest);

/// Which message of a neighbour a site holds last. It hears nothing more of that run.
struct LastWord {
  Digest run;
  std::string by;      ///< the name of the site that says it
  std::string by_key;  ///< its public key, as text
  std::string of;      ///< the name of the site whose messages it heard
  std::string of_key;
  std::int64_t round = 0;             ///< the last one; 0 where it holds none
  std::optional<Digest> digest = {};  ///< of that message
  std::string signature = {};

  void sign(const SiteKey& key);
  bool is_by(const PublicKey& key) const;
  bool operator==(const LastWord&) const = default;

 private:
  std::string signed_text() const;
};

/// sotto.last-word/1, as a document with a line for each field. And back; nothing for any other text.
std::string to_json(const LastWord& word);
std::optional<LastWord> last_word_from(const std::string& json);

}  // namespace sotto
