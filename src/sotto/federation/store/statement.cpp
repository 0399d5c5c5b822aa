// SPDX-License-Identifier: MIT
#include "sotto/federation/store/statement.hpp"

#include <sqlite3.h>

namespace sotto {
namespace {

struct Binder {
  sqlite3_stmt* statement;
  int place;

  int operator()(std::monostate) const { return sqlite3_bind_null(statement, place); }
  int operator()(std::int64_t number) const { return sqlite3_bind_int64(statement, place, number); }
  int operator()(double number) const { return sqlite3_bind_double(statement, place, number); }
  int operator()(const Text& text) const {
    return sqlite3_bind_text64(statement, place, text.text.data(), text.text.size(), SQLITE_TRANSIENT, SQLITE_UTF8);
  }
  int operator()(const Blob& blob) const {
    return sqlite3_bind_blob64(statement, place, blob.bytes.data(), blob.bytes.size(), SQLITE_TRANSIENT);
  }
};

Value value_at(sqlite3_stmt* statement, int place) {
  const auto bytes = [&](const void* start) {
    const auto size = static_cast<std::size_t>(sqlite3_column_bytes(statement, place));
    return start == nullptr ? std::string() : std::string(static_cast<const char*>(start), size);
  };
  switch (sqlite3_column_type(statement, place)) {
    case SQLITE_INTEGER:
      return sqlite3_column_int64(statement, place);
    case SQLITE_FLOAT:
      return sqlite3_column_double(statement, place);
    case SQLITE_TEXT:
      return Text{bytes(sqlite3_column_text(statement, place))};
    case SQLITE_BLOB:
      return Blob{bytes(sqlite3_column_blob(statement, place))};
    default:
      return std::monostate();
  }
}

}  // namespace

Statement::Statement(Database& database, const std::string& sql, const Row& given)
    : database_(database), sql_(sql), statement_(database.take_statement(sql)) {
  try {
    for (std::size_t k = 0; k < given.size(); ++k) bind(static_cast<int>(k) + 1, given[k]);
  } catch (...) {
    database_.give_back(sql_, statement_);
    throw;
  }
}

Statement::~Statement() {
  database_.give_back(sql_, statement_);
}

void Statement::bind(int place, const Value& value) {
  const int code = std::visit(Binder{statement_, place}, value);
  if (code != SQLITE_OK) database_.fail(code, "filling in");
}

bool Statement::step() {
  database_.refuse_if_broken();
  const int code = sqlite3_step(statement_);
  if (code != SQLITE_ROW && code != SQLITE_DONE) database_.fail(code, "running");
  return code == SQLITE_ROW;
}

Row Statement::row() const {
  Row row;
  const int columns = sqlite3_column_count(statement_);
  for (int k = 0; k < columns; ++k) row.push_back(value_at(statement_, k));
  return row;
}

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
