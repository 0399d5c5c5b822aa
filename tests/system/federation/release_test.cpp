// SPDX-License-Identifier: MIT
// F34: a run that is given up. What was said is never returned: not after a log lost its end, and not on one store's
// word. The program that ships gives the words and takes them.
#include <csignal>
#include <fstream>
#include <nlohmann/json.hpp>

#include "sotto/federation/identity/site_identity.hpp"
#include "sotto/federation/manifest/signature.hpp"
#include "sotto/federation/store/store.hpp"
#include "support/subprocess.hpp"
#include "system/federation/kept_keys.hpp"
#include "system/federation/ledger_of_sessions.hpp"
#include "system/federation/oracle.hpp"
#include "system/federation/round_on_tape.hpp"

namespace sotto::test {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;
using Words = std::vector<std::string>;

/// The commands by which sites give a run up.
class Releasing {
 protected:
  explicit Releasing(const Shape& shape) : federation_(shape) {}

  const RehearsedParty& party(NodeId i) const { return federation_.rehearsal().parties[i]; }
  fs::path file(NodeId i, const char* name) const { return party(i).state / name; }
  Digest run() const { return federation_.manifest().run_id(); }

  Transcript budget(NodeId i, const std::string& verb, const Words& more = {}, const Variables& dying = {}) const {
    const std::string program = dying.empty() ? shipped_program() : program_under_test();
    Words words{program, "budget", verb, "--state", party(i).state.string()};
    if (verb != "verify" && verb != "show")
      words.insert(words.end(), {"--manifest", federation_.rehearsal().manifest.string()});
    words.insert(words.end(), more.begin(), more.end());
    return run_subprocess({.words = words, .folder = federation_.folder(), .environment = dying});
  }
  /// The last word of node `by` for node `of`, in a file.
  std::string word(NodeId by, NodeId of) const {
    const Transcript said = budget(by, "word", {"--for", party(of).name});
    EXPECT_EQ(said.code, 0) << said.err;
    return written("word-" + party(by).name + "-for-" + party(of).name, said.out);
  }
  std::string written(const std::string& name, const std::string& text) const {
    std::ofstream(federation_.folder() / name) << text;
    return (federation_.folder() / name).string();
  }
  std::string changed(const std::string& path, const std::function<void(LastWord&)>& change,
                      const SiteIdentity* signer = nullptr) const {
    std::ifstream file(path);
    LastWord word = last_word_from(std::string(std::istreambuf_iterator<char>(file), {})).value();
    change(word);
    if (signer != nullptr) word.sign(signer->key());
    return written("changed", to_json(word));
  }
  Transcript release(const Words& words, const Variables& dying = {}) const {
    Words flags{"--yes"};
    for (const std::string& one : words) flags.insert(flags.end(), {"--word", one});
    return budget(1, "release", flags, dying);
  }
  void expect_refused(const Transcript& said, const std::string& why, int code = 6) const {
    EXPECT_EQ(said.code, code) << said.out;
    EXPECT_NE(said.err.find(why), std::string::npos) << said.err;
  }
  Store store(NodeId i) const {
    return Store::open(party(i).state, SiteIdentity::open(party(i).state).public_key().text(), Store::WhenLost::go_on);
  }

