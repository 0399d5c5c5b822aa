// SPDX-License-Identifier: MIT
// A session: the members by whom a run goes on, and their plans. A run has one until members are lost for good. Then
// the others amend it, and go on in another one.
#pragma once

#include <memory>
#include <vector>

#include "sotto/federation/manifest/amendment.hpp"
#include "sotto/federation/manifest/manifest.hpp"
#include "sotto/privacy/pair_masks.hpp"

namespace sotto {

class Session {
 public:
  /// The first one of a run: all parties are members.
  Session(std::shared_ptr<const Manifest> manifest, RunKind kind);
  /// The one that the amendment begins. Refuses (InvalidInput): one of another session, names that are no members, a
  /// run without masked sums, no spare round left, too few members (fewest_left, or for a connected graph).
  Session amended(const Amendment& amendment) const;
  /// With masked sums: so many members an amendment must leave. Of n members with q that collude it is the least number
  /// with 2 left > n + q. Two groups of it share more than q members, and one of these is honest and signs for one
  /// group. It is q + 2 or more wherever somebody is left out, as the promise asks.
  std::size_t fewest_left() const;

  /// Names its rounds on the wire and in the store. The first session has the run's own.
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

}  // namespace sotto
