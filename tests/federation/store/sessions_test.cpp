// SPDX-License-Identifier: MIT
// Sessions belong to one run, say each word once, and are paid for by one debit.
#include "sotto/federation/store/sessions.hpp"

#include <gtest/gtest.h>

#include <csignal>

#include "federation/store/some_state.hpp"
#include "sotto/federation/store/state_file.hpp"

namespace sotto {
namespace {

using namespace test;  // NOLINT(google-build-using-namespace): a test's own words

constexpr BookedUnits whole_run{.planned = {.alpha = 100, .total_variation = 10},
                                .all_others = {.alpha = 400, .total_variation = 30}};

class SessionsTest : public testing::Test {
 protected:
  SessionsTest() {
    store_.ledger().open_dataset("patients", some_promise);
    store_.ledger().debit(run_, "patients", whole_run);
  }

  TemporaryFolder folder_;
  Store store_ = Store::create_or_open(folder_.path(), owner_key);
  Sessions sessions_ = store_.sessions();
  RoundLog rounds_ = store_.rounds();
  Digest run_ = run_number(1), second_ = digest_of("second"), third_ = digest_of("third");
};

TEST_F(SessionsTest, BelongToTheirRunAndTheFirstOneIsTheRun) {
  EXPECT_EQ(sessions_.run_of(run_), run_);
  EXPECT_EQ(sessions_.sessions_of(run_), std::vector<Digest>{run_});
  sessions_.begin(run_, run_);
  sessions_.begin(third_, run_, "amendment");
  sessions_.begin(second_, run_);
  sessions_.begin(third_, run_, "with its signatures in another order");
  EXPECT_EQ(sessions_.run_of(third_), run_);
  EXPECT_EQ(sessions_.word(third_, SessionRowKind::begun), "amendment");
  EXPECT_EQ(sessions_.sessions_of(run_), (std::vector<Digest>{run_, third_, second_}));
  EXPECT_EQ(head_of(store_.database(), tables::sessions).entries, 2) << "the same again is no second row";
  EXPECT_EQ(sessions_.run_of(digest_of("nobody knows")), digest_of("nobody knows"));
}

TEST_F(SessionsTest, AreOfOneRunAndRunsAreNoSessions) {
  store_.ledger().debit(run_number(2), "patients", whole_run);
  sessions_.begin(second_, run_);
  const auto refused = [&](const Digest& session, const Digest& run) {
    return store_fault([&] { sessions_.begin(session, run); });
  };
  EXPECT_NE(refused(second_, run_number(2)).find("belongs to another run"), std::string::npos);
  EXPECT_NE(refused(third_, second_).find("is itself a session"), std::string::npos);
  EXPECT_NE(refused(run_number(2), run_).find("debited as a run"), std::string::npos);
  EXPECT_NE(refused(run_, run_number(2)).find("debited as a run"), std::string::npos);
  sessions_.keep_word(third_, SessionRowKind::key, "its own run's");
  EXPECT_NE(refused(third_, run_).find("was a run before"), std::string::npos);
  store_fault([&] { store_.ledger().debit(second_, "patients", whole_run); });
  EXPECT_EQ(sessions_.sessions_of(run_), (std::vector<Digest>{run_, second_}));
}

TEST_F(SessionsTest, SayEachWordOnce) {
  using enum SessionRowKind;
  sessions_.begin(second_, run_);
  for (const Digest& session : {run_, second_})
    for (const SessionRowKind kind : {key, ready, amendment}) {
      EXPECT_EQ(sessions_.word(session, kind), std::nullopt);
      sessions_.keep_word(session, kind, session.hex());
      sessions_.keep_word(session, kind, session.hex());
      EXPECT_NE(store_fault([&] { sessions_.keep_word(session, kind, "another"); }).find("said another one before"),
                std::string::npos);
      EXPECT_EQ(sessions_.word(session, kind), session.hex());
    }
  store_fault([&] { sessions_.keep_word(third_, begun, "no word"); });
  EXPECT_EQ(head_of(store_.database(), tables::sessions).entries, 7);
}

TEST_F(SessionsTest, AreInTheMainFileWhenACallReturns) {
  const auto log_size = [&] { return std::filesystem::file_size(folder_.path() / "state.sqlite-wal"); };
  store_.audit().append("something");
  EXPECT_GT(log_size(), 0u);
  sessions_.begin(second_, run_);
  EXPECT_EQ(log_size(), 0u);
  store_.audit().append("something");
  sessions_.keep_word(second_, SessionRowKind::key, "key");
  EXPECT_EQ(log_size(), 0u);
}

TEST_F(SessionsTest, CountTogetherAgainstOneDebit) {
  const BookedUnits cost{.planned = {.alpha = 40, .total_variation = 4},
                         .all_others = {.alpha = 160, .total_variation = 12}};
  rounds_.commit(run_, masked_round(2, cost));
  const auto refused = [&](const Digest& session, const RoundRow& row) {
    return store_fault([&] { rounds_.commit(session, row); });
  };
  EXPECT_NE(refused(second_, masked_round(2, cost)).find("was not debited"), std::string::npos);
  sessions_.begin(second_, run_);
  EXPECT_NE(refused(run_, masked_round(3, cost)).find("a later session of its run has begun"), std::string::npos);
  rounds_.commit(second_, masked_round(2, cost));
  EXPECT_EQ(rounds_.last_round(run_), 2);
  EXPECT_EQ(rounds_.last_round(second_), 2);
  EXPECT_EQ(rounds_.totals(run_), (RoundTotals{.rounds = 2, .cost = cost + cost}));
  EXPECT_NE(refused(second_, masked_round(3, cost)).find("cost more than was debited"), std::string::npos)
      << "one session alone would fit";
  EXPECT_EQ(store_.ledger().returnable(run_), whole_run - (cost + cost));
  EXPECT_EQ(store_.ledger().release(run_), whole_run - (cost + cost));
  EXPECT_EQ(store_.ledger().spent("patients"), cost + cost);
  EXPECT_NE(refused(second_, some_round(3, {})).find("was released"), std::string::npos);
  fault_of_kind(FaultKind::budget, [&] { store_.ledger().release(second_); });
}

/// A round that an earlier session said, and whose row a log lost, may have been heard: nothing is returned.
TEST_F(SessionsTest, ThatLostRoundsKeepTheirRunFromReturningAnything) {
  const TemporaryFolder folder;
  in_another_process([&] {
    const Store store = Store::create_or_open(folder.path(), owner_key);
    store.ledger().open_dataset("patients", some_promise);
    store.ledger().debit(run_, "patients", whole_run);
    store.rounds().commit(run_, some_round(2));
    return raise(SIGKILL);
  });
  std::filesystem::resize_file(folder.path() / "state.sqlite-wal", 0);
  const Store store = Store::open(folder.path(), owner_key, Store::WhenLost::go_on);
  ASSERT_EQ(store.rounds().last_round(run_), std::nullopt);
  fault_of_kind(FaultKind::budget, [&] { store.ledger().returnable(run_); });
  store.sessions().begin(second_, run_);
  store.rounds().commit(second_, some_round(2));
  fault_of_kind(FaultKind::budget, [&] { store.ledger().returnable(run_); });
}

TEST_F(SessionsTest, OfWhichALaterOneLostRoundsKeepTheirRunFromReturningAnything) {
  const TemporaryFolder folder;
  in_another_process([&] {
    const Store store = Store::create_or_open(folder.path(), owner_key);
    store.ledger().open_dataset("patients", some_promise);
    store.ledger().debit(run_, "patients", whole_run);
    store.rounds().commit(run_, some_round(2));
    store.sessions().begin(second_, run_);
    store.rounds().commit(second_, some_round(2));
    return raise(SIGKILL);
  });
  std::filesystem::resize_file(folder.path() / "state.sqlite-wal", 0);
  const Store store = Store::open(folder.path(), owner_key, Store::WhenLost::go_on);
  ASSERT_EQ(store.rounds().last_round(run_), 2) << "what was before the session is in the main file";
  ASSERT_EQ(store.rounds().last_round(second_), std::nullopt);
  fault_of_kind(FaultKind::budget, [&] { store.ledger().returnable(run_); });
}

}  // namespace
}  // namespace sotto
