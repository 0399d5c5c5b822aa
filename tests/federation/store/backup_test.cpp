// SPDX-License-Identifier: MIT
// A restored state has never more left than the true one ever had, whatever was booked before and after the backup.
#include "sotto/federation/store/backup.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <csignal>

#include "federation/store/some_state.hpp"
#include "support/random_points.hpp"

namespace sotto {
namespace {

using namespace test;  // NOLINT(google-build-using-namespace): a test's own words

class BackupTest : public testing::Test {
 protected:
  Restored restored(const std::filesystem::path& file) { return restore_backup(file, other_.path(), owner_key); }
  std::filesystem::path file(const std::string& name = "backup") const { return files_.path() / name; }

  TemporaryFolder folder_, other_, files_;
};

TEST_F(BackupTest, HoldsEveryRowAlsoThoseOfALogThatACrashLeft) {
  in_another_process([&] {
    const Store store = Store::create_or_open(folder_.path(), owner_key);
    fill(store);
    store.audit().append("last");
    return raise(SIGKILL);
  });
  const auto bytes = [&] {
    return folder_.read("state.sqlite") + folder_.read("state.sqlite-wal") + folder_.read("state.mark");
  };
  const std::string before = bytes(), rows = contents(Store::open_to_read(folder_.path()));
  const Backup made = write_backup(folder_.path(), file());
  EXPECT_EQ(bytes(), before) << "the state is not changed";
  EXPECT_EQ(made.digest, digest_of(files_.read("backup")));
  struct stat found {};
  ASSERT_EQ(stat(file().c_str(), &found), 0);
  EXPECT_EQ(found.st_mode & 07777, 0600u);
  const Restored back = restored(file());
  EXPECT_EQ(back.backup.digest, made.digest);
  EXPECT_EQ(back.backup.ledger, made.ledger);
  const Store store = Store::open(other_.path(), owner_key);
  EXPECT_TRUE(contents(store).starts_with(rows.substr(0, rows.find("runs\n")))) << "meta, starts and ledger go on";
  EXPECT_EQ(store.evidence().all().size(), 1u);
  EXPECT_TRUE(store.witness().seen("ed25519:BBBB"));
  EXPECT_EQ(store.audit().events().back().event, "state-restored");
  EXPECT_TRUE(store.ledger().has_been_at(made.ledger)) << "who saw the backup's ledger sees it go on";
}

TEST_F(BackupTest, HasNothingLeftAndReturnsNothing) {
  {
    const Store store = Store::create_or_open(folder_.path(), owner_key);
    fill(store);
    store.ledger().debit(run_number(5), "patients", same_for_all({.alpha = 500, .total_variation = 10}));
    store.rounds().commit(run_number(5), some_round(2));
  }
  write_backup(folder_.path(), file());
  EXPECT_EQ(restored(file()).closed, std::vector<Digest>{run_number(5)}) << "run 1 is finished, run 2 was released";
  const Store store = Store::open(other_.path(), owner_key);
  for (const std::string& dataset : store.ledger().datasets()) {
    EXPECT_EQ(store.ledger().balance(dataset).alpha_left, 0) << dataset;
    EXPECT_EQ(store.ledger().debit(run_number(6), dataset, same_for_all({.alpha = 1})).outcome, Debit::Outcome::refused)
        << dataset;
  }
  fault_of_kind(FaultKind::budget, [&] { store.ledger().release(run_number(5)); });
  EXPECT_EQ(
      store.ledger().debit(run_number(5), "patients", same_for_all({.alpha = 500, .total_variation = 10})).outcome,
      Debit::Outcome::closed);
  store_fault([&] { store.rounds().commit(run_number(5), some_round(3)); });
}

TEST_F(BackupTest, HasNothingLeftOfACapEitherWhicheverOfBothLimitsIsNearer) {
  {
    const Store store = Store::create_or_open(folder_.path(), owner_key);
    fill_masked(store);
    store.ledger().open_dataset("near", some_promise, 2.5);
    store.ledger().debit(run_number(22), "near", {.planned = {.alpha = 1}, .all_others = {.alpha = 200'000'000'000}});
    const Balance near = store.ledger().balance("near");
    ASSERT_LT(*near.alpha_all_left, near.alpha_left);
  }
  write_backup(folder_.path(), file());
  EXPECT_EQ(restored(file()).closed.size(), 2u);
  const Store store = Store::open(other_.path(), owner_key);
  for (const std::string& dataset : store.ledger().datasets()) {
    EXPECT_EQ(store.ledger().balance(dataset).alpha_left, 0) << dataset;
    EXPECT_EQ(store.ledger().balance(dataset).alpha_all_left, 0) << dataset;
  }
}

/// Random ledgers: at no time had the true one less left than any of its backups has when it is restored.
TEST_F(BackupTest, NeverHasMoreLeftThanTheTrueLedgerAtAnyTime) {
  RandomPoints points(71);
  std::int64_t least = alpha_limit_in_units(some_promise, 0);
  {
    const Store store = Store::create_or_open(folder_.path(), owner_key);
    store.ledger().open_dataset("patients", some_promise);
  }
  constexpr int times = 6;
  for (int k = 0; k < times; ++k) {
    write_backup(folder_.path(), file(std::to_string(k)));
    const Store store = Store::open(folder_.path(), owner_key);
    const Digest run = run_number(100 + k);
    store.ledger().debit(run, "patients",
                         same_for_all({.alpha = 1 + static_cast<std::int64_t>(points.below(1000000000))}));
    if (points.below(2) == 0) store.ledger().release(run);
    least = std::min(least, store.ledger().balance("patients").alpha_left);
  }
  for (int k = 0; k < times; ++k) {
    const TemporaryFolder place;
    restore_backup(file(std::to_string(k)), place.path(), owner_key);
    EXPECT_LE(Store::open(place.path(), owner_key).ledger().balance("patients").alpha_left, least) << k;
  }
}

TEST_F(BackupTest, TakesThePlaceOfNothingAndIsWholeAndTheSitesOwn) {
  { fill(Store::create_or_open(folder_.path(), owner_key)); }
  write_backup(folder_.path(), file());
  store_fault([&] { write_backup(folder_.path(), file()); });
  EXPECT_NE(store_fault([&] { restore_backup(file(), folder_.path(), owner_key); }).find("never takes its place"),
            std::string::npos);
  EXPECT_NE(store_fault([&] { restore_backup(file(), other_.path(), "ed25519:CCCC"); }).find("another site"),
            std::string::npos);
  std::string spoilt = files_.read("backup");
  for (std::size_t k = 4096; k < spoilt.size(); k += 4096) spoilt[k - 1] = static_cast<char>(spoilt[k - 1] ^ 1);
  files_.write("spoilt", spoilt);
  store_fault([&] { restored(file("spoilt")); });
  store_fault([&] { restored(file("nowhere")); });
  EXPECT_NE(store_fault([&] { Store::open(other_.path(), owner_key); }).find("there is no state here"),
            std::string::npos)
      << "a restore that failed leaves no state";
  restored(file());
  Store::open(other_.path(), owner_key);
}

/// SQLite plays a log that lies beside a database, whichever database that is.
TEST_F(BackupTest, DoesNotGoBesideALogThatALostStateLeft) {
  { fill(Store::create_or_open(folder_.path(), owner_key)); }
  write_backup(folder_.path(), file());
  for (const char* left : {"state.sqlite-wal", "state.sqlite-journal"}) {
    other_.write(left, "a log");
    EXPECT_NE(store_fault([&] { restored(file()); }).find(left), std::string::npos);
    EXPECT_EQ(other_.read(left), "a log") << "nothing is lost";
    other_.write(left, "");  // says nothing
  }
  restored(file());
}

TEST_F(BackupTest, ThatIsRefusedLeavesNoCopyOfItself) {
  { fill(Store::create_or_open(folder_.path(), owner_key)); }
  write_backup(folder_.path(), file());
  store_fault([&] { restore_backup(file(), other_.path(), "ed25519:CCCC"); });
  EXPECT_TRUE(std::filesystem::is_empty(other_.path()));
}

/// What the lost state promised is said no more: all its open runs are closed, and the mark is the restored one's.
TEST_F(BackupTest, GoesWhereAMarkOfTheLostStateIsLeft) {
  { fill(Store::create_or_open(folder_.path(), owner_key)); }
  write_backup(folder_.path(), file());
  { Store::open(folder_.path(), owner_key).audit().append("later"); }
  std::filesystem::remove(folder_.path() / "state.sqlite");
  restore_backup(file(), folder_.path(), owner_key);
  EXPECT_EQ(Store::open(folder_.path(), owner_key).ledger().balance("patients").alpha_left, 0);
}

}  // namespace
}  // namespace sotto
