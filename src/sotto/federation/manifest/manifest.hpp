// SPDX-License-Identifier: MIT
// The manifest of a federation: all that its parties agree on before the first of them says anything. Public.
#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "sotto/agreement/advice_settings.hpp"
#include "sotto/agreement/agreement.hpp"
#include "sotto/data/dataset/dataset.hpp"
#include "sotto/digest/digest.hpp"
#include "sotto/federation/manifest/manifest_fields.hpp"
#include "sotto/federation/wire/round_message.hpp"

namespace sotto {

class Manifest {
 public:
  /// A configuration with a table [federation] and names, addresses, keys and datasets in its tables [node.N]. All
  /// faults at once. Neither flags nor the environment can change a value.
  static Manifest read(const std::string& path);
  static Manifest read_text(const std::string& name, const std::string& text);

  Purpose purpose() const { return federation_.purpose; }
  /// Noisy rounds leave on whole beats of this length, where parties want to hide how long a gradient took.
  std::optional<std::chrono::duration<double>> round_period() const {
    return federation_.round_period ? std::optional(std::chrono::duration<double>(*federation_.round_period))
                                    : std::nullopt;
  }
  const FederationSettings& federation() const { return federation_; }
  const std::vector<Party>& parties() const { return parties_; }
  const Agreement& agreement() const { return *agreement_; }
  /// What a dry run draws its records by.
  const RecordAssumptions& assumed() const { return assumed_; }

  /// Every value that counts, a line each, in a fixed order. The run id is the digest of these bytes; a dry run, in
  /// which no record takes part, has another.
  const std::string& canonical() const { return canonical_; }
  Digest run_id() const { return digest_of(canonical_); }
  Digest dry_run_id() const { return digest_of("dry run\n" + canonical_); }

  /// By the key in its row; nothing for a stranger.
  std::optional<NodeId> number_of(const PublicKey& key) const;
  std::vector<NodeId> neighbours_of(NodeId node) const;

  const Plan& plan_of(NodeId node) const { return plans_[node]; }
  const Averaging& averaging() const { return averaging_; }
  Round consensus_rounds() const { return consensus_rounds_; }  ///< K
  /// y(last_round()) is the last message, and the result.
  Round last_round() const;
  bool is_masked() const { return plans_[0].is_masked(); }
  std::size_t dimension() const;
  /// No |value| of a message after the last noisy one lies above it.
  double averaged_limit() const;

 private:
  Manifest() = default;
  static Manifest of(Settings settings);

  FederationSettings federation_;
  std::vector<Party> parties_;
  std::shared_ptr<const Agreement> agreement_;
  RecordAssumptions assumed_ = {};
  std::vector<Plan> plans_;
  Averaging averaging_;
  Round consensus_rounds_ = 0;
  std::string canonical_;
};

/// What two canonical texts say differently: "privacy.epsilon: 4.0 here, 8.0 there".
std::vector<std::string> differing_fields(const std::string& here, const std::string& there);

/// Whether a manifest may say this: no name of any file, nor what only simulations and audits look at.
bool belongs_in_manifest(const std::string& key);

/// "key = value" lines: what was declared, defaults filled in; the parties; and digests of what follows from all that,
/// so that a program which computes another plan has another run id.
std::string canonical_text(const Manifest& manifest);

/// What a manifest is made of, as a file.
struct ManifestDraft {
  Purpose purpose;
  Terms terms;  ///< of each node the number of records is declared; where they lie is left out
  std::uint64_t seed;
  std::vector<Party> parties;
};

/// TOML that Manifest::read_text takes.
std::string manifest_toml(const ManifestDraft& draft);

/// Whether these are a manifest's: they have a table [federation].
bool is_of_manifest(const Settings& settings);
/// What a manifest has beside the terms is known, and passed over: for readers of the terms alone.
void pass_over_parties(Reader& reader);

struct OwnFiles {
  std::string rows;
  std::string labels;
};

/// Reads these files and no others. Throws InvalidInput (data) where they are not what was declared.
std::unique_ptr<Objective> objective_of_party(const Agreement& agreement, NodeId node, const OwnFiles& files,
                                              RowCounts& counts);

/// On drawn rows of the declared number: the objective that real records would have. No file is opened.
std::unique_ptr<Objective> drawn_objective_of_party(const Manifest& manifest, NodeId node);

}  // namespace sotto
