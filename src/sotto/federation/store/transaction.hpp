// SPDX-License-Identifier: MIT
// All of it or nothing: what is not committed when this goes was never written.
#pragma once

#include "sotto/federation/store/database.hpp"

namespace sotto {

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
