// SPDX-License-Identifier: MIT
// A state with something in every table.
#include "federation/store/some_state.hpp"

#include <gtest/gtest.h>
#include <sqlite3.h>
#include <sys/wait.h>
#include <unistd.h>

#include "sotto/federation/store/statement.hpp"
#include "sotto/federation/store/table.hpp"

namespace sotto::test {

Digest run_number(int number) {
  return digest_of("run " + std::to_string(number));
}

RoundRow some_round(std::int64_t round, LedgerUnits cost) {
  return masked_round(round, same_for_all(cost));
}

RoundRow masked_round(std::int64_t round, const BookedUnits& cost) {
  const std::string bytes = "message of round " + std::to_string(round) + std::string(200, 'y');
  return {.round = round,
          .bytes = bytes,
          .digest = digest_of(bytes),
          .cost = cost,
          .inputs = std::string(digest_of("input " + std::to_string(round)).view())};
}

void fill(const Store& store) {
  const Ledger ledger = store.ledger();
  ledger.open_dataset("patients", some_promise);
  ledger.open_dataset("trial", {.epsilon = 1.0 / 3, .delta = 1e-9, .adjacency = Adjacency::add_remove});
  for (int number : {1, 2}) {
    store.runs().record({.run = run_number(number),
                         .kind = "real",
                         .dataset = "patients",
                         .manifest = "manifest of run " + std::to_string(number),
                         .data_digest = store.keyed_digest_of_data(digest_of("data"))});
    ledger.debit(run_number(number), "patients", same_for_all({.alpha = 1000, .total_variation = 100}));
    for (std::int64_t round = 2; round <= 6; ++round)
      store.rounds().commit(run_number(number), some_round(round),
                            {{.site = "ed25519:BBBB",
                              .round = round - 1,
                              .digest = digest_of("theirs"),
                              .signature = std::string(64, 's')}});
  }
  store.runs().finish(run_number(1), digest_of("model"));
  ledger.release(run_number(2));
  store.witness().judge_and_note(
      "ed25519:BBBB", {.incarnation = 3, .start = {}, .ledger = {.entries = 5, .hash = digest_of("their ledger")}},
      "their hello");
  store.audit().append("run-started", {{"run", run_number(1).hex()}, {"peer", "hospital B"}});
  store.audit().append("run-ended");
  store.evidence().append({.kind = "equivocation",
                           .site = "ed25519:BBBB",
                           .run = run_number(1),
                           .round = 3,
                           .first = "first",
                           .second = "second"});
  Transaction transaction(store.database());
  const std::int64_t time = 0;
  append(store.database(), tables::disowned,
         {time, std::int64_t{7}, Blob{std::string(16, 'i')}, Blob{"hello"}, Blob{"statement"}});
  append(store.database(), tables::closings,
         {time, blob_of(run_number(3)), Text{"ed25519:BBBB"}, std::int64_t{4}, blob_of(digest_of("d")), Blob{"word"}});
  transaction.commit();
}

Digest amended_session() {
  return digest_of("session after an amendment");
}

void fill_masked(const Store& store) {
  const Digest run = run_number(21);
  store.ledger().open_dataset("masked", some_promise, 8);
  store.ledger().debit(
      run, "masked",
      {.planned = {.alpha = 100, .total_variation = 10}, .all_others = {.alpha = 400, .total_variation = 30}});
  store.sessions().keep_word(run, SessionRowKind::key, "key word");
  for (const std::int64_t round : {2, 3}) store.rounds().commit(run, masked_round(round, some_masked_cost));
  store.sessions().keep_word(run, SessionRowKind::amendment, "amendment");
  store.sessions().begin(amended_session(), run, "the amendment with all signatures");
  store.rounds().commit(amended_session(), masked_round(2, some_masked_cost));
  store.rounds().commit(amended_session(), some_round(3, {}));
}

std::string contents(const Store& store) {
  std::string all;
  const auto add = [&](const std::string& question) {
    for (const Row& row : store.database().rows(question)) all += hex_of(canonical(row)) + "\n";
  };
  for (const Table* table : chained_tables()) {
    all += std::string(table->name) + "\n";
    add("SELECT " + column_list(*table) + ", hash FROM " + std::string(table->name) + " ORDER BY " +
        (table->chain_of.empty() ? "" : std::string(table->chain_of) + ", ") + std::string(table->columns[0].name));
  }
  add("SELECT * FROM heard ORDER BY run, site");
  return all;
}

std::string raw_sql(const std::filesystem::path& folder, const std::string& sql) {
  sqlite3* handle = nullptr;
  sqlite3_open((folder / "state.sqlite").c_str(), &handle);
  char* text = nullptr;
  sqlite3_exec(handle, sql.c_str(), nullptr, nullptr, &text);
  const std::string said = text != nullptr ? text : "";
  sqlite3_free(text);
  sqlite3_close(handle);
  return said;
}

std::string tamper(const std::filesystem::path& folder, const std::string& sql) {
  std::string all = "PRAGMA foreign_keys = OFF;", again;
  {
    Database triggers(folder / "state.sqlite", Database::Use::reading);
    for (const Row& row : triggers.rows("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'")) {
      all += "DROP TRIGGER " + std::get<Text>(row[0]).text + ";";
      again += std::get<Text>(row[1]).text + ";";
    }
  }
  return raw_sql(folder, all + sql + ";" + again);
}

std::string fault_of_kind(FaultKind kind, const std::function<void()>& action) {
  try {
    action();
  } catch (const InvalidInput& refused) {
    EXPECT_EQ(refused.kind(), kind) << refused.what();
    return refused.what();
  }
  ADD_FAILURE() << "was not refused";
  return {};
}

std::string store_fault(const std::function<void()>& action) {
  return fault_of_kind(FaultKind::store, action);
}

int in_another_process(const std::function<int()>& action) {
  const pid_t child = fork();
  if (child == 0) {
    int code = 99;
    try {
      code = action();
    } catch (...) {
    }
    _exit(code);
  }
  int status = 0;
  waitpid(child, &status, 0);
  return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

}  // namespace sotto::test