  FederationUnderTest federation_;
};

/// Three sites that were killed in the middle of a run.
class GivenUp : public EitherTrust, public Releasing {
 protected:
  GivenUp() : Releasing(trusting({.rounds = 20, .consensus_rounds = 20})) {
    federation_.start_all();
    EXPECT_TRUE(federation_.gets_to(1, 8));
    for (const NodeId i : {0u, 1u, 2u}) federation_.node(i).kill_now();
  }
};

TEST_P(GivenUp, IsReturnedWithTheLastWordOfEveryNeighbourAndNotBefore) {
  expect_refused(release({}), party(0).name + ": has not given its last word");
  const std::string first = word(0, 1), second = word(2, 1);
  expect_refused(release({first}), party(2).name + ": has not given its last word");
  EXPECT_EQ(store(1).ledger().head().entries, 2) << "a refusal books nothing";
  const BookedUnits left = store(1).ledger().returnable(run());
  const Transcript asked = budget(1, "release", {"--word", first, "--word", second});
  expect_refused(asked, "returns epsilon ", 2);
  EXPECT_NE(asked.err.find("closed for ever"), std::string::npos) << "it says what it would do, and wants a yes";
  EXPECT_EQ(store(1).ledger().head().entries, 2);
  const fs::path key = key_file_of(party(1).state, run());
  EXPECT_EQ(fs::exists(key), GetParam()) << "with masked sums a restart would have needed it";
  const Transcript said = release({first, second});
  ASSERT_EQ(said.code, 0) << said.err;
  EXPECT_FALSE(fs::exists(key));
  const std::string& dataset = federation_.manifest().parties()[1].dataset;
  {
    const Store after = store(1);
    EXPECT_EQ(after.ledger().spent(dataset), after.ledger().debit_of(run())->units - left);
  }
  expect_refused(release({first, second}), "was released before");
  expect_oracle_holds(federation_);
}

Variables dying_at(const std::string& place) {
  return {{"TEST_FAILPOINT", place}};
}

/// F1 of the commands: repeated, each ends what it began, and the key of the session does not outlive the run.
TEST_P(GivenUp, ACommandThatWasKilledIsRepeatedAndLeavesNoKey) {
  const fs::path key = key_file_of(party(1).state, run()), key_of_first = key_file_of(party(0).state, run());
  const Words for_first{"--for", party(1).name};
  EXPECT_EQ(budget(0, "word", for_first, dying_at("forgetting:1")).code, 128 + SIGKILL);
  EXPECT_TRUE(store(0).closings().is_closed(run()));
  const Words words{word(0, 1), word(2, 1)};
  EXPECT_FALSE(fs::exists(key_of_first));
  EXPECT_EQ(release(words, dying_at("forgetting:1")).code, 128 + SIGKILL);
  EXPECT_FALSE(store(1).ledger().is_released(run())) << "what is released is never looked at again";
  if (GetParam()) std::ofstream(key) << std::string(fs::file_size(key), '\0');  // killed after it was overwritten
  EXPECT_EQ(release(words, dying_at("before release:1")).code, 128 + SIGKILL);
  EXPECT_FALSE(fs::exists(key));
  EXPECT_FALSE(store(1).ledger().is_released(run()));
  EXPECT_EQ(release(words, dying_at("after release:1")).code, 128 + SIGKILL);
  expect_refused(release(words), "was released before");
  expect_oracle_holds(federation_);
}

TEST_P(GivenUp, IsNotReturnedOnAWordThatIsForgedOrAboutSomethingElse) {
  const std::string first = word(0, 1), second = word(2, 1), other = word(0, 2);
  const SiteIdentity own = SiteIdentity::open(party(1).state), liar = SiteIdentity::open(party(0).state);
  const auto refuses = [&](const std::string& bad, const std::string& why) {
    expect_refused(release({bad, second}), why);
  };
  refuses(changed(first, [](LastWord& word) { word.round = 2; }), "was not signed by its key");
  refuses(changed(
              first, [](LastWord& word) { word.round = 2; }, &own),
          "was not signed by its key");
  refuses(changed(
              first, [](LastWord& word) { word.run.bytes[0] ^= 1; }, &liar),
          "is about another run");
  refuses(other, "is about another site");
  refuses(changed(
              first, [](LastWord& word) { word.digest->bytes[0] ^= 1; }, &liar),
          "holds another message for round");
  refuses(changed(
              first, [](LastWord& word) { word.round += 100; }, &liar),
          "holds round");
  refuses(second, party(0).name + ": has not given its last word");
  expect_refused(release({first, written("junk", "{}")}), "is no last word", 2);
  EXPECT_FALSE(store(1).ledger().is_released(run()));
}

TEST_P(GivenUp, AWordClosesTheRunWhereItIsGivenAndIsTheSameWhenItIsGivenAgain) {
  const Transcript said = budget(0, "word", {"--for", party(1).name}),
                   again = budget(0, "word", {"--for", party(1).name, "--json"});
  EXPECT_EQ(said.code, 0);
  EXPECT_EQ(said.out, again.out);
  EXPECT_EQ(Json::parse(said.out).at("schema"), "sotto.last-word/1");
  EXPECT_TRUE(store(0).closings().is_closed(run()));
  federation_.start(0);
  federation_.expect_exit(0, 6, "has given its last word");
  const Transcript nobody = budget(0, "word", {"--for", party(0).name});
  expect_refused(nobody, "is no neighbour of this site", 2);
}

/// The attack of the issue: one bit of the log, `verify`, `release`, and a second run on what came back.
TEST_P(GivenUp, NothingIsReturnedAfterALogWasLostOrSpoilt) {
  const std::string first = word(0, 1), second = word(2, 1);
  std::fstream log(file(1, "state.sqlite-wal"), std::ios::in | std::ios::out | std::ios::binary);
  log.seekp(32 + 24 + 1000);
  const int byte = log.peek();
  log.put(static_cast<char>(byte ^ 4)).flush();
  const Transcript verdict = budget(1, "verify");
  EXPECT_EQ(verdict.code, 7);
  EXPECT_NE(verdict.out.find("the end of the log was lost"), std::string::npos) << verdict.out;
  EXPECT_EQ(Json::parse(budget(1, "verify", {"--json"}).out).at("whole"), false);
  expect_refused(release({first, second}), "the end of the log was lost", 7);
  expect_refused(budget(1, "show"), "the end of the log was lost", 7);
  { EXPECT_TRUE(store(1).lost_tail()); }  // as a node opens it, which notes the loss
  EXPECT_EQ(budget(1, "verify").code, 7);
  expect_refused(release({first, second}), "a log lost its end");
  EXPECT_FALSE(store(1).ledger().is_released(run()));
}

TEST_P(GivenUp, NothingIsReturnedWhereANeighbourHasSaidThatItHoldsMore) {
  const std::string first = word(0, 1), second = word(2, 1);
  store(1).audit().append("rolled-back", {{"run", digest_of("another run").hex()}, {"text", "another run"}});
  store(1).audit().append("rolled-back", {{"run", run().hex()}, {"text", "it holds round 20"}});
  expect_refused(release({first, second}), "a neighbour has seen more of it");
  EXPECT_FALSE(store(1).ledger().is_released(run()));
}

/// What no mark can see, an older copy of the whole state, the neighbours' words do.
TEST_P(GivenUp, NothingIsReturnedToAnOlderCopyThatNeighboursHeardMoreOf) {
  { store(1); }  // moves the log into the main file
  const fs::path copy = federation_.folder() / "older";
  fs::copy(party(1).state, copy, fs::copy_options::recursive);
  const Round before = federation_.heard_of(1);
  federation_.start_all();
  ASSERT_TRUE(federation_.gets_to(1, before + 5));
  for (const NodeId i : {0u, 1u, 2u}) federation_.stop(i);
  const std::string first = word(0, 1), second = word(2, 1);
  fs::remove_all(party(1).state);
  fs::rename(copy, party(1).state);
  EXPECT_EQ(budget(1, "verify").code, 0) << "an older copy is whole in itself";
  expect_refused(release({first, second}), "this state lost rounds that it sent");
}

/// A run that goes on without a member, which was the last to hear another one.
class F42Released : public Releasing, public ::testing::Test {
 protected:
  static constexpr NodeId lost = 3;

