// SPDX-License-Identifier: MIT
// The mark beside a state says what was promised; a state without it, or with another one, is not opened.
#include "sotto/federation/store/mark.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <csignal>

#include "federation/store/some_state.hpp"

namespace sotto {
namespace {

using namespace test;  // NOLINT(google-build-using-namespace): a test's own words

class MarkTest : public testing::Test {
 protected:
  MarkTest() { fill(Store::create_or_open(folder_.path(), owner_key)); }

  std::string mark() const { return folder_.read("state.mark"); }
  std::string refused() {
    const std::string fault = store_fault([&] { Store::open_to_read(folder_.path()); });
    EXPECT_EQ(store_fault([&] { Store::open(folder_.path(), owner_key, Store::WhenLost::go_on); }), fault);
    EXPECT_EQ(store_fault([&] { Store::create_or_open(folder_.path(), owner_key); }), fault);
    return fault;
  }
  TemporaryFolder folder_;
};

TEST_F(MarkTest, IsATextThatReadsAsItWasWrittenAndNoOther) {
  Mark one = read_mark(folder_.path()).value();
  one.lost = {{run_number(7), 12}, {run_number(8), 3}};
  const std::string text = text_of(one);
  EXPECT_EQ(mark_from(text), one);
  EXPECT_EQ(mark_from(text + std::string(100, '\n')), one);
  for (std::size_t k = 0; k + 1 < text.size(); ++k) {  // the last line may end or not
    std::string other = text;
    other[k] = static_cast<char>(other[k] ^ 1);
    EXPECT_EQ(mark_from(other), std::nullopt) << k;
    EXPECT_EQ(mark_from(text.substr(0, k)), std::nullopt) << k;
  }
}

TEST_F(MarkTest, SaysTheEndsOfAllChains) {
  const Store store = Store::open_to_read(folder_.path());
  const Mark found = read_mark(folder_.path()).value();
  for (const auto& [name, head] : found.chains) {
    const auto is_it = [&wanted = name](const Table* one) { return one->name == wanted; };
    EXPECT_EQ(head, head_of(store.database(), **std::find_if(chained_tables().begin(), chained_tables().end(), is_it)));
  }
  EXPECT_EQ(found.chains.size(), chained_tables().size() - 1) << "all but the rounds, of which each run has a chain";
  EXPECT_EQ(found.run, run_number(2));
  EXPECT_EQ(found.rounds, store.rounds().head(run_number(2)));
  EXPECT_EQ(found.heard.entries, 2 * (5 + 1)) << "two runs, round 5 of one site";
}

TEST_F(MarkTest, ThatIsMissingOrUnreadableOrOfAnotherStateIsDamage) {
  const std::string whole = mark();
  std::filesystem::remove(folder_.path() / "state.mark");
  EXPECT_NE(refused().find("state.mark is missing"), std::string::npos);
  EXPECT_EQ(Store::inspect(folder_.path()).size(), 1u);
  folder_.write("state.mark", std::string(whole.size(), 'x'));
  chmod((folder_.path() / "state.mark").c_str(), 0600);
  EXPECT_NE(refused().find("cannot be read"), std::string::npos);
  const TemporaryFolder other;
  { fill(Store::create_or_open(other.path(), owner_key)); }
  folder_.write("state.mark", other.read("state.mark"));
  EXPECT_NE(refused().find("belongs to another state"), std::string::npos);
  folder_.write("state.mark", whole);
  chmod((folder_.path() / "state.mark").c_str(), 0644);
  EXPECT_NE(refused().find("chmod 600"), std::string::npos);
}

TEST_F(MarkTest, TornInOnePlaceIsReadFromTheOther) {
  const std::string whole = mark(), before = contents(Store::open_to_read(folder_.path()));
  for (const std::size_t torn : {std::size_t{0}, whole.size() / 2}) {
    std::string spoilt = whole;
    spoilt.replace(torn + 40, 100, std::string(100, '\0'));
    folder_.write("state.mark", spoilt);
    EXPECT_EQ(contents(Store::open(folder_.path(), owner_key)), before);
    EXPECT_EQ(Store::inspect(folder_.path()).size(), 0u);
  }
}

TEST_F(MarkTest, BesideAnOlderMainFileRefusesIt) {
  const std::string older = folder_.read("state.sqlite");
  for (const auto& write : std::vector<std::function<void(Store&)>>{
           [](Store& store) { store.ledger().open_dataset("more", some_promise); },
           [](Store& store) { store.start("0.1.0"); },
           [](Store& store) {
             store.runs().record(
                 {.run = run_number(9), .kind = "real", .dataset = "patients", .manifest = "m", .data_digest = {}});
           },
           [](Store& store) { store.sessions().begin(amended_session(), run_number(1)); }}) {
    const std::string mark_before = mark();
    {
      Store store = Store::open(folder_.path(), owner_key);
      write(store);
    }
    folder_.write("state.sqlite", older);
    EXPECT_NE(refused().find("is shorter than state.mark says: the file is an older one"), std::string::npos);
    folder_.write("state.mark", mark_before);
  }
}

TEST_F(MarkTest, BesideNothingForbidsAnotherState) {
  folder_.write("state.sqlite", "");
  EXPECT_NE(store_fault([&] { Store::create_or_open(folder_.path(), owner_key); }).find("says that there was a state"),
            std::string::npos);
  std::filesystem::remove(folder_.path() / "state.sqlite");
  store_fault([&] { Store::create_or_open(folder_.path(), owner_key); });
}

/// Whatever a call wrote, the mark says it when the call returns: a process that dies then leaves both.
TEST_F(MarkTest, FollowsEveryCommit) {
  in_another_process([&] {
    Store store = Store::open(folder_.path(), owner_key);
    store.audit().append("one");
    store.ledger().debit(run_number(4), "patients", same_for_all({.alpha = 10, .total_variation = 1}));
    store.rounds().commit(run_number(4), some_round(2, {}));
    store.witness().note_heard(run_number(4), {{.site = "ed25519:BBBB", .round = 7, .digest = digest_of("x")}});
    store.witness().judge_and_note("ed25519:CCCC", {.incarnation = 1, .start = {}, .ledger = {}});
    return raise(SIGKILL);
  });
  const Mark said = read_mark(folder_.path()).value();
  const Store store = Store::open_to_read(folder_.path());
  EXPECT_EQ(said.chains.at("audit"), head_of(store.database(), tables::audit));
  EXPECT_EQ(said.chains.at("ledger"), store.ledger().head());
  EXPECT_EQ(said.chains.at("sightings"), head_of(store.database(), tables::sightings));
  EXPECT_EQ(said.run, run_number(4));
  EXPECT_EQ(said.rounds, store.rounds().head(run_number(4)));
  EXPECT_EQ(said.heard.entries, 2 * (5 + 1) + 7 + 1);
}

}  // namespace
}  // namespace sotto
