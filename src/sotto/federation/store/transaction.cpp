// SPDX-License-Identifier: MIT
// All of it or nothing.
#include "sotto/federation/store/transaction.hpp"

#include <sqlite3.h>

#include "sotto/federation/store/statement.hpp"

namespace sotto {

Transaction::Transaction(Database& database) : database_(database) {
  Statement(database_, "BEGIN IMMEDIATE").step();
}

Transaction::~Transaction() {
  if (!open_) return;
  // An error may have ended it already; whatever this says, the rows are not there.
  sqlite3_exec(database_.handle(), "ROLLBACK", nullptr, nullptr, nullptr);
  database_.ends().forget();
  database_.recent().forget();
}

void Transaction::commit() {
  Statement(database_, "COMMIT").step();
  open_ = false;
  database_.promise(Database::Promise::written);
  database_.checkpoint_if_long();
}

void Transaction::commit_into_main_file() {
  Statement(database_, "COMMIT").step();
  open_ = false;
  database_.checkpoint();  // first: what a mark says of ledger and starts is in the main file
  database_.promise(Database::Promise::forced);
}

}  // namespace sotto
