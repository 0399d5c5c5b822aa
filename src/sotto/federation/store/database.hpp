// SPDX-License-Identifier: MIT
// The one file of a store, opened by SQLite: one process at a time, every commit on the disk when it returns.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "sotto/federation/store/chain.hpp"
#include "sotto/federation/store/round_log.hpp"
#include "sotto/federation/store/table.hpp"

struct sqlite3;
struct sqlite3_stmt;

namespace sotto {

class MarkFile;

/// After an error nothing more is asked of it: a write that failed once may not be tried again.
class Database {
 public:
  /// `writing` sets what makes commits durable and reads it back; `reading` changes no byte of the file.
  enum class Use { writing, reading };
  /// The file must be there. Takes the lock at once: InvalidInput (store) when another process has it.
  Database(const std::filesystem::path& file, Use use);
  /// A database in memory, to compare a schema with.
  Database();
  ~Database();
  Database(const Database&) = delete;
  Database& operator=(const Database&) = delete;

  void execute(const std::string& sql);
  std::vector<Row> rows(const std::string& sql, const Row& given = {});
  std::int64_t whole_number(const std::string& sql, const Row& given = {});

  /// The version of the schema, as `version_of` says it; asked of the file once.
  std::int64_t version();
  void know_version(std::int64_t version) { version_ = version; }

  /// Moves all commits into the main file and empties the log of new ones (WAL).
  void checkpoint();
  /// The same when the log is long. Never in parts: a main file with some of a log, then cut, would mix two times.
  void checkpoint_if_long();

  /// From now on every commit is marked outside the database before anything can follow from it. See MarkFile.
  void keep_mark(std::unique_ptr<MarkFile> mark);
  const MarkFile* mark() const { return mark_.get(); }
  ChainEnds& ends() { return ends_; }
  Recent& recent() { return recent_; }
  /// A transaction was committed: its rows are promised. `forced`: on the disk.
  enum class Promise { written, forced };
  void promise(Promise how);

  /// A statement of this text that nobody else uses: prepared once, kept, and given back.
  sqlite3_stmt* take_statement(const std::string& sql);
  void give_back(const std::string& sql, sqlite3_stmt* statement);

  sqlite3* handle() const { return handle_; }
  const std::filesystem::path& file() const { return file_; }
  Use use() const { return use_; }

  /// Turns SQLite's code into InvalidInput (store). Anything but a rule of the store itself breaks the database.
  [[noreturn]] void fail(int code, const std::string& doing);
  void refuse_if_broken() const;

 private:
  void configure();
  void close();
  void demand(const std::string& pragma, const std::string& value, const std::string& answer);

  std::filesystem::path file_;
  sqlite3* handle_ = nullptr;
  Use use_;
  bool broken_ = false;
  int pages_in_log_ = 0;
  std::optional<std::int64_t> version_;
  ChainEnds ends_;
  Recent recent_;
  std::unique_ptr<MarkFile> mark_;
  std::unordered_map<std::string, std::vector<sqlite3_stmt*>> statements_;  // that nobody uses
};

}  // namespace sotto
