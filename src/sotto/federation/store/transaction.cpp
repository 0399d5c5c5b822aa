// SPDX-License-Identifier: MIT
// All of it or nothing.
#include "sotto/federation/store/transaction.hpp"

#include <sqlite3.h>

namespace sotto {

Transaction::Transaction(Database& database) : database_(database) {
  database_.execute("BEGIN IMMEDIATE");
}

Transaction::~Transaction() {
  // An error may have ended it already; whatever this says, the rows are not there.
  if (open_) sqlite3_exec(database_.handle(), "ROLLBACK", nullptr, nullptr, nullptr);
}

void Transaction::commit() {
  database_.execute("COMMIT");
  open_ = false;
  database_.checkpoint_if_long();
}

void Transaction::commit_into_main_file() {
  database_.execute("COMMIT");
  open_ = false;
  database_.checkpoint();
}

}  // namespace sotto
