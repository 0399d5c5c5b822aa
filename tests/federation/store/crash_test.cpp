// SPDX-License-Identifier: MIT
// What survives a process that dies at any moment, and a log that lost its end: a prefix of the commits, never a hole.
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>

#include "federation/store/some_state.hpp"
#include "sotto/federation/store/transaction.hpp"
#include "support/random_points.hpp"

namespace sotto {
namespace {

using namespace test;  // NOLINT(google-build-using-namespace): a test's own words

const Digest run = run_number(1);

void begin_run(const std::filesystem::path& folder) {
  Store store = Store::create_or_open(folder, owner_key);
  store.start("0.1.0");
  store.ledger().open_dataset("patients", some_promise);
  store.ledger().debit(run, "patients", {.alpha = 1000, .total_variation = 100});
}

/// The rounds that are there are those that were committed, without a gap; how many.
std::int64_t rounds_without_a_hole(const Store& store) {
  const std::int64_t last = store.rounds().last_round(run).value_or(1);
  for (std::int64_t round = 2; round <= last; ++round) EXPECT_EQ(store.rounds().row(run, round), some_round(round));
  EXPECT_EQ(store.rounds().row(run, last + 1), std::nullopt);
  return last - 1;
}

TEST(Crash, InTheMiddleOfATransactionLeavesNothingOfIt) {
  enum class Point { begun, booked, committed, moved };
  for (const Point point : {Point::begun, Point::booked, Point::committed, Point::moved}) {
    const TemporaryFolder folder;
    begin_run(folder.path());
    const std::string before = contents(Store::open_to_read(folder.path()));
    const int ended = in_another_process([&] {
      const Store store = Store::open(folder.path(), owner_key);
      Database& database = store.database();
      database.execute("PRAGMA cache_size = 1");  // so that pages go to the log before the commit
      {
        Transaction transaction(database);
        if (point == Point::begun) raise(SIGKILL);
        append(database, tables::ledger,
               columns_of({.kind = EntryKind::debit,
                           .dataset = "patients",
                           .run = run_number(2),
                           .promise = {},
                           .units = {.alpha = 5}}));
        append(database, tables::evidence,
               {std::int64_t{0}, Text{"k"}, Text{"s"}, blob_of(run), std::int64_t{2}, Blob{std::string(100000, 'x')},
                Blob{}});
        if (point == Point::booked) raise(SIGKILL);
        transaction.commit();
      }
      if (point == Point::moved) database.checkpoint();
      return raise(SIGKILL);
    });
    EXPECT_EQ(ended, 128 + SIGKILL);
    const Store store = Store::open(folder.path(), owner_key);
    const bool was_committed = point == Point::committed || point == Point::moved;
    EXPECT_EQ(store.ledger().debit_of(run_number(2)).has_value(), was_committed);
    EXPECT_EQ(store.evidence().all().size(), was_committed ? 1u : 0u);
    EXPECT_EQ(contents(store) == before, !was_committed);
  }
}

TEST(Crash, AtAnyTimeLosesNoRoundWhoseCommitReturned) {
  for (std::int64_t acknowledged = 0; acknowledged <= 12; ++acknowledged) {
    const TemporaryFolder folder;
    begin_run(folder.path());
    int said[2];
    ASSERT_EQ(pipe(said), 0);
    const pid_t child = fork();
    if (child == 0) {
      const Store store = Store::open(folder.path(), owner_key);
      for (std::int64_t round = 2;; ++round) {
        store.rounds().commit(run, some_round(round));
        if (write(said[1], "x", 1) != 1) _exit(1);
      }
    }
    char c = 0;
    for (std::int64_t k = 0; k < acknowledged; ++k) ASSERT_EQ(read(said[0], &c, 1), 1);
    kill(child, SIGKILL);
    int status = 0;
    waitpid(child, &status, 0);
    close(said[0]);
    close(said[1]);
    const Store store = Store::open(folder.path(), owner_key);
    EXPECT_GE(rounds_without_a_hole(store), acknowledged);
  }
}

/// The kernel ends a process that writes past this size: at the same byte every time.
void die_at_file_size(rlim_t bytes) {
  const rlimit size{bytes, bytes}, none{0, 0};
  setrlimit(RLIMIT_FSIZE, &size);
  setrlimit(RLIMIT_CORE, &none);
}

TEST(Crash, WhileAStateIsMadeLeavesOneThatCanBeMade) {
  int died = 0;
  for (rlim_t size = 0; size < 240 * 1024; size += 9500) {
    const TemporaryFolder folder;
    died += in_another_process([&] {
              die_at_file_size(size);
              begin_run(folder.path());
              return 0;
            }) == 128 + SIGXFSZ
                ? 1
                : 0;
    const Store store = Store::create_or_open(folder.path(), owner_key);
    EXPECT_LE(store.ledger().head().entries, 2);
    EXPECT_LE(store.starts().size(), 1u);
  }
  EXPECT_GT(died, 7);
}

TEST(Crash, WithinAWriteLeavesAPrefixOfTheCommits) {
  int died = 0;
  for (rlim_t size = 100 * 1024; size < 220 * 1024; size += 7000) {
    const TemporaryFolder folder;
    begin_run(folder.path());
    died += in_another_process([&] {
              const Store store = Store::open(folder.path(), owner_key);
              die_at_file_size(size);
              for (std::int64_t round = 2; round < 40; ++round) store.rounds().commit(run, some_round(round));
              return 0;
            }) == 128 + SIGXFSZ
                ? 1
                : 0;
    const Store store = Store::open(folder.path(), owner_key);
    EXPECT_GE(rounds_without_a_hole(store), 0);
  }
  EXPECT_GT(died, 7);
}

/// The files of a process that was killed after these rounds, which lie in the log alone.
class CutLog : public testing::Test {
 protected:
  static constexpr std::int64_t committed = 8;
  static constexpr std::size_t header = 32, frame = 24 + 4096;