  F42Released() : Releasing({.nodes = 4, .rounds = 60, .consensus_rounds = 1, .colluders = 1, .spare_rounds = 1}) {
    federation_.start_all();
    EXPECT_TRUE(federation_.gets_to(1, 4));
    federation_.stop_all();
    fs::copy(party(1).state, older_, fs::copy_options::recursive);
    const Round heard = federation_.heard_of(1);
    federation_.proxy().set_rule([heard](const Passing& passing) {
      const auto* frame = std::get_if<RoundFrame>(&passing.frame);
      const auto round = frame == nullptr ? std::nullopt : round_in(frame->bytes);
      const bool is_kept_back = round && round->node == 1 && round->round > heard && passing.to != lost;
      return is_kept_back ? std::vector<Frame>{} : std::vector<Frame>{passing.frame};
    });
    federation_.start_all();
    EXPECT_TRUE(federation_.gets_to(1, heard + 2)) << federation_.log(1);
    EXPECT_EQ(federation_.last_of_waiting(1), heard + 2)
        << "what a member says goes two rounds beyond what others used";
    for (const NodeId i : {0u, 1u, 2u, lost}) federation_.node(i).kill_now();
    federation_.amend_by_all({lost});
  }

  BookedUnits said() const {
    BookedUnits cost;
    for (Round round = 2; round <= federation_.heard_of(1); ++round)
      cost = cost + units_of_round(federation_.manifest().plan_of(1), round - 1);
    return cost;
  }
  BookedUnits spent() const { return store(1).ledger().spent(federation_.manifest().parties()[1].dataset); }

