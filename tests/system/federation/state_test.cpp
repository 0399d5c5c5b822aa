// SPDX-License-Identifier: MIT
// F3, F17, F18, F19, F20: a state that is damaged, copied, rolled back, deleted, another's; data that changed.
#include <atomic>
#include <csignal>
#include <fstream>

#include "sotto/federation/identity/site_identity.hpp"
#include "sotto/federation/store/store.hpp"
#include "system/federation/oracle.hpp"
#include "system/federation/round_on_tape.hpp"

namespace sotto::test {
namespace {

namespace fs = std::filesystem;
const Shape longer{.rounds = 20, .consensus_rounds = 20};

/// With trust in nobody, and with masked sums.
class F3Damage : public EitherTrust {};
class F34LostLog : public EitherTrust {};
class F17TwoHosts : public EitherTrust {};
class F18ChangedData : public EitherTrust {};
class F19Rollback : public EitherTrust {};
class F34LostTail : public EitherTrust {};
class F20LostState : public EitherTrust {};

fs::path file_of(const FederationUnderTest& federation, NodeId i, const char* name = "state.sqlite") {
  return federation.rehearsal().parties[i].state / name;
}

/// With SQLite's eyes: a store that lost a round does not open any more.
std::int64_t last_round(const FederationUnderTest& federation, NodeId i) {
  Database database(file_of(federation, i), Database::Use::reading);
  return RoundLog(database).last_round(federation.manifest().run_id()).value_or(1);
}

/// All that a rollback takes back: the database, and the mark that says what it held. The node has left it closed.
void copy_state(const fs::path& from, const fs::path& to) {
  fs::create_directories(to);
  for (const char* name : {"state.sqlite", "state.mark"})
    fs::copy_file(from / name, to / name, fs::copy_options::overwrite_existing);
}

/// Cuts the log of new commits, page by page, until one round is gone.
void cut_one_round(const FederationUnderTest& federation, NodeId i) {
  const std::int64_t before = last_round(federation, i);
  const fs::path log = file_of(federation, i, "state.sqlite-wal");
  constexpr std::uintmax_t frame = 4096 + 24;
  while (last_round(federation, i) == before) {
    ASSERT_GT(fs::file_size(log), 2 * frame);
    fs::resize_file(log, fs::file_size(log) - frame);
  }
  EXPECT_EQ(last_round(federation, i), before - 1);
}

TEST_P(F3Damage, ACutTailIsFilledFromNeighboursBeforeAnythingIsSaid) {
  FederationUnderTest federation(trusting(longer));
  federation.start_all();
  ASSERT_TRUE(federation.gets_to(1, 8));
  federation.stop(0);
  federation.last_of_waiting(1);  // node 2 has heard all of it
  federation.node(1).kill_now();
  cut_one_round(federation, 1);
  federation.start(1);
  federation.start(0);
  federation.expect_all_finish();
  EXPECT_NE(federation.log(1).find("\"adopted\""), std::string::npos) << federation.log(1);
  expect_oracle_holds(federation);
}

TEST_P(F3Damage, ADamagedRowInTheMiddleIsRefusedAndNothingIsSent) {
  FederationUnderTest federation(trusting(longer));
  federation.start_all();
  ASSERT_TRUE(federation.gets_to(1, 8));
  federation.stop(1);  // all commits are in the main file now
  const std::string bytes = Store::open_to_read(federation.rehearsal().parties[1].state)
                                .rounds()
                                .row(federation.manifest().run_id(), 4)
                                ->bytes;
  std::string file;
  {
    std::ifstream in(file_of(federation, 1), std::ios::binary);
    file.assign(std::istreambuf_iterator<char>(in), {});
  }
  const std::size_t place = file.find(bytes.substr(0, 60));
  ASSERT_NE(place, std::string::npos);
  file[place + 50] = static_cast<char>(file[place + 50] ^ 4);
  std::ofstream(file_of(federation, 1), std::ios::binary) << file;
  const Round said = federation.heard_of(1);
  federation.start(1);
  federation.expect_exit(1, 7, "is damaged");
  EXPECT_EQ(federation.heard_of(1), said);
  federation.stop_all();
  expect_oracle_holds(federation, {1});
}

/// The last round of all is lost where it was said, and a neighbour is still there: it is handed back, and the run is
/// done.
TEST_P(F3Damage, ALastRoundThatIsHandedBackFinishesTheRun) {
  FederationUnderTest federation(trusting({.rounds = 4, .consensus_rounds = 3}));
  const Round last = federation.manifest().last_round();
  std::atomic<bool> arrived = false;
  federation.proxy().set_rule([&](const Passing& passing) {
    const auto* round = std::get_if<RoundFrame>(&passing.frame);
    const auto* heard = std::get_if<Acknowledgement>(&passing.frame);
    const bool is_done =
        (round != nullptr && round_in(round->bytes)->round == last) || (heard != nullptr && heard->last_round == last);
    if (passing.from == 2 && heard != nullptr && heard->round == last) arrived = true;
    const bool stays = (passing.from == 0 && passing.to == 2) || (passing.from == 2 && passing.to == 1);
    return stays && is_done ? std::vector<Frame>{} : std::vector<Frame>{passing.frame};  // who is not told waits on
  });
  federation.start(0);
  for (const NodeId i : {1u, 2u}) federation.start(i, {}, {"--linger", "600"});
  ASSERT_TRUE(federation.log_says(1, "\"finished\"")) << federation.log(1);
  ASSERT_TRUE(federation.log_says(2, "\"finished\"")) << federation.log(2);
  ASSERT_TRUE(comes_true([&] { return arrived.load(); }));
  federation.node(1).kill_now();
  cut_one_round(federation, 1);
  federation.start(1);
  EXPECT_EQ(federation.node(1).wait(std::chrono::seconds(30)), 0) << federation.log(1);
  EXPECT_NE(federation.log(1).find("\"adopted\""), std::string::npos) << federation.log(1);
  EXPECT_NE(federation.log(1).find("\"finished\""), std::string::npos) << federation.log(1);
  EXPECT_NE(federation.out(1).find("\"x\""), std::string::npos) << "it wrote no result";
  federation.stop_all();
  expect_oracle_holds(federation);
}

/// F34: everybody lost it: the neighbours were started again, and know a digest of it alone.
TEST_P(F34LostLog, ARoundThatNobodyCanHandBackEndsTheRunOfThatSite) {
  FederationUnderTest federation(trusting(longer));
  federation.start_all();
  ASSERT_TRUE(federation.gets_to(1, 8));
  for (const NodeId i : {0u, 1u, 2u}) federation.node(i).kill_now();
  fs::remove(file_of(federation, 1, "state.sqlite-wal"));
  const Round said = federation.heard_of(1);
  federation.start_all();
  federation.expect_exit(1, 7, "");
  EXPECT_NE(federation.log(1).find("\"tail-lost\""), std::string::npos) << federation.log(1);
  EXPECT_EQ(federation.heard_of(1), said) << "it drew noise for a round that it had said";
  federation.stop_all();
  expect_oracle_holds(federation, {1});
}

/// F34: it was committed and perhaps sent; no neighbour has it, and no other noise may be drawn for it.
TEST_P(F34LostLog, ARoundThatNobodyHeardIsNotDrawnAnew) {
  FederationUnderTest federation(trusting(longer));
  for (const NodeId i : {0u, 2u}) federation.start(i);
  federation.start(1, {{"TEST_FAILPOINT", "after commit:7"}});
  ASSERT_EQ(federation.node(1).wait(std::chrono::seconds(30)), 128 + SIGKILL) << federation.log(1);
  const Round said = federation.heard_of(1);
  cut_one_round(federation, 1);
  ASSERT_EQ(last_round(federation, 1), static_cast<std::int64_t>(said));
  federation.start(1);
  federation.expect_exit(1, 7, "no neighbour has what is lost");
  EXPECT_EQ(federation.heard_of(1), said);
  federation.stop_all();
  expect_oracle_holds(federation, {1});
}

TEST_P(F17TwoHosts, TheSecondProcessOfASiteIsRefusedAndSaysNothing) {
  FederationUnderTest federation(trusting({.rounds = 200, .consensus_rounds = 200}));
  federation.start_all();
  ASSERT_TRUE(federation.gets_to(0, 5));
  const fs::path copy = federation.folder() / "copy";
  federation.node(0).send(SIGSTOP);
  fs::copy(federation.rehearsal().parties[0].state, copy, fs::copy_options::recursive);
  federation.node(0).send(SIGCONT);
  const auto last_in_copy = [&] {
    return Store::open_to_read(copy).rounds().last_round(federation.manifest().run_id());
  };
  const std::optional<std::int64_t> copied = last_in_copy();
  const RehearsedParty& party = federation.rehearsal().parties[0];
  NodeProcess clone({.program = program_under_test(),
                     .words = {"node", "--manifest", federation.rehearsal().manifest.string(), "--data", party.data,
                               "--state", copy.string(), "--listen", federation.unused_address(), "--json"},
                     .out = federation.folder() / "copy.out",
                     .log = federation.folder() / "copy.log"});
  EXPECT_TRUE(federation.log_says(1, "\"two-of-one\"") || federation.log_says(2, "\"two-of-one\""));
  clone.kill_now();
  EXPECT_EQ(last_in_copy(), copied) << "the clone drew noise";
  federation.expect_all_finish();
  expect_oracle_holds(federation);
}

/// Before anything was spent, a wrong file is a mistake that can be mended.
TEST_P(F18ChangedData, AWrongFileBeforeTheDebitBindsNothing) {
  FederationUnderTest federation(trusting({.rounds = 3, .consensus_rounds = 1}));
  const std::string data = federation.rehearsal().parties[1].data;
  const fs::path right = federation.folder() / "right.csv";
  fs::copy_file(data, right);
  fs::copy_file(federation.rehearsal().parties[0].data, data, fs::copy_options::overwrite_existing);
  federation.start(1);
  ASSERT_TRUE(federation.log_says(1, "\"started\""));
  federation.stop(1);
  expect_nothing_spent(federation, 1);
  fs::copy_file(right, data, fs::copy_options::overwrite_existing);
  federation.start_all();
  federation.expect_all_finish();
  expect_oracle_holds(federation);
}

/// What was read must be what the run is bound to.
TEST_P(F18ChangedData, AFileThatChangesWhileItIsReadIsRefused) {
  FederationUnderTest federation(trusting({.rounds = 3, .consensus_rounds = 1}));
  const std::string data = federation.rehearsal().parties[1].data;
  federation.start(1, {{"TEST_FAILPOINT", "records read:1"}, {"TEST_FAILURE", "change " + data}});
  federation.expect_exit(1, 3, "was changed while it was read");
  expect_nothing_spent(federation, 1);
}

TEST_P(F18ChangedData, ARestartOnOtherRecordsIsRefusedAndTheBudgetStaysSpent) {
  FederationUnderTest federation(trusting(longer));
  federation.start_all();
  ASSERT_TRUE(federation.gets_to(1, 4));
  federation.stop(1);
  const std::string data = federation.rehearsal().parties[1].data;
  const fs::path original = federation.folder() / "original.csv";
  fs::copy_file(data, original);
  std::string text;
  {
    std::ifstream in(data);
    text.assign(std::istreambuf_iterator<char>(in), {});
  }
  const std::size_t digit = text.rfind('1');
  text[digit] = '2';
  std::ofstream(data) << text;
  federation.start(1);
  federation.expect_exit(1, 3, "is not the file that this run began with");
  {
    const Store store = Store::open_to_read(federation.rehearsal().parties[1].state);
    EXPECT_TRUE(store.ledger().debit_of(federation.manifest().run_id()));
  }
  fs::copy_file(original, data, fs::copy_options::overwrite_existing);
  federation.start(1);
  federation.expect_all_finish();
  expect_oracle_holds(federation);
}

TEST_P(F19Rollback, ARestoredBackupIsRefusedByTheWitnessesHoweverOftenItStartsAndTheTrueStateGoesOn) {
  FederationUnderTest federation(trusting(longer));
  federation.start_all();
  ASSERT_TRUE(federation.gets_to(1, 5));
  federation.stop(1);
  const fs::path backup = federation.folder() / "backup", &state = federation.rehearsal().parties[1].state;
  copy_state(state, backup);
  federation.start(1);
  ASSERT_TRUE(federation.gets_to(1, federation.heard_of(1) + 6));
  federation.stop(1);
  const Round said = federation.heard_of(1);
  const fs::path true_state = federation.folder() / "true-state";
  copy_state(state, true_state);
  copy_state(backup, state);
  for (int again = 0; again < 6; ++again) {  // every start raises the incarnation: it must not climb past the witnesses
    federation.start(1);
    federation.expect_exit(1, 7, "older");
  }
  EXPECT_EQ(federation.heard_of(1), said);
  copy_state(true_state, state);
  federation.start(1);  // what was refused left no trace: the true state goes on
  federation.expect_all_finish();
  expect_oracle_holds(federation);
}

/// A copy that was made while its node ran knows that start. Neighbours still hold more than it has: it is refused, and
/// is not taken for the true state's next start.
TEST_P(F19Rollback, AnOlderCopyThatIsStartedByMistakeDoesNotLockTheTrueStateOut) {
  FederationUnderTest federation(trusting(longer));
  federation.start_all();
  ASSERT_TRUE(federation.gets_to(1, 5));
  const fs::path copy = federation.folder() / "copy";
  federation.node(1).send(SIGSTOP);
  fs::copy(federation.rehearsal().parties[1].state, copy, fs::copy_options::recursive);
  federation.node(1).send(SIGCONT);
  ASSERT_TRUE(federation.gets_to(1, federation.heard_of(1) + 6));
  federation.stop(1);
  const RehearsedParty& party = federation.rehearsal().parties[1];
  NodeProcess older({.program = program_under_test(),
                     .words = {"node", "--manifest", federation.rehearsal().manifest.string(), "--data", party.data,
                               "--state", copy.string(), "--listen", party.listen.text(), "--json"},
                     .out = federation.folder() / "copy.out",
                     .log = federation.folder() / "copy.log"});
  EXPECT_EQ(older.wait(std::chrono::seconds(30)), 7);
  federation.start(1);
  federation.expect_all_finish();
  expect_oracle_holds(federation);
}

/// Grown by other runs and other starts, an older state has higher numbers than all that was seen; but not those.
TEST_P(F19Rollback, AnOlderStateThatHasGrownSinceIsRefusedInTheNextRunToo) {
  FederationUnderTest federation(trusting({.rounds = 3, .consensus_rounds = 1}));
  const fs::path backup = federation.folder() / "backup", &state = federation.rehearsal().parties[1].state;
  copy_state(state, backup);
  const std::string first = federation.with_other_manifest("epsilon = 2.0", "epsilon = 0.1").manifest.string();
  for (const NodeId i : {0u, 1u, 2u}) federation.start_with(i, first);
  federation.expect_all_finish();
  copy_state(backup, state);
  {
    Store store = Store::open(state, SiteIdentity::open(state).public_key().text());
    for (int k = 0; k < 3; ++k) {
      store.start("again");
      const std::string dataset = "other-people-" + std::to_string(k);
      store.ledger().open_dataset(dataset, {.epsilon = 1, .delta = 1e-6});
    }
  }
  const std::string next = federation.with_other_manifest("epsilon = 2.0", "epsilon = 0.2").manifest.string();
  for (const NodeId i : {0u, 1u, 2u}) federation.start_with(i, next);
  federation.expect_exit(1, 7, "knows nothing of");
  federation.stop_all();
  const Store store = Store::open_to_read(federation.rehearsal().parties[1].state);
  EXPECT_FALSE(store.ledger().debit_of(Manifest::read(next).run_id())) << "it would have spent twice";
  expect_oracle_holds(federation, {1});
}

/// A copy that was made in the middle of a run knows its start and its debit. It lacks rounds alone: in the next run
/// neighbours show the last one that they heard, with this site's own signature.
TEST_P(F34LostTail, RoundsOfAnEarlierRunThatAStateLacksAreFoundInTheNextRun) {
  FederationUnderTest federation(trusting({.rounds = 20, .consensus_rounds = 2}));
  const std::string first = federation.with_other_manifest("epsilon = 2.0", "epsilon = 0.1").manifest.string();
  for (const NodeId i : {0u, 2u}) federation.start_with(i, first);
  federation.start_with(1, first, {{"TEST_FAILPOINT", "after commit:7"}});
  ASSERT_EQ(federation.node(1).wait(std::chrono::seconds(30)), 128 + SIGKILL) << federation.log(1);
  const fs::path state = federation.rehearsal().parties[1].state, copy = federation.folder() / "copy";
  fs::copy(state, copy, fs::copy_options::recursive);
  federation.start_with(1, first);
  federation.expect_all_finish();
  fs::remove_all(state);
  fs::rename(copy, state);
  const std::string next = federation.with_other_manifest("epsilon = 2.0", "epsilon = 0.2").manifest.string();
  for (const NodeId i : {0u, 1u, 2u}) federation.start_with(i, next);
  federation.expect_exit(1, 7, "a round of this site that this state knows nothing of");
  federation.stop_all();
  {
    const Store store = Store::open_to_read(state);
    EXPECT_FALSE(store.ledger().debit_of(Manifest::read(next).run_id())) << "it would have spent twice";
  }
  expect_oracle_holds(federation, {1});
}

TEST_P(F20LostState, ADeletedStateThatWasMadeAnewIsRefusedByTheWitnesses) {
  FederationUnderTest federation(trusting(longer));
  federation.start_all();
  ASSERT_TRUE(federation.gets_to(1, 5));
  federation.stop(1);
  const Round said = federation.heard_of(1);
  const auto make_another = [&] {
    return Store::create_or_open(federation.rehearsal().parties[1].state,
                                 SiteIdentity::open(federation.rehearsal().parties[1].state).public_key().text());
  };
  for (const char* name : {"state.sqlite", "state.sqlite-wal", "state.sqlite-shm"})
    fs::remove(file_of(federation, 1, name));
  federation.start(1);
  federation.expect_exit(1, 7, "there is no state");
  EXPECT_THROW(make_another(), InvalidInput) << "the mark says that there was one";
  fs::remove(file_of(federation, 1, "state.mark"));
  fs::remove(file_of(federation, 1));
  {
    const Store fresh = make_another();
    fresh.ledger().open_dataset(federation.manifest().parties()[1].dataset, {.epsilon = 8, .delta = 1e-3});
  }
  federation.start(1);
  federation.expect_exit(1, 7, "older");
  EXPECT_EQ(federation.heard_of(1), said);
  federation.stop_all();
  expect_oracle_holds(federation, {1});
}

TEST_P(F20LostState, AStateOfAnotherSiteIsRefused) {
  FederationUnderTest federation(trusting({}));
  fs::copy_file(file_of(federation, 0), file_of(federation, 1), fs::copy_options::overwrite_existing);
  federation.start(1);
  federation.expect_exit(1, 7, "another site");
  expect_nothing_spent(federation, 0);
  expect_oracle_holds(federation, {1});
}

TEST_P(F19Rollback, ALedgerThatWasRolledBackIsRefusedInTheNextRunToo) {
  FederationUnderTest federation(trusting({.rounds = 3, .consensus_rounds = 1}));
  const fs::path backup = federation.folder() / "backup", &state = federation.rehearsal().parties[0].state;
  copy_state(state, backup);
  federation.start_all();
  federation.expect_all_finish();
  copy_state(backup, state);
  const std::string next = federation.with_other_manifest("rounds = 3", "rounds = 2").manifest.string();
  federation.start_with(1, next);
  federation.expect_exit(1, 5, "does not go on from the one seen before");
  EXPECT_FALSE(
      Store::open_to_read(federation.rehearsal().parties[1].state).ledger().debit_of(Manifest::read(next).run_id()));
  expect_oracle_holds(federation, {0});
}

INSTANTIATE_TEST_SUITE_P(Trust, F3Damage, ::testing::Bool(), name_of_trust);
INSTANTIATE_TEST_SUITE_P(Trust, F34LostLog, ::testing::Bool(), name_of_trust);
INSTANTIATE_TEST_SUITE_P(Trust, F17TwoHosts, ::testing::Bool(), name_of_trust);
INSTANTIATE_TEST_SUITE_P(Trust, F18ChangedData, ::testing::Bool(), name_of_trust);
INSTANTIATE_TEST_SUITE_P(Trust, F19Rollback, ::testing::Bool(), name_of_trust);
INSTANTIATE_TEST_SUITE_P(Trust, F34LostTail, ::testing::Bool(), name_of_trust);
INSTANTIATE_TEST_SUITE_P(Trust, F20LostState, ::testing::Bool(), name_of_trust);

}  // namespace
}  // namespace sotto::test
