// SPDX-License-Identifier: MIT
// SQL statements with their values, and transactions.
#pragma once

#include <string>

#include "sotto/federation/store/database.hpp"

struct sqlite3_stmt;

namespace sotto {

/// Rows are taken one after the other.
class Statement {
 public:
  Statement(Database& database, const std::string& sql, const Row& given = {});
  ~Statement();
  Statement(const Statement&) = delete;
  Statement& operator=(const Statement&) = delete;

  /// Whether there is a row. A rule of the store that refuses, and every other error, is InvalidInput (store).
  bool step();
  Row row() const;

 private:
  void bind(int place, const Value& value);

  Database& database_;
  std::string sql_;
  sqlite3_stmt* statement_;
};

/// All of it or nothing: what is not committed when this goes was never written.
class Transaction {
 public:
  explicit Transaction(Database& database);
  ~Transaction();
  Transaction(const Transaction&) = delete;
  Transaction& operator=(const Transaction&) = delete;

  /// On the disk when it returns.
  void commit();
  /// The same, and in the main file: a log that is cut later does not take it away.
  void commit_into_main_file();

 private:
  Database& database_;
  bool open_ = true;
};

}  // namespace sotto
