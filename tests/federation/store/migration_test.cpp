// SPDX-License-Identifier: MIT
// A state that an earlier version of the program made goes on under this one, and loses nothing by it.
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include <csignal>
#include <fstream>

#include "federation/store/some_state.hpp"
#include "sotto/federation/store/schema.hpp"

namespace sotto {
namespace {

using namespace test;  // NOLINT(google-build-using-namespace): a test's own words

/// A folder with the state of a site as an earlier version of the schema kept it. That of version 1 was killed in the
/// middle of a run and has a log beside it; that of version 2 ended its run and has a mark.
class AStateOfVersion : public testing::TestWithParam<std::int64_t> {
 protected:
  AStateOfVersion() : AStateOfVersion(GetParam()) {}
  explicit AStateOfVersion(std::int64_t version)
      : kept_(std::filesystem::path(SOTTO_SOURCE_DIR) / "tests/federation/store" /
              ("version" + std::to_string(version))) {
    restore();
  }

  void restore() const {
    for (const char* name : {"state.sqlite", "state.sqlite-wal", "state.mark"}) {
      std::filesystem::remove(folder_.path() / name);
      if (!std::filesystem::exists(kept_ / name)) continue;
      std::ifstream file(kept_ / name, std::ios::binary);
      folder_.write(name, std::string(std::istreambuf_iterator<char>(file), {}));
      chmod((folder_.path() / name).c_str(), 0600);
    }
  }
  std::string bytes() const {
    const bool has_log = std::filesystem::exists(folder_.path() / "state.sqlite-wal");
    return folder_.read("state.sqlite") + (has_log ? folder_.read("state.sqlite-wal") : "");
  }
  Store open_old() const { return Store::open_to_read(folder_.path()); }
  Store open_new() const {
    const std::string owner = open_old().owner();  // and let go of the lock
    return Store::open(folder_.path(), owner);
  }

  TemporaryFolder folder_;

