// SPDX-License-Identifier: MIT
// All that a node needs before it speaks to anybody: who it is, what was agreed, its records, its store.
#pragma once

#include <memory>
#include <string>

#include "sotto/data/dataset/dataset.hpp"
#include "sotto/digest/digest.hpp"
#include "sotto/federation/identity/site_identity.hpp"
#include "sotto/federation/manifest/manifest.hpp"
#include "sotto/federation/runner/start_checks.hpp"
#include "sotto/federation/store/store.hpp"
#include "sotto/federation/wire/round_message.hpp"

namespace sotto {

struct PreparedNode {
  Manifest manifest;
  SiteIdentity identity;
  NodeId number;
  Digest run;
  std::string dataset;  ///< in the ledger that pays
  Store store;
  std::unique_ptr<Objective> objective;
  RunRecord record = {};  ///< what the run is bound to when it is debited: the records, too
  RowCounts counts = {};  ///< what rules had to mend: for the operator's terminal alone

  const Party& party() const { return manifest.parties()[number]; }
  RunKind kind() const { return run == manifest.run_id() ? RunKind::real : RunKind::dry; }
  const Plan& plan() const { return manifest.plan_of(number); }
  BookedUnits cost() const { return units_of_run(plan()); }
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

/// The last that was committed; round 1 where none was. InvalidInput (store) where a row is no message of this node.
RoundMark last_own_mark(const PreparedNode& prepared);
/// y of a round; nothing for those before the first message.
Released own_value(const PreparedNode& prepared, Round round);

/// The store makes a keyed digest of it, to see whether the files are still the same. Of one or two files (rows,
/// labels). InvalidInput (data) where one cannot be read.
Digest digest_of_files(const std::string& rows, const std::string& labels);

}  // namespace sotto
