// SPDX-License-Identifier: MIT
// Damage is found: whatever was changed in the file, it is refused or holds the same as before.
#include <gtest/gtest.h>
#include <sys/stat.h>

#include "federation/store/some_state.hpp"
#include "sotto/federation/store/ledger_check.hpp"
#include "sotto/federation/store/schema.hpp"
#include "sotto/federation/store/statement.hpp"
#include "support/random_points.hpp"

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

TEST_F(DamageTest, AFlippedBitIsRefusedOrChangesNothingThatIsHeld) {
  const std::string whole = folder_.read("state.sqlite");
  const std::string before = contents(Store::open_to_read(folder_.path()));
  RandomPoints points(31);
  int refused = 0, harmless = 0;
  const auto flip = [&](std::size_t bit) {
    std::string spoilt = whole;
    spoilt[bit / 8] = static_cast<char>(spoilt[bit / 8] ^ (1 << (bit % 8)));
    folder_.write("state.sqlite", spoilt);
    try {
      EXPECT_EQ(contents(Store::open_to_read(folder_.path())), before) << "bit " << bit;
      ++harmless;
    } catch (const InvalidInput& fault) {
      EXPECT_EQ(fault.kind(), FaultKind::store) << "bit " << bit << ": " << fault.what();
      ++refused;
    }
  };
  for (std::size_t byte = 0; byte < 108; ++byte) flip(8 * byte + points.below(8));
  for (std::size_t page = 0; page < whole.size() / 4096; ++page)
    for (int k = 0; k < 6 * SOTTO_FLIPS; ++k)
      flip(8 * 4096 * page + (k < 2 * SOTTO_FLIPS ? points.below(8 * 16) : points.below(8 * 4096)));
  // where rows lie: the ends of pages
  for (std::size_t page = 0; page < whole.size() / 4096; ++page)
    for (int k = 0; k < 3 * SOTTO_FLIPS; ++k) flip(8 * 4096 * (page + 1) - 1 - points.below(8 * 300));
  EXPECT_GT(refused, 60 * SOTTO_FLIPS);
  EXPECT_GT(harmless, 10 * SOTTO_FLIPS);  // space that no row uses
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
  const auto entry = [](EntryKind kind, const std::string& dataset, int run, LedgerUnits units) {
    return columns_of({.kind = kind, .dataset = dataset, .run = run_number(run), .promise = {}, .units = units});
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
  Store::open(folder_.path(), owner_key);
}

TEST(LedgerCheck, TakesWhatAddsUpAndNamesTheEntryThatDoesNot) {
  const auto open = [](std::int64_t number) {
    return LedgerEntry{
        .number = number, .kind = EntryKind::open, .dataset = "d", .run = {}, .promise = some_promise, .units = {}};
  };
  const auto booking = [](std::int64_t number, EntryKind kind, int run, LedgerUnits units) {
    return LedgerEntry{
        .number = number, .kind = kind, .dataset = "d", .run = run_number(run), .promise = {}, .units = units};
  };
  const auto first_damage = [](const std::vector<LedgerEntry>& entries) {
    LedgerCheck check({{std::string(run_number(1).view()), {.rounds = 2, .cost = {.alpha = 40}}}});
    for (const LedgerEntry& entry : entries) check.next(entry);
    const std::vector<Damage> found = check.finish();
    return found.empty() ? std::string() : found[0].row + ": " + found[0].what;
  };
  constexpr EntryKind release = EntryKind::release;
  const LedgerEntry debit = booking(2, EntryKind::debit, 1, {.alpha = 100});
  EXPECT_EQ(first_damage({open(1), debit, booking(3, release, 1, {.alpha = 60})}), "");
  EXPECT_EQ(first_damage({open(1), debit, booking(3, release, 1, {.alpha = 61})}),
            "3: returns more than the rounds of the run left");
  EXPECT_EQ(first_damage({open(1), debit, booking(3, release, 1, {}), booking(4, release, 1, {})}),
            "4: releases a run a second time");
  EXPECT_EQ(first_damage({open(1), debit, open(3)}), "3: opens a dataset a second time");
  EXPECT_EQ(first_damage({open(1), debit, booking(3, EntryKind::debit, 1, {.alpha = 100})}),
            "3: debits a run a second time");
  EXPECT_EQ(first_damage({debit}), "2: its dataset has no budget");
  EXPECT_EQ(first_damage({open(1), booking(2, EntryKind::debit, 1, {.alpha = -1})}), "2: books less than nothing");
  EXPECT_EQ(first_damage({open(1), booking(2, EntryKind::debit, 1, {.alpha = 37})}),
            run_number(1).hex() + ": the rounds cost more than the debit of the run");
  EXPECT_EQ(first_damage({open(1)}), run_number(1).hex() + ": the run was never debited");
}

}  // namespace
}  // namespace sotto
