// SPDX-License-Identifier: MIT
#include "sotto/federation/store/sessions.hpp"

#include <algorithm>

#include "sotto/federation/store/chain.hpp"
#include "sotto/federation/store/damage.hpp"
#include "sotto/federation/store/database.hpp"
#include "sotto/federation/store/ledger.hpp"
#include "sotto/federation/store/start.hpp"
#include "sotto/federation/store/statement.hpp"

namespace sotto {

/// An older version that was opened to read has no such table, and no run of it has a second session.
bool Sessions::is_kept() const {
  return database_->version() >= tables::sessions.since;
}

void Sessions::add(const Digest& session, const Digest& run, SessionRowKind kind, const std::string& word) const {
  append(*database_, tables::sessions,
         {seconds_now(), blob_of(session), blob_of(run), Text{std::string(name_of(kind))}, Blob{word}});
}

void Sessions::begin(const Digest& session, const Digest& run, const std::string& amendment) const {
  if (session == run) return;  // the first one
  const auto refuse = [&](const std::string& why) {
    refuse_state(database_->file(), "session " + session.hex() + " cannot begin: " + why + "; nothing was sent");
  };
  Transaction transaction(*database_);
  if (const Digest before = run_of(session); before != session) {
    if (before != run) refuse("it belongs to another run");
    return;
  }
  if (run_of(run) != run) refuse("what it would belong to is itself a session");
  if (Ledger(*database_).debit_of(session)) refuse("it was debited as a run");
  if (database_->whole_number("SELECT count(*) FROM sessions WHERE session = ?1 OR run = ?1", {blob_of(session)}) > 0)
    refuse("it was a run before");
  add(session, run, SessionRowKind::begun, amendment);
  transaction.commit_into_main_file();
}

Digest Sessions::run_of(const Digest& session) const {
  if (!is_kept()) return session;
  const std::vector<Row> found =
      database_->rows("SELECT run FROM sessions WHERE session = ? AND kind = 'begun'", {blob_of(session)});
  return found.empty() ? session : digest_from_bytes(std::get<Blob>(found[0][0]).bytes).value();
}

std::vector<Digest> Sessions::sessions_of(const Digest& run) const {
  std::vector<Digest> all{run};
  if (!is_kept()) return all;
  for (const Row& row :
       database_->rows("SELECT session FROM sessions WHERE run = ? AND kind = 'begun' ORDER BY number", {blob_of(run)}))
    all.push_back(digest_from_bytes(std::get<Blob>(row[0]).bytes).value());
  return all;
}

void Sessions::keep_word(const Digest& session, SessionRowKind kind, const std::string& said) const {
  const auto refuse = [&](const std::string& why) {
    refuse_state(database_->file(), "the word '" + std::string(name_of(kind)) + "' of session " + session.hex() +
                                        " cannot be kept: " + why + "; nothing was sent");
  };
  if (kind == SessionRowKind::begun) refuse("it is no word");
  Transaction transaction(*database_);
  if (const std::optional<std::string> before = word(session, kind)) {
    if (*before != said) refuse("this site said another one before");
    return;
  }
  add(session, run_of(session), kind, said);
  transaction.commit_into_main_file();
}

std::optional<std::string> Sessions::word(const Digest& session, SessionRowKind kind) const {
  if (!is_kept()) return std::nullopt;
  const std::vector<Row> found = database_->rows("SELECT word FROM sessions WHERE session = ? AND kind = ?",
                                                 {blob_of(session), Text{std::string(name_of(kind))}});
  return found.empty() ? std::nullopt : std::optional(std::get<Blob>(found[0][0]).bytes);
}

std::optional<std::string> SessionsCheck::next(const Row& row) {
  const auto bytes_at = [&](const char* name) {
    return std::get<Blob>(row.at(place_of_column(tables::sessions, name))).bytes;
  };
  const std::string session = bytes_at("session"), run = bytes_at("run");
  const auto kind = value_named<SessionRowKind>(std::get<Text>(row.at(place_of_column(tables::sessions, "kind"))).text);
  if (!kind || !digest_from_bytes(session) || !digest_from_bytes(run)) return "is no row of a session";
  std::vector<SessionRowKind>& kinds = kinds_[session];
  if (std::find(kinds.begin(), kinds.end(), *kind) != kinds.end()) return "says the same a second time";
  const bool is_first = kinds.empty();
  kinds.push_back(*kind);
  const auto known = run_of_session_.find(session);
  if (*kind != SessionRowKind::begun)
    return run == (known == run_of_session_.end() ? session : known->second)
               ? std::nullopt
               : std::optional<std::string>("names another run than its session began in");
  if (session == run || !is_first || runs_.contains(session) || run_of_session_.contains(run))
    return "begins a session that is a run, or in a run that is a session";
  runs_.insert(run);
  run_of_session_[session] = run;
  return std::nullopt;
}

}  // namespace sotto
