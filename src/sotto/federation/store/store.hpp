// SPDX-License-Identifier: MIT
// What a node must not forget: its ledger, its rounds, its starts and what it saw of others, in one file.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "sotto/federation/store/audit_log.hpp"
#include "sotto/federation/store/damage.hpp"
#include "sotto/federation/store/database.hpp"
#include "sotto/federation/store/ledger.hpp"
#include "sotto/federation/store/promise.hpp"
#include "sotto/federation/store/round_log.hpp"
#include "sotto/federation/store/run_records.hpp"
#include "sotto/federation/store/sessions.hpp"
#include "sotto/federation/store/start.hpp"
#include "sotto/federation/store/witness.hpp"

namespace sotto {

/// One process at a time, and one thread. Every opening checks the whole file; damage, another owner, a newer version,
/// a network file system and a lock that somebody holds are InvalidInput (store). Opening an older version to write
/// brings it to this one. What the methods give refers to this store.
class Store {
 public:
  /// What is done with a state whose log lost its end: only a node goes on, since it can ask the neighbours.
  enum class WhenLost { refuse, go_on };

  /// `owner`: the public key of the site, as text. It is kept in the file; a state of another owner is refused.
  static Store create_or_open(const std::filesystem::path& folder, const std::string& owner,
                              WhenLost when = WhenLost::refuse);
  static Store open(const std::filesystem::path& folder, const std::string& owner, WhenLost when = WhenLost::refuse);
  /// A copy of a state, which comes without a mark: only restore_backup makes a state of it.
  static Store open_copy(const std::filesystem::path& folder, const std::string& owner);
  /// For commands that only look: no byte of the file changes, and an older version stays one.
  static Store open_to_read(const std::filesystem::path& folder);
  /// All that is wrong with a state, where it can be read at all.
  static std::vector<Damage> inspect(const std::filesystem::path& folder);

  /// What this opening found lost. It was noted: the next opening finds nothing new.
  const std::optional<LostTail>& lost_tail() const { return lost_tail_; }
  /// The last round of a session that may have been sent, as far as the mark says. While rows end before it nothing new
  /// may be drawn in that session, and nothing of its run is returned.
  std::optional<std::int64_t> promised_round(const Digest& session) const;

  /// Takes the next incarnation; in the main file when it returns.
  Start start(const std::string& version);
  std::vector<Start> starts() const;
  /// Whether there was a start of this number and id: otherwise this state is not the one that started so.
  bool has_started_as(std::int64_t incarnation, const StartId& id) const;
  const std::string& owner() const { return owner_; }

  /// HMAC of the digest of a data file, under a key that never leaves the state: so that changed data are noticed and
  /// nobody can test a guess about them. Never sent, logged or exported.
  Digest keyed_digest_of_data(const Digest& of_file) const;

  Ledger ledger() const { return Ledger(*database_); }
  RoundLog rounds() const { return RoundLog(*database_); }
  Sessions sessions() const { return Sessions(*database_); }
  RunRecords runs() const { return RunRecords(*database_); }
  Witness witness() const { return Witness(*database_); }
  AuditLog audit() const { return AuditLog(*database_); }
  Evidence evidence() const { return Evidence(*database_); }
  DisownedStarts disowned() const { return DisownedStarts(*database_); }
  Closings closings() const { return Closings(*database_); }
  /// For exports and tests.
  Database& database() const { return *database_; }

 private:
  Store(std::unique_ptr<Database> database, std::string owner);
  static Store checked(std::unique_ptr<Database> database, const std::string& owner, WhenLost when);

  std::unique_ptr<Database> database_;
  std::string owner_;
  std::optional<LostTail> lost_tail_;
  Mark promised_at_open_;
};

}  // namespace sotto
