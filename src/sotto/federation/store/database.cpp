// SPDX-License-Identifier: MIT
#include "sotto/federation/store/database.hpp"

#include <sqlite3.h>

#include "sotto/federation/store/damage.hpp"
#include "sotto/federation/store/mark.hpp"
#include "sotto/federation/store/schema.hpp"
#include "sotto/federation/store/statement.hpp"
#include "sotto/input/invalid_input.hpp"
#include "sotto/input/printable.hpp"

namespace sotto {
namespace {

constexpr int long_log_in_pages = 1000;

int count_pages(void* count, sqlite3*, const char*, int pages) {
  *static_cast<int*>(count) = pages;
  return SQLITE_OK;
}

std::string reason_of(int code) {
  switch (code & 0xff) {
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
      return "state is in use by another process: end that one first (a node, or a command on the same state)";
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
      return "is damaged: nothing was sent; see docs/operations.md before restoring a copy";
    case SQLITE_FULL:
      return "the disk is full: nothing was sent; make room and start again";
    case SQLITE_PERM:
    case SQLITE_READONLY:
    case SQLITE_CANTOPEN:
      return "cannot be opened for writing: its owner must run this, and may have to make it writable";
    default:
      return "cannot be read or written: nothing was sent; nothing is tried twice, so mend the disk and start again";
  }
}

}  // namespace

Database::Database(const std::filesystem::path& file, Use use) : file_(file), use_(use) {
  const int code = sqlite3_open_v2(file.c_str(), &handle_, SQLITE_OPEN_READWRITE | SQLITE_OPEN_FULLMUTEX, nullptr);
  try {
    if (code != SQLITE_OK) fail(code, "opening");
    configure();
  } catch (...) {
    close();
    throw;
  }
}

Database::Database() : file_(":memory:"), use_(Use::writing) {
  if (const int code = sqlite3_open(":memory:", &handle_); code != SQLITE_OK) fail(code, "opening");
}

Database::~Database() {
  try {
    if (mark_) mark_->force();  // closing moves the log into the main file
  } catch (const InvalidInput&) {
    broken_ = true;  // the mark is an older one: it promises less
  }
  close();
}

void Database::close() {
  for (const auto& [sql, free] : statements_)
    for (sqlite3_stmt* statement : free) sqlite3_finalize(statement);
  sqlite3_close_v2(handle_);
}

sqlite3_stmt* Database::take_statement(const std::string& sql) {
  refuse_if_broken();
  std::vector<sqlite3_stmt*>& free = statements_[sql];
  sqlite3_stmt* statement = nullptr;
  if (!free.empty()) {
    statement = free.back();
    free.pop_back();
    return statement;
  }
  const int code = sqlite3_prepare_v3(handle_, sql.c_str(), static_cast<int>(sql.size()), SQLITE_PREPARE_PERSISTENT,
                                      &statement, nullptr);
  if (code != SQLITE_OK) fail(code, "preparing");
  return statement;
}

void Database::give_back(const std::string& sql, sqlite3_stmt* statement) {
  sqlite3_reset(statement);
  sqlite3_clear_bindings(statement);
  statements_[sql].push_back(statement);
}

void Database::keep_mark(std::unique_ptr<MarkFile> mark) {
  mark_ = std::move(mark);
}

/// After each commit, and before the call returns that anything sent rests on. Forced to the disk with the first row of
/// a run and wherever the log moves into the main file; not with every round: a loss of power takes no commit away,
/// since SQLite forces the log, and a log that is lost otherwise leaves the mark that the operating system holds.
void Database::promise(Promise how) try {
  const bool moved = ends_.has_moved();
  const Mark next = mark_ ? after(mark_->mark(), ends_) : Mark{};
  ends_.settle();
  if (!mark_) return;
  const bool new_run = next.run != mark_->mark().run;
  if (moved) mark_->write(next);
  if (new_run || how == Promise::forced) mark_->force();
} catch (const InvalidInput&) {
  broken_ = true;
  throw;
}

void Database::demand(const std::string& pragma, const std::string& value, const std::string& answer) {
  if (!value.empty()) execute("PRAGMA " + pragma + " = " + value);
  const std::vector<Row> said = rows("PRAGMA " + pragma);
  const bool as_wanted =
      said.size() == 1 && said[0].size() == 1 &&
      (said[0][0] == Value(Text{answer}) || (std::holds_alternative<std::int64_t>(said[0][0]) &&
                                             std::to_string(std::get<std::int64_t>(said[0][0])) == answer));
  if (!as_wanted) refuse_state(file_, "SQLite does not hold PRAGMA " + pragma + " at " + answer);
}

void Database::configure() {
  sqlite3_extended_result_codes(handle_, 1);
  sqlite3_busy_timeout(handle_, 0);
  sqlite3_db_config(handle_, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
  sqlite3_db_config(handle_, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr);
  demand("locking_mode", "EXCLUSIVE", "exclusive");
  demand("cell_size_check", "ON", "1");
  demand("temp_store", "MEMORY", "2");
  if (use_ == Use::reading) {
    sqlite3_db_config(handle_, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, nullptr);
    demand("query_only", "ON", "1");
    whole_number("SELECT count(*) FROM sqlite_schema");  // takes the lock
    return;
  }
  demand("journal_mode", "WAL", "wal");
  demand("synchronous", "FULL", "2");
  demand("foreign_keys", "ON", "1");
  demand("recursive_triggers", "ON", "1");  // INSERT OR REPLACE asks the triggers too
  demand("wal_autocheckpoint", "0", "0");
  sqlite3_wal_hook(handle_, count_pages, &pages_in_log_);
  execute("BEGIN EXCLUSIVE");
  execute("COMMIT");
}

void Database::fail(int code, const std::string& doing) {
  if ((code & 0xff) == SQLITE_CONSTRAINT)
    refuse_state(file_, "its own rules refuse this row: " + printable(sqlite3_errmsg(handle_)));
  broken_ = true;  // what SQLite has to say beyond the code may name what lies in a file that is another one
  refuse_state(file_, reason_of(code) + " (SQLite " + std::to_string(code) + " while " + doing + ": " +
                          sqlite3_errstr(code) + ")");
}

void Database::refuse_if_broken() const {
  if (broken_) refuse_state(file_, "an earlier error was final: start again");
}

void Database::execute(const std::string& sql) {
  refuse_if_broken();
  if (const int code = sqlite3_exec(handle_, sql.c_str(), nullptr, nullptr, nullptr); code != SQLITE_OK)
    fail(code, "running " + sql.substr(0, 40));
}

std::vector<Row> Database::rows(const std::string& sql, const Row& given) {
  Statement statement(*this, sql, given);
  std::vector<Row> all;
  while (statement.step()) all.push_back(statement.row());
  return all;
}

std::int64_t Database::whole_number(const std::string& sql, const Row& given) {
  const std::vector<Row> answer = rows(sql, given);
  if (answer.size() != 1 || answer[0].empty() || !std::holds_alternative<std::int64_t>(answer[0][0]))
    refuse_state(file_, "is damaged: a count is no whole number; nothing was sent");
  return std::get<std::int64_t>(answer[0][0]);
}

std::int64_t Database::version() {
  if (!version_) version_ = version_of(*this);
  return *version_;
}

void Database::checkpoint() {
  refuse_if_broken();
  int in_log = -1, moved = -1;
  const int code = sqlite3_wal_checkpoint_v2(handle_, nullptr, SQLITE_CHECKPOINT_TRUNCATE, &in_log, &moved);
  if (code != SQLITE_OK) fail(code, "moving commits into the main file");
  pages_in_log_ = 0;
}

void Database::checkpoint_if_long() {
  if (pages_in_log_ < long_log_in_pages) return;
  checkpoint();
  promise(Promise::forced);
}

}  // namespace sotto
