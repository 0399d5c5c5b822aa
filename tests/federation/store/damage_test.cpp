// SPDX-License-Identifier: MIT
// Damage is found: whatever was changed in the file, it is refused or holds the same as before.
#include <gtest/gtest.h>
#include <sys/stat.h>

#include "federation/store/some_state.hpp"
#include "sotto/federation/store/ledger_check.hpp"
#include "sotto/federation/store/schema.hpp"
#include "sotto/federation/store/sessions.hpp"
#include "sotto/federation/store/statement.hpp"

namespace sotto {
namespace {

using namespace test;  // NOLINT(google-build-using-namespace): a test's own words

class DamageTest : public testing::Test {
 protected:
  DamageTest() {
    Store store = Store::create_or_open(folder_.path(), owner_key);
    store.start("0.1.0");
    store.start("0.1.0");
    fill(store);
    fill_masked(store);
  }

  std::string fault() {
    return store_fault([&] { Store::open(folder_.path(), owner_key); });
  }
  TemporaryFolder folder_;
};

TEST_F(DamageTest, AChangedValueOfAnyColumnOfAnyTableIsRefusedWithTableAndRow) {
  const std::string whole = folder_.read("state.sqlite");
  for (const Table* table : chained_tables()) {
    const std::string counter(table->columns[0].name);
    for (const TableColumn& column : table->columns) {
      if (column.name == counter || column.name == table->chain_of) continue;
      const std::string name(column.name), table_name(table->name);
      const bool number = column.kind == TableColumnKind::whole || column.kind == TableColumnKind::real;
      const std::string changed = number ? name + " + 1"
                                         : "CASE WHEN typeof(" + name + ") = 'blob' THEN CAST(randomblob(length(" +
                                               name + ")) AS BLOB) ELSE " + name + " || 'x' END";
      const std::string first = "(SELECT min(rowid) FROM " + table_name + " WHERE " + name + " IS NOT NULL)";
      tamper(folder_.path(), "PRAGMA ignore_check_constraints = ON; UPDATE " + table_name + " SET " + name + " = " +
                                 changed + " WHERE rowid = " + first);
      if (folder_.read("state.sqlite") == whole) {
        ADD_FAILURE() << table_name << "." << name << " was not changed";
        continue;
      }
      const std::string text = fault();
      EXPECT_NE(text.find("nothing was sent"), std::string::npos) << text;
      if (column.kind != TableColumnKind::text) {  // a kind that is none breaks a CHECK first
        EXPECT_NE(text.find("table " + table_name + ", row "), std::string::npos) << name << ": " << text;
      }
      folder_.write("state.sqlite", whole);
    }
  }
}

/// A pair that is absent means the first one; it may neither appear, even with the same numbers, nor go.
TEST_F(DamageTest, ALateValueThatAppearsOrGoesIsRefusedWithTableAndRow) {
  const std::string whole = folder_.read("state.sqlite");
  const auto expect_refused = [&](const std::string& table, const std::string& change) {
    ASSERT_EQ(tamper(folder_.path(), "UPDATE " + table + " SET " + change), "");
    ASSERT_NE(folder_.read("state.sqlite"), whole);
    const std::string text = fault();
    EXPECT_NE(text.find("table " + table + ", row "), std::string::npos) << change << ": " << text;
    EXPECT_NE(text.find("the chain of hashes breaks here"), std::string::npos) << change << ": " << text;
    folder_.write("state.sqlite", whole);
  };
  const std::string same = "alpha_all = alpha, total_variation_all = total_variation";
  const std::string gone = "alpha_all = NULL, total_variation_all = NULL";
  for (const std::string table : {"ledger", "rounds"}) {
    expect_refused(table, same + " WHERE rowid = (SELECT min(rowid) FROM " + table + " WHERE alpha_all IS NULL)");
    expect_refused(table, gone + " WHERE alpha_all IS NOT NULL");
  }
  expect_refused("rounds",
                 "alpha_all_so_far = alpha_so_far, total_variation_all_so_far = total_variation_so_far WHERE "
                 "rowid = (SELECT min(rowid) FROM rounds WHERE alpha_all_so_far IS NULL)");
  expect_refused("rounds",
                 "alpha_all_so_far = NULL, total_variation_all_so_far = NULL WHERE alpha_all_so_far IS NOT NULL");
  expect_refused("ledger", "epsilon_all = 100 WHERE kind = 'open' AND epsilon_all IS NULL");
  expect_refused("ledger", "epsilon_all = NULL WHERE epsilon_all IS NOT NULL");
}

TEST_F(DamageTest, ARemovedRowInTheMiddleIsRefused) {
  const std::string whole = folder_.read("state.sqlite");
  for (const std::string sql :
       {"DELETE FROM ledger WHERE number = 2", "DELETE FROM rounds WHERE round = 3",
        "DELETE FROM audit WHERE number = 1", "DELETE FROM starts WHERE incarnation = 1",
        "DELETE FROM rounds WHERE round = 2", "DELETE FROM meta WHERE name = 'data key'", "DELETE FROM runs"}) {
    EXPECT_EQ(tamper(folder_.path(), sql), "");
    fault();
    folder_.write("state.sqlite", whole);
  }
}

TEST_F(DamageTest, ATriggerThatWasTakenAwayIsNoticed) {
  const std::string whole = folder_.read("state.sqlite");
  for (const std::string sql :
       {"DROP TRIGGER ledger_keeps_rows", "DROP INDEX a_run_is_booked_once", "DROP TRIGGER heard_moves_on",
        "CREATE TRIGGER more AFTER INSERT ON ledger BEGIN DELETE FROM rounds; END", "CREATE TABLE more (a)"}) {
    EXPECT_EQ(raw_sql(folder_.path(), sql), "");
    EXPECT_NE(fault().find("triggers are not those"), std::string::npos);
    folder_.write("state.sqlite", whole);
  }
}

TEST_F(DamageTest, ASealedRowOfWhatWasHeardIsWholeOrRefused) {
  EXPECT_EQ(tamper(folder_.path(), "UPDATE heard SET round = round + 1"), "");
  EXPECT_NE(fault().find("the seal is broken"), std::string::npos);
}

TEST_F(DamageTest, AMainFileThatWasCutIsRefused) {
  const std::string whole = folder_.read("state.sqlite");
  for (std::size_t pages = 0; pages < whole.size() / 4096; ++pages) {
    folder_.write("state.sqlite", whole.substr(0, 4096 * pages));
    fault();
    folder_.write("state.sqlite", whole.substr(0, 4096 * pages + 1000));
    fault();
  }
}

TEST_F(DamageTest, InspectionNamesWhatIsWrongAndDoesNotThrow) {
  EXPECT_TRUE(Store::inspect(folder_.path()).empty());
  tamper(folder_.path(), "UPDATE ledger SET alpha = 1 WHERE number = 3; UPDATE audit SET event = 'x' WHERE number = 2");
  const std::vector<Damage> found = Store::inspect(folder_.path());
  ASSERT_EQ(found.size(), 2u);
  EXPECT_EQ(to_text(found[0]), "table ledger, row 3: the chain of hashes breaks here");
  EXPECT_EQ(to_text(found[1]), "table audit, row 2: the chain of hashes breaks here");
}

/// Rows that someone appended with the right hashes, but without asking the ledger.
TEST_F(DamageTest, SumsThatAreWrongAreFoundBehindWholeChains) {
  const auto refused_for = [&](const Table& table, const Row& columns, const std::string& why) {
    const std::string whole = folder_.read("state.sqlite"), mark = folder_.read("state.mark");
    {
      const Store store = Store::open(folder_.path(), owner_key);
      Transaction transaction(store.database());
      append(store.database(), table, columns);
      transaction.commit();
    }
    const std::string text = fault();
    EXPECT_NE(text.find(why), std::string::npos) << text;
    folder_.write("state.sqlite", whole);
    folder_.write("state.mark", mark);
  };
  const auto booking = [](EntryKind kind, const std::string& dataset, int run, const BookedUnits& units) {
    return columns_of({.kind = kind, .dataset = dataset, .run = run_number(run), .promise = {}, .units = units});
  };
  const auto entry = [&](EntryKind kind, const std::string& dataset, int run, LedgerUnits units) {
    return booking(kind, dataset, run, same_for_all(units));
  };
  // All that delta allows, with nothing set aside: more than any version booked.
  const LedgerUnits limit = units_of({.alpha = alpha_limit(Accountant::exact, some_promise)});
  refused_for(tables::ledger, entry(EntryKind::debit, "patients", 3, limit), "exceeds what was promised");
  refused_for(tables::ledger, entry(EntryKind::debit, "nobody", 3, {.alpha = 1}), "has no budget");
  refused_for(tables::ledger, entry(EntryKind::release, "patients", 1, {.alpha = 951}), "returns more than");
  refused_for(tables::ledger, entry(EntryKind::release, "patients", 3, {}), "never debited");
  const auto round = [](int run, std::int64_t alpha, std::int64_t so_far) {
    return Row{blob_of(run_number(run)),
               std::int64_t{0},
               blob_of(digest_of("d")),
               alpha,
               std::int64_t{0},
               so_far,
               std::int64_t{5},
               Blob{},
               Blob{}};
  };
  refused_for(tables::rounds, round(3, 0, 0), "sum so far is wrong");
  refused_for(tables::rounds, round(1, 957, 1007), "cost more than the debit");
  refused_for(tables::rounds, round(1, 5, 56), "sum so far is wrong");
  // The second pair, and sessions.
  const LedgerUnits cap = units_of({.alpha = alpha_limit(Accountant::exact, {.epsilon = 8, .delta = 1e-6})});
  const auto second_pair_of_session = [](std::int64_t alpha_all, std::int64_t so_far) {
    return Row{blob_of(amended_session()),
               std::int64_t{0},
               blob_of(digest_of("d")),
               std::int64_t{0},
               std::int64_t{0},
               std::int64_t{10},
               std::int64_t{1},
               Blob{},
               Blob{},
               alpha_all,
               std::int64_t{0},
               so_far,
               std::int64_t{3}};
  };
  refused_for(tables::ledger, booking(EntryKind::debit, "masked", 3, {.planned = {.alpha = 1}, .all_others = cap}),
              "exceeds what was promised against all others");
  refused_for(tables::ledger, booking(EntryKind::release, "masked", 21, {.planned = {}, .all_others = {.alpha = 281}}),
              "returns more than");
  refused_for(tables::rounds, second_pair_of_session(40, 1 + 2 * 40), "sum so far is wrong");
  refused_for(tables::rounds, second_pair_of_session(300, 340), "cost more than the debit");
  const auto session = [](const Digest& of, const Digest& run, const char* kind) {
    return Row{std::int64_t{0}, blob_of(of), blob_of(run), Text{kind}, Blob{}};
  };
  refused_for(tables::sessions, session(run_number(1), run_number(21), "begun"), "debits a session");
  refused_for(tables::sessions, session(digest_of("s"), amended_session(), "begun"), "in a run that is a session");
  refused_for(tables::sessions, session(run_number(21), run_number(1), "begun"), "begins a session that is a run");
  refused_for(tables::sessions, session(amended_session(), run_number(1), "key"), "names another run");
  Store::open(folder_.path(), owner_key);
}

/// Each rule alone: a session begins once, before its words, and is no run that others belong to.
TEST(SessionsCheck, TakesASessionThatBeginsOnceAndBeforeItsWords) {
  const auto wrong = [](const std::vector<Row>& rows) {
    SessionsCheck check;
    std::string last;
    for (const Row& row : rows) last = check.next(row).value_or("");
    return last;
  };
  const auto row = [](int session, int run, const char* kind) {
    return Row{std::int64_t{1},          std::int64_t{0}, blob_of(run_number(session)),
               blob_of(run_number(run)), Text{kind},      Blob{}};
  };
  EXPECT_EQ(wrong({row(2, 1, "begun"), row(2, 1, "key"), row(2, 1, "ready"), row(3, 1, "begun")}), "");
  EXPECT_EQ(wrong({row(2, 1, "begun"), row(2, 1, "key"), row(2, 1, "key")}), "says the same a second time");
  const std::string begins = "begins a session that is a run, or in a run that is a session";
  EXPECT_EQ(wrong({row(1, 1, "begun")}), begins) << "the first session needs no row";
  EXPECT_EQ(wrong({row(2, 2, "key"), row(2, 1, "begun")}), begins) << "it had a word as a run";
  EXPECT_EQ(wrong({row(2, 1, "begun"), row(1, 3, "begun")}), begins) << "1 is a run";
  EXPECT_EQ(wrong({row(2, 1, "begun"), row(3, 2, "begun")}), begins) << "2 is a session";
}

TEST(RoundSums, TakeWhatARoundCanCostAndAddUpBothPairs) {
  const auto wrong = [](const std::vector<BookedUnits>& costs) {
    RoundSums sums;
    std::string last;
    BookedUnits so_far;
    for (const BookedUnits& cost : costs) {
      so_far = so_far + cost;
      const UnitsColumns one = columns_of(cost), all = columns_of(so_far);
      last = sums.next({blob_of(run_number(1)), one.alpha, one.total_variation, one.alpha_all, one.total_variation_all,
                        all.alpha, all.total_variation, all.alpha_all, all.total_variation_all})
                 .value_or("");
    }
    return last;
  };
  EXPECT_EQ(wrong({some_masked_cost, same_for_all({5, 5}), {}}), "");
  for (const BookedUnits& bad : {BookedUnits{{10, 1}, {9, 1}}, BookedUnits{{10, 2}, {10, 1}}, same_for_all({-1, 0})})
    EXPECT_NE(wrong({same_for_all({20, 20}), bad}).find("less than nothing, or all others less"), std::string::npos);
  const std::int64_t most = std::numeric_limits<std::int64_t>::max();
  RoundSums sums;
  const Row row{blob_of(run_number(1)), most, std::int64_t{0}, {}, {}, most, std::int64_t{0}, {}, {}};
  EXPECT_EQ(sums.next(row), std::nullopt);
  EXPECT_EQ(sums.next(row), "the sum does not fit a ledger");
  const Row half{blob_of(run_number(2)), most, std::int64_t{0}, most, {}, most, std::int64_t{0}, {}, {}};
  EXPECT_EQ(sums.next(half), "has no cost");
}

TEST(LedgerCheck, TakesWhatAddsUpAndNamesTheEntryThatDoesNot) {
  const DatasetPromise promise = promise_of(some_promise, 5);
  const auto open = [&](std::int64_t number) {
    return LedgerEntry{
        .number = number, .kind = EntryKind::open, .dataset = "d", .run = {}, .promise = promise, .units = {}};
  };
  const auto both = [](std::int64_t number, EntryKind kind, int run, const BookedUnits& units) {
    return LedgerEntry{
        .number = number, .kind = kind, .dataset = "d", .run = run_number(run), .promise = {}, .units = units};
  };
  const auto booking = [&](std::int64_t number, EntryKind kind, int run, LedgerUnits units) {
    return both(number, kind, run, same_for_all(units));
  };
  const auto key = [](int run) { return std::string(run_number(run).view()); };
  const auto first_damage = [&](const std::vector<LedgerEntry>& entries) {
    LedgerCheck check({{key(1), {.rounds = 1, .cost = {.planned = {.alpha = 15}, .all_others = {.alpha = 55}}}},
                       {key(9), {.rounds = 1, .cost = {.planned = {.alpha = 25}, .all_others = {.alpha = 45}}}}},
                      {{key(9), key(1)}});
    for (const LedgerEntry& entry : entries) check.next(entry);
    const std::vector<Damage> found = check.finish();
    return found.empty() ? std::string() : found[0].row + ": " + found[0].what;
  };
  constexpr EntryKind release = EntryKind::release;
  const LedgerEntry debit = booking(2, EntryKind::debit, 1, {.alpha = 100});
  const auto returned = [&](std::int64_t planned, std::int64_t all) {
    return both(3, release, 1, {.planned = {.alpha = planned}, .all_others = {.alpha = all}});
  };
  EXPECT_EQ(first_damage({open(1), debit, returned(60, 0)}), "");
  EXPECT_EQ(first_damage({open(1), debit, returned(61, 0)}), "3: returns more than the rounds of the run left");
  EXPECT_EQ(first_damage({open(1), debit, returned(0, 1)}), "3: returns more than the rounds of the run left");
  EXPECT_EQ(first_damage({open(1), debit, booking(3, release, 1, {}), booking(4, release, 1, {})}),
            "4: releases a run a second time");
  EXPECT_EQ(first_damage({open(1), debit, open(3)}), "3: opens a dataset a second time");
  EXPECT_EQ(first_damage({open(1), debit, booking(3, EntryKind::debit, 1, {.alpha = 100})}),
            "3: debits a run a second time");
  EXPECT_EQ(first_damage({debit}), "2: its dataset has no budget");
  EXPECT_EQ(first_damage({open(1), booking(2, EntryKind::debit, 1, {.alpha = -1})}), "2: books less than nothing");
  EXPECT_EQ(
      first_damage({open(1), both(2, EntryKind::debit, 1, {.planned = {.alpha = 1}, .all_others = {.alpha = -1}})}),
      "2: books less than nothing");
  EXPECT_EQ(first_damage({open(1), booking(2, EntryKind::debit, 1, {.alpha = 37})}),
            run_number(1).hex() + ": the rounds cost more than the debit of the run");
  const LedgerEntry cheap = both(2, EntryKind::debit, 1, {.planned = {.alpha = 100}, .all_others = {.alpha = 97}});
  EXPECT_EQ(first_damage({open(1), cheap}), run_number(1).hex() + ": the rounds cost more than the debit of the run");
  EXPECT_EQ(first_damage({open(1), debit, booking(3, EntryKind::debit, 9, {.alpha = 1})}),
            "3: debits a session, which its run pays for");
  EXPECT_EQ(first_damage({open(1)}), run_number(1).hex() + ": the run was never debited");
}

}  // namespace
}  // namespace sotto
