// SPDX-License-Identifier: MIT
// A session: the members by whom a run goes on, and their plans. A run has one until members are lost for good. Then
// the others amend it, and go on in another one.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "sotto/federation/manifest/manifest.hpp"
#include "sotto/privacy/pair_masks.hpp"

namespace sotto {

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

class Session {
 public:
  /// The first one of a run: all parties are members.
  Session(std::shared_ptr<const Manifest> manifest, RunKind kind);
  /// The one that the amendment begins. Refuses (InvalidInput): one of another session, names that are no members, a
  /// run without masked sums, no spare round left, too few members (for the promise, for more than half of those
  /// before, for a connected graph).
  Session amended(const Amendment& amendment) const;

  /// Of rounds, on the wire and in the store. That of the first session is the run's own.
  const Digest& id() const { return id_; }
  const Digest& run() const { return run_; }   ///< which is debited
  unsigned number() const { return number_; }  ///< from 0: how many amendments there are
  RunKind kind() const { return kind_; }
  const Manifest& manifest() const { return *manifest_; }

  const std::vector<NodeId>& members() const { return members_; }
  bool has(NodeId node) const;
  bool is_masked() const { return plans_[members_[0]].is_masked(); }
  const Plan& plan_of(NodeId node) const { return plans_[node]; }
  Roster roster() const { return Roster(std::vector<std::uint32_t>(members_.begin(), members_.end())); }

  std::vector<NodeId> neighbours_of(NodeId node) const;
  /// Whose messages enter a round of this node, rising: its neighbours, or with masked sums all other members.
  std::vector<NodeId> heard_by(NodeId node) const;
  /// Whether the shortest way from the author to `node` goes over `over`, its neighbour: of several the lowest.
  bool passes(NodeId author, NodeId over, NodeId node) const;

  /// How a message of this node must look. `completed`: how many gradient rounds were done before this session.
  RoundMessage::Sender sender(NodeId node, Round completed = 0) const;
  /// y(last_round) is the last message, and the result.
  Round last_round(Round completed = 0) const;

 private:
  void find_ways();

  std::shared_ptr<const Manifest> manifest_;
  Digest id_, run_;
  unsigned number_ = 0;
  RunKind kind_;
  std::vector<NodeId> members_;
  std::vector<Plan> plans_;                // of all parties, by number
  std::vector<std::vector<NodeId>> ways_;  // by author and node: the neighbour over which its messages come
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