  fs::path older_ = federation_.folder() / "older";
};

TEST_F(F42Released, AnOlderCopyGetsNothingBackThatTheLostMemberAloneHeard) {
  fs::remove_all(party(1).state);
  fs::rename(older_, party(1).state);
  const Transcript done = release({word(0, 1), word(2, 1)});
  ASSERT_EQ(done.code, 0) << done.err;
  EXPECT_NE(done.out.find("stays booked beside the rounds here"), std::string::npos) << done.out;
  EXPECT_EQ(larger_of(spent(), said()), spent()) << "I2";
  const BookedUnits dearest = units_of_dearest_round(federation_.manifest().plan_of(1));
  EXPECT_EQ(spent(), spent_in_rows(store(1), run()) + dearest + dearest);
}

TEST_F(F42Released, WithTheWordOfTheLostMemberEverythingThatWasNotSaidComesBack) {
  const Words words{word(0, 1), word(2, 1), word(lost, 1)};
  const std::string forged = changed(words[2], [](LastWord& word) { word.round = 2; });
  expect_refused(release({words[0], words[1], forged}), party(lost).name + ": was not signed by its key");
  const Transcript done = release(words);
  ASSERT_EQ(done.code, 0) << done.err;
  EXPECT_EQ(done.out.find("stays booked"), std::string::npos) << done.out;
  EXPECT_EQ(spent(), said());
  expect_oracle_holds(federation_);
}

/// Nobody who is left has heard it: then what it said is known to its lost neighbour alone, and its word is needed.
class F42LostWithItsNeighbour : public Releasing, public ::testing::Test {
 protected:
  F42LostWithItsNeighbour()
      : Releasing(
            {.nodes = 6, .graph = "path", .rounds = 60, .consensus_rounds = 1, .colluders = 1, .spare_rounds = 1}) {}
};

TEST_F(F42LostWithItsNeighbour, GetsNothingBackWithoutAWord) {
  federation_.start_all();
  ASSERT_TRUE(federation_.gets_to(0, 3));
  for (const NodeId i : {0u, 1u, 2u, 3u, 4u, 5u}) federation_.node(i).kill_now();
  federation_.amend_by_all({0, 1});
  expect_refused(budget(0, "release", {"--yes"}), party(1).name + ": has not given its last word");
}

Transcript budget_of(const FederationUnderTest& federation, NodeId i, Words words) {
  words.insert(words.begin(), {shipped_program(), "budget"});
  words.insert(words.end(), {"--state", federation.rehearsal().parties[i].state.string(), "--json"});
  return run_subprocess({.words = words, .folder = federation.folder()});
}

class F41Restored : public EitherTrust {};

/// F41: a backup from before a run is restored after it. Nothing is left in it; and where people open a new budget in
/// it, the neighbours have seen a start and a debit of this key that it knows nothing of.
TEST_P(F41Restored, HasNothingLeftAndIsRefusedByNeighboursThatSawMore) {
  FederationUnderTest federation(trusting({.rounds = 3, .consensus_rounds = 1}));
  ASSERT_EQ(budget_of(federation, 0, {"backup", "copy"}).code, 0);
  const std::string first = federation.with_other_manifest("epsilon = 2.0", "epsilon = 0.1").manifest.string();
  for (const NodeId i : {0u, 1u, 2u}) federation.start_with(i, first);
  federation.expect_all_finish();
  const fs::path& state = federation.rehearsal().parties[0].state;
  EXPECT_EQ(budget_of(federation, 0, {"restore", "copy", "--yes"}).code, 7) << "a state is there";
  for (const char* name : {"state.sqlite", "state.mark"}) fs::remove(state / name);
  EXPECT_EQ(budget_of(federation, 0, {"restore", "copy"}).code, 2) << "without a yes";
  const Transcript done = budget_of(federation, 0, {"restore", "copy", "--yes"});
  ASSERT_EQ(done.code, 0) << done.out;
  EXPECT_EQ(Json::parse(budget_of(federation, 0, {"show"}).out).at("datasets").at(0).at("alpha_left"), 0);
  EXPECT_EQ(budget_of(federation, 0, {"verify"}).code, 0);

  Rehearsal next = federation.with_other_manifest("epsilon = 2.0", "epsilon = 0.2");
  federation.start_with(0, next.manifest.string());
  federation.expect_exit(0, 6, "is left");
  EXPECT_EQ(budget_of(federation, 0, {"init", "others", "--epsilon", "2", "--delta", "1e-3"}).code, 6) << "restored";
  ASSERT_EQ(budget_of(federation, 0, {"init", "others", "--epsilon", "2", "--delta", "1e-3", "--yes"}).code, 0);
  std::ifstream manifest(next.manifest);
  std::string text(std::istreambuf_iterator<char>(manifest), {});
  const std::string dataset = "dataset = \"" + federation.manifest().parties()[0].dataset + "\"";
  std::ofstream(next.manifest) << text.replace(text.find(dataset), dataset.size(), "dataset = \"others\"");
  sign_for_all(next);
  for (const NodeId i : {0u, 1u, 2u}) federation.start_with(i, next.manifest.string());
  federation.expect_exit(0, 7, "knows nothing of");
  federation.stop_all();
  expect_oracle_holds(federation, {0});
}

INSTANTIATE_TEST_SUITE_P(Trust, GivenUp, ::testing::Bool(), name_of_trust);
INSTANTIATE_TEST_SUITE_P(Trust, F41Restored, ::testing::Bool(), name_of_trust);

}  // namespace
}  // namespace sotto::test