  CutLog() {
    in_another_process([&] {
      begin_run(folder_.path());
      const Store store = Store::open(folder_.path(), owner_key);
      for (std::int64_t round = 2; round < 2 + committed; ++round) store.rounds().commit(run, some_round(round));
      return raise(SIGKILL);
    });
    main_ = folder_.read("state.sqlite");
    log_ = folder_.read("state.sqlite-wal");
  }

  std::int64_t rounds_with(const std::string& log) {
    folder_.write("state.sqlite", main_);
    folder_.write("state.sqlite-wal", log);
    const Store store = Store::open(folder_.path(), owner_key);
    EXPECT_EQ(store.starts().size(), 1u);
    EXPECT_EQ(store.ledger().spent("patients").alpha, 1000);
    return rounds_without_a_hole(store);
  }

  TemporaryFolder folder_;
  std::string main_, log_;
};

TEST_F(CutLog, AtAnyFrameIsAPrefixOfTheCommits) {
  ASSERT_GE(log_.size(), header + static_cast<std::size_t>(committed) * frame);
  EXPECT_EQ(rounds_with(log_), committed);
  std::int64_t last = 0;
  std::vector<bool> seen(committed + 1);
  for (std::size_t cut = 0; cut <= log_.size(); cut += cut == 0 ? header : frame) {
    for (const std::size_t size : {cut, cut + 1, cut + frame / 2}) {
      if (size > log_.size()) continue;
      const std::int64_t rounds = rounds_with(log_.substr(0, size));
      EXPECT_GE(rounds, last);
      last = rounds;
      seen[static_cast<std::size_t>(rounds)] = true;
    }
  }
  EXPECT_EQ(last, committed);
  EXPECT_EQ(std::count(seen.begin(), seen.end(), true), committed + 1) << "every prefix is one";
}

TEST_F(CutLog, WithABitFlippedIsAPrefixOfTheCommits) {
  RandomPoints points(41);
  for (int k = 0; k < 150; ++k) {
    std::string spoilt = log_;
    const std::size_t bit = points.below(8 * log_.size());
    spoilt[bit / 8] = static_cast<char>(spoilt[bit / 8] ^ (1 << (bit % 8)));
    EXPECT_LE(rounds_with(spoilt), committed);
  }
}

TEST_F(CutLog, OfAnotherTimeDoesNotBringBackOldRows) {
  {
    const Store store = Store::open(folder_.path(), owner_key);
    store.rounds().commit(run, some_round(2 + committed));
  }
  const std::string main_later = folder_.read("state.sqlite");
  folder_.write("state.sqlite-wal", log_);  // the old log beside the new file
  std::int64_t rounds = -1;
  try {
    rounds = rounds_without_a_hole(Store::open(folder_.path(), owner_key));
  } catch (const InvalidInput& refused) {
    EXPECT_EQ(refused.kind(), FaultKind::store);
    return;
  }
  EXPECT_TRUE(rounds == committed || rounds == committed + 1) << rounds;
}

}  // namespace
}  // namespace sotto
