// SPDX-License-Identifier: MIT
// What survives a process that dies at any moment, and a log that lost its end: a prefix of the commits, never a hole.
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>

#include "federation/store/some_state.hpp"
#include "sotto/federation/store/statement.hpp"
#include "support/random_points.hpp"

namespace sotto {
namespace {

using namespace test;  // NOLINT(google-build-using-namespace): a test's own words

const Digest run = run_number(1);

void begin_run(const std::filesystem::path& folder) {
  Store store = Store::create_or_open(folder, owner_key);
  store.start("0.1.0");
  store.ledger().open_dataset("patients", some_promise);
  store.ledger().debit(run, "patients", same_for_all({.alpha = 1000, .total_variation = 100}));
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
                           .units = same_for_all({.alpha = 5})}));
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
      for (std::int64_t round = 2; round < 100; ++round) {  // more was not debited
        store.rounds().commit(run, some_round(round));
        if (write(said[1], "x", 1) != 1) _exit(1);
      }
      for (;;) pause();
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
  static constexpr std::int64_t committed = 8, last = 1 + committed;
  static constexpr std::size_t header = 32, frame = 24 + 4096;

  CutLog() {
    in_another_process([&] {
      begin_run(folder_.path());
      const Store store = Store::open(folder_.path(), owner_key);
      for (std::int64_t round = 2; round <= last; ++round)
        store.rounds().commit(run, some_round(round),
                              {{.site = "ed25519:BBBB", .round = round - 1, .digest = digest_of("theirs")}});
      store.witness().note_heard(run, {{.site = "ed25519:BBBB", .round = last, .digest = digest_of("waits")}});
      return raise(SIGKILL);
    });
    main_ = folder_.read("state.sqlite");
    log_ = folder_.read("state.sqlite-wal");
    mark_ = folder_.read("state.mark");
  }

  void put_back(const std::string& log) {
    folder_.write("state.sqlite", main_);
    folder_.write("state.sqlite-wal", log);
    folder_.write("state.mark", mark_);
  }

  std::string found() {
    const std::vector<Damage> all = Store::inspect(folder_.path());
    EXPECT_LE(all.size(), 1u);
    return all.size() == 1 && all[0].lost_tail ? to_text(all[0]) : "";
  }

  /// Every way to the state says that the log lost its end; only a node goes on, with a prefix of the rounds. How many.
  std::int64_t rounds_left_of(const std::string& log) {
    put_back(log);
    EXPECT_NE(found(), "");
    const std::string words = "the end of the log was lost";
    EXPECT_NE(store_fault([&] { Store::open_to_read(folder_.path()); }).find(words), std::string::npos);
    EXPECT_NE(store_fault([&] { Store::open(folder_.path(), owner_key); }).find(words), std::string::npos);
    const Store store = Store::open(folder_.path(), owner_key, Store::WhenLost::go_on);
    EXPECT_TRUE(store.lost_tail());
    EXPECT_EQ(store.starts().size(), 1u);
    EXPECT_EQ(store.ledger().spent("patients").planned.alpha, 1000);
    const std::int64_t rounds = rounds_without_a_hole(store);
    if (rounds == committed) return rounds;  // what was heard is lost, and no round
    EXPECT_EQ(store.promised_round(run), last);
    fault_of_kind(FaultKind::budget, [&] { store.ledger().returnable(run); });
    fault_of_kind(FaultKind::budget, [&] { store.ledger().release(run); });
    return rounds;
  }

  TemporaryFolder folder_;
  std::string main_, log_, mark_;
};

TEST_F(CutLog, ThatIsWholeHasLostNothing) {
  EXPECT_EQ(found(), "");
  const Store store = Store::open(folder_.path(), owner_key);
  EXPECT_FALSE(store.lost_tail());
  EXPECT_EQ(rounds_without_a_hole(store), committed);
  EXPECT_EQ(store.promised_round(run), last);
  EXPECT_EQ(store.promised_round(run_number(2)), std::nullopt);
  EXPECT_EQ(store.ledger().returnable(run).planned.alpha, 1000 - 10 * committed);
}