 private:
  std::filesystem::path kept_;
};

class MigrationTest : public AStateOfVersion {
 protected:
  MigrationTest() : AStateOfVersion(1) {}
};

std::int64_t version_in(const Store& store) {
  return store.database().whole_number("PRAGMA user_version");
}

/// Every row of the chains of version 1, as one text; of the audit, without what the migration adds.
std::string old_chains(const Store& store) {
  std::string all;
  for (const Table* table : chained_tables()) {
    if (table->since > 1) continue;
    const std::string where = table == &tables::audit ? " WHERE event <> 'state-migrated'" : "";
    for (const Row& row : store.database().rows("SELECT " + selection(*table, 1) + ", hash FROM " +
                                                std::string(table->name) + where + " ORDER BY rowid"))
      all += std::string(table->name) + hex_of(canonical(row)) + "\n";
  }
  for (const Row& row : store.database().rows("SELECT run, site, round, digest FROM heard ORDER BY run, site"))
    all += hex_of(canonical(row)) + "\n";
  return all;
}

TEST_F(MigrationTest, TheKeptStateHasSomethingInEveryTableThatMatters) {
  const Store store = open_old();
  EXPECT_EQ(version_in(store), 1);
  for (const char* name : {"meta", "starts", "ledger", "runs", "rounds", "finished", "sightings", "audit", "heard"})
    EXPECT_GT(store.database().whole_number("SELECT count(*) FROM " + std::string(name)), 0) << name;
  EXPECT_GT(folder_.read("state.sqlite-wal").size(), 4096u) << "a process was killed, and left a log";
}

TEST_P(AStateOfVersion, IsKeptToTheByteByOpeningItToRead) {
  const std::string before = bytes();
  {
    const Store store = open_old();
    EXPECT_EQ(store.ledger().datasets().size(), 1u);
    const Balance balance = store.ledger().balance(store.ledger().datasets()[0]);
    EXPECT_GT(balance.spent.planned.alpha, 0);
    EXPECT_EQ(balance.spent, same_for_all(balance.spent.planned));
    EXPECT_EQ(balance.alpha_all_left, std::nullopt);
    const Digest run = store.runs().all().back();
    EXPECT_EQ(store.sessions().sessions_of(run), std::vector<Digest>{run});
    const BookedUnits cost = store.rounds().totals(run).cost;
    EXPECT_GT(cost.planned.alpha, 0);
    EXPECT_EQ(cost, same_for_all(cost.planned));
    EXPECT_GT(store.rounds().row(run, 2)->cost.planned.alpha, 0);
  }
  EXPECT_TRUE(Store::inspect(folder_.path()).empty());
  EXPECT_EQ(bytes(), before);
}

TEST_P(AStateOfVersion, KeepsEveryRowAndEveryChainWhenItIsOpenedToWriteAndSaysSoInTheAudit) {
  const std::string before = old_chains(open_old());
  const std::size_t events = open_old().audit().events().size();
  {
    const Store store = open_new();
    EXPECT_EQ(version_in(store), schema_version);
    EXPECT_EQ(old_chains(store), before);
    const std::vector<AuditEvent> audit = store.audit().events();
    ASSERT_EQ(audit.size(), events + 1);
    EXPECT_EQ(audit.back().event, "state-migrated");
    EXPECT_EQ(audit.back().details,
              (AuditDetails{{"from", std::to_string(GetParam())}, {"to", std::to_string(schema_version)}}));
    if (GetParam() == 1) {
      for (const Row& row : store.database().rows("SELECT signature FROM heard")) EXPECT_EQ(row[0], Value(Blob{}));
    }
  }
  EXPECT_TRUE(Store::inspect(folder_.path()).empty());
  const std::string migrated = folder_.read("state.sqlite");
  EXPECT_EQ(open_new().audit().events().size(), events + 1) << "it is done once";
  EXPECT_EQ(folder_.read("state.sqlite"), migrated);
}

TEST_P(AStateOfVersion, GoesOnWithItsRun) {
  const Store store = open_new();
  const Digest run = store.runs().all().back();
  const std::int64_t last = store.rounds().last_round(run).value();
  const std::string site =
      std::get<Text>(store.database().rows("SELECT site FROM heard WHERE run = ?", {blob_of(run)}).at(0).at(0)).text;
  const HeardRound theirs{.site = site,
                          .round = store.witness().heard(run, site)->round + 1,
                          .digest = digest_of("theirs"),
                          .signature = std::string(64, 's')};
  store.rounds().commit(run, some_round(last + 1, {}), {theirs});
  EXPECT_EQ(store.witness().heard(run, site), theirs);
}

TEST_P(AStateOfVersion, TakesRunsWithBothCostsAndASecondSession) {
  { fill_masked(open_new()); }
  EXPECT_TRUE(Store::inspect(folder_.path()).empty());
  const Store store = open_new();
  EXPECT_EQ(store.rounds().totals(run_number(21)).rounds, 4);
  EXPECT_EQ(store.ledger().spent("masked").all_others, (LedgerUnits{400, 30}));
}

INSTANTIATE_TEST_SUITE_P(Migration, AStateOfVersion, testing::Values(1, 2));

TEST_F(MigrationTest, AStateOfAnotherSiteOrADamagedOneIsNotTouched) {
  store_fault([&] { Store::open(folder_.path(), "ed25519:AAAA"); });
  EXPECT_EQ(version_in(open_old()), 1);
  restore();
  EXPECT_EQ(tamper(folder_.path(), "UPDATE ledger SET alpha = alpha - 1 WHERE kind = 'debit'"), "");
  EXPECT_NE(store_fault([&] { Store::open(folder_.path(), ""); }).find("table ledger"), std::string::npos);
  EXPECT_FALSE(Store::inspect(folder_.path()).empty());
  EXPECT_EQ(raw_sql(folder_.path(), "SELECT signature FROM heard"), "no such column: signature");
}

/// The kernel ends the process at a byte of what it writes; the next one finds the old version or the new one, whole.
TEST_F(MigrationTest, AProcessThatDiesWithinLeavesTheOldVersionOrTheNewOne) {
  const std::string owner = open_old().owner(), before = old_chains(open_old());
  int died = 0, old = 0, migrated = 0;
  constexpr rlim_t frame = 24 + 4096;  // of the log, which grows from where the killed process left it
  const rlim_t before_it = folder_.read("state.sqlite-wal").size();
  for (rlim_t size = before_it; migrated < 4 && size < before_it + 40 * frame; size += frame) {
    restore();
    died += in_another_process([&] {
              const rlimit limit{size, size}, none{0, 0};
              setrlimit(RLIMIT_FSIZE, &limit);
              setrlimit(RLIMIT_CORE, &none);
              Store::open(folder_.path(), owner);
              return 0;
            }) == 128 + SIGXFSZ
                ? 1
                : 0;
    const Store found = open_old();
    (version_in(found) == 1 ? old : migrated) += 1;
    EXPECT_EQ(found.audit().events().back().event == "state-migrated", version_in(found) > 1) << "both or neither";
    EXPECT_EQ(old_chains(found), before) << size;
  }
  EXPECT_GT(died, 5);
  EXPECT_GT(old, 3);
  EXPECT_EQ(migrated, 4) << "more space would change nothing";
  EXPECT_EQ(version_in(open_new()), schema_version);
}

}  // namespace
}  // namespace sotto
