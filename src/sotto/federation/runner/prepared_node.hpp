// SPDX-License-Identifier: MIT
// All that a node needs before it speaks to anybody: who it is, what was agreed, its records, its store.
#pragma once

#include <memory>
#include <string>

#include "sotto/data/dataset/dataset.hpp"
#include "sotto/digest/digest.hpp"
#include "sotto/federation/identity/site_identity.hpp"
#include "sotto/federation/manifest/session.hpp"
#include "sotto/federation/runner/start_checks.hpp"
#include "sotto/federation/store/store.hpp"
#include "sotto/federation/wire/round_message.hpp"

namespace sotto {

struct PreparedNode {
  Manifest manifest;
  std::vector<SignedAmendment> amendments;  ///< that count
  Session session;                          ///< which rounds, messages and witnesses are about
  SiteIdentity identity;
  NodeId number;
  Digest run;           ///< which is debited
  std::string dataset;  ///< in the ledger that pays
  Store store;
  std::unique_ptr<Objective> objective;
  RunRecord record = {};  ///< what the run is bound to when it is debited: the records, too
  RowCounts counts = {};  ///< what rules had to mend: for the operator's terminal alone
  Round completed = 0;    ///< gradient rounds of masked sums that were done before this session began

  const Party& party() const { return manifest.parties()[number]; }
  RunKind kind() const { return session.kind(); }
  const Plan& plan() const { return session.plan_of(number); }
  BookedUnits cost() const { return units_of_run(manifest.plan_of(number)); }  ///< of the whole run, as it was debited
  /// How own messages look.
  RoundMessage::Sender own_sender() const { return session.sender(number, completed); }
};

/// In the audit log of a node that left when nobody needed it any more.
inline constexpr const char* all_done_event = "all-done";
/// And of one that began to look for its neighbours.
inline constexpr const char* started_event = "started";
/// And of one that is about to end; not in the audit log.
inline constexpr const char* stopping_event = "stopping";

/// Refuses (InvalidInput): a state that others can change or read, or that is not complete, and too few descriptors
/// (store); a manifest that a party has not signed or that this site is no party of; a ledger that cannot pay (budget);
/// another party's ledger that is lower than before (network); records that are not what was declared, or not those
/// that the run began with (data); a run that was released or closed (budget). Sends nothing, spends nothing.
PreparedNode prepare_node(const NodeOptions& options);

// Rounds of one's own, out of the store: what was committed is what was said.

/// InvalidInput (store) where a row is no message of this node.
RoundMessage own_message(const PreparedNode& prepared, Round round);
/// The last that was committed; round 1 where none was. InvalidInput (store) where a row is no message of this node.
RoundMark last_own_mark(const PreparedNode& prepared);
/// y of a round; nothing for those before the first message.
Released own_value(const PreparedNode& prepared, Round round);

// With masked sums, over all sessions of the run:

/// The sum that a row's message was made from. InvalidInput (store) where the row holds none.
Released sum_of_row(const PreparedNode& prepared, const Digest& session, Round round);

/// The sums that entered the first `count` gradient rounds of this node, the public zero first.
std::vector<Released> sums_heard(const PreparedNode& prepared, Round count);
/// How many rounds this node has a sum of, before the present session, and the last one.
struct Completed {
  Round rounds = 0;
  std::optional<Released> sum = std::nullopt;
};
Completed completed_before(const PreparedNode& prepared);

/// The store makes a keyed digest of it, to see whether the files are still the same. Of one or two files (rows,
/// labels). InvalidInput (data) where one cannot be read.
Digest digest_of_files(const std::string& rows, const std::string& labels);

}  // namespace sotto