TEST_F(CutLog, AtAnyFrameIsFoundAndLeavesAPrefixOfTheCommits) {
  ASSERT_GE(log_.size(), header + static_cast<std::size_t>(committed) * frame);
  std::int64_t before = 0;
  std::vector<bool> seen(committed + 1);
  for (std::size_t cut = 0; cut < log_.size(); cut += cut == 0 ? header : frame) {
    const std::int64_t rounds = rounds_left_of(log_.substr(0, cut + (cut / frame % 2 == 0 ? 0 : frame / 2)));
    EXPECT_GE(rounds, before);
    before = rounds;
    seen[static_cast<std::size_t>(rounds)] = true;
  }
  EXPECT_EQ(std::count(seen.begin(), seen.end(), true), committed + 1) << "every prefix is one";
}

TEST_F(CutLog, WithABitFlippedInAnyFrameIsFound) {
  RandomPoints points(41);
  for (std::size_t begin = 0; begin < log_.size(); begin += begin == 0 ? header : frame) {
    std::string spoilt = log_;
    const std::size_t bit = 8 * begin + points.below(8 * (begin == 0 ? header : frame));
    spoilt[bit / 8] = static_cast<char>(spoilt[bit / 8] ^ (1 << (bit % 8)));
    EXPECT_LE(rounds_left_of(spoilt), committed) << "bit " << bit;
  }
}

TEST_F(CutLog, ThatIsGoneIsFound) {
  put_back(log_);
  std::filesystem::remove(folder_.path() / "state.sqlite-wal");
  EXPECT_NE(found().find("round " + std::to_string(last) + " of run " + run.hex()), std::string::npos);
  EXPECT_EQ(rounds_left_of(""), 0);
}

TEST_F(CutLog, StaysLostUntilEveryRoundIsBack) {
  put_back(log_.substr(0, header + 12 * frame));
  std::int64_t next = 0;
  {
    const Store store = Store::open(folder_.path(), owner_key, Store::WhenLost::go_on);
    const LostTail lost = store.lost_tail().value();
    EXPECT_EQ(lost.rounds, (LostRounds{run, last}));
    next = store.rounds().last_round(run).value() + 1;
    EXPECT_EQ(lost.held, next - 1);
    ASSERT_LT(next, last);
    EXPECT_EQ(store.audit().events().back().event, "tail-lost");
  }
  for (; next <= last; ++next) {
    EXPECT_NE(found().find("are not back"), std::string::npos);
    const Store store = Store::open(folder_.path(), owner_key);
    EXPECT_FALSE(store.lost_tail()) << "it was noted";
    EXPECT_EQ(store.promised_round(run), last);
    fault_of_kind(FaultKind::budget, [&] { store.ledger().release(run); });
    store.rounds().commit(run, some_round(next));
  }
  EXPECT_EQ(found(), "");
  EXPECT_EQ(Store::open(folder_.path(), owner_key).ledger().release(run).planned.alpha, 1000 - 10 * committed);
}

TEST_F(CutLog, IsNotForgottenWhenAnotherRunGoesOn) {
  put_back(log_.substr(0, header));
  {
    const Store store = Store::open(folder_.path(), owner_key, Store::WhenLost::go_on);
    store.ledger().debit(run_number(2), "patients", same_for_all({.alpha = 100, .total_variation = 10}));
    store.rounds().commit(run_number(2), some_round(2));
  }
  const Store store = Store::open(folder_.path(), owner_key);
  EXPECT_EQ(store.promised_round(run), last);
  EXPECT_EQ(store.promised_round(run_number(2)), 2);
  fault_of_kind(FaultKind::budget, [&] { store.ledger().release(run); });
  EXPECT_EQ(store.ledger().release(run_number(2)).planned.alpha, 90);
}

TEST_F(CutLog, OfAnotherTimeBringsBackNoOlderStateUnseen) {
  {
    const Store store = Store::open(folder_.path(), owner_key);
    store.rounds().commit(run, some_round(last + 1));
  }
  folder_.write("state.sqlite-wal", log_);  // the old log beside the new file
  EXPECT_NE(found(), "") << "SQLite takes it for the end of this one";
  const Store store = Store::open(folder_.path(), owner_key, Store::WhenLost::go_on);
  EXPECT_EQ(rounds_without_a_hole(store), committed);
  EXPECT_EQ(store.promised_round(run), last + 1);
}

}  // namespace
}  // namespace sotto
