// SPDX-License-Identifier: MIT
// One list of checks: what a node refuses is what a look at it finds, word for word.
#include "sotto/federation/runner/start_checks.hpp"

#include <algorithm>
#include <fstream>

#include "federation/runner/federation_in_memory.hpp"

namespace sotto::test {
namespace {

namespace fs = std::filesystem;

class StartChecks : public ::testing::Test {
 protected:
  NodeOptions options() const {
    const RehearsedParty& party = federation.rehearsal().parties[0];
    return {
        .manifest = federation.rehearsal().manifest.string(), .data = party.data, .labels = "", .state = party.state};
  }
  /// What `sotto doctor` would show of each check that is not passed.
  std::map<std::string, std::string> failed() const {
    StartCandidate node{.options = options(), .only_looks = true};
    std::map<std::string, std::string> failed;
    for (const StartCheck& check : start_checks()) {
      if (!check.is_due(node)) continue;
      try {
        if (const Found found = check.look(node); !found.is_well) failed[check.name] = found.text;
      } catch (const InvalidInput& refused) {
        failed[check.name] = to_text(refused.faults().front());
      }
    }
    return failed;
  }
  std::string refusal_of_node() const {
    try {
      prepare_node(options());
    } catch (const InvalidInput& refused) {
      return to_text(refused.faults().front());
    }
    return "";
  }
  void expect_both_refuse(const std::string& check, const std::string& words) const {
    const auto found = failed();
    ASSERT_TRUE(found.contains(check)) << check;
    EXPECT_NE(found.at(check).find(words), std::string::npos) << found.at(check);
    EXPECT_EQ(refusal_of_node(), found.at(check));
  }
  Store store() const { return Store::open(options().state, SiteIdentity::open(options().state).public_key().text()); }

  FederationInMemory federation{Shape{.nodes = 2}};
};

TEST_F(StartChecks, OfAGoodSiteAreAllPassed) {
  EXPECT_EQ(failed(), (std::map<std::string, std::string>{}));
  EXPECT_EQ(refusal_of_node(), "");
}

TEST_F(StartChecks, FindAPartyThatHasNotSigned) {
  fs::remove(federation.rehearsal().manifest.string() + ".signatures/site-1.json");
  expect_both_refuse("signatures", "has not signed");
  EXPECT_EQ(failed().size(), 1u) << "what does not hang on signatures is looked at all the same";
}

TEST_F(StartChecks, FindAFolderThatOthersCanChange) {
  fs::permissions(options().state, fs::perms::others_write, fs::perm_options::add);
  expect_both_refuse("folders", "change what lies in it");
}

TEST_F(StartChecks, FindASiteThatIsNoParty) {
  fs::remove_all(options().state / "identity");
  SiteIdentity::create(options().state, "site-0");
  expect_both_refuse("party", "none of the nodes has its public key");
}

TEST_F(StartChecks, FindARunThatWasClosed) {
  const std::string neighbour = federation.manifest().parties()[1].key.text();
  store().closings().close(
      {.run = federation.manifest().run_id(), .site = neighbour, .round = 0, .digest = {}, .statement = "{}"});
  expect_both_refuse("budget", "has given its last word on it");
}

TEST_F(StartChecks, FindABudgetThatDoesNotCoverTheRun) {
  const std::string dataset = federation.manifest().parties()[0].dataset;
  const LedgerUnits half{.alpha = store().ledger().balance(dataset).alpha_left / 2};
  store().ledger().debit(digest_of("another run"), dataset, same_for_all(half));
  expect_both_refuse("budget", dataset);
}

TEST_F(StartChecks, FindALedgerThatWentBackAndNoteNothingWhenTheyOnlyLook) {
  const std::string site = federation.manifest().parties()[1].key.text();
  EXPECT_EQ(failed().size(), 0u);
  EXPECT_FALSE(store().witness().seen(site)) << "a look leaves no trace";
  EXPECT_EQ(refusal_of_node(), "");
  EXPECT_TRUE(store().witness().seen(site)) << "a start does";
  store().witness().judge_and_note_ledger(site, {.entries = 1000, .hash = digest_of("later")});
  expect_both_refuse("others' ledgers", "does not go on from the one seen before");
}

/// It may be renewed while the node runs, and others judge it.
TEST_F(StartChecks, TellOfACertificateThatIsNotGoodNowAndANodeStarts) {
  SiteIdentity::open(options().state).renew(7, unix_now() + 30 * 86400);
  EXPECT_NE(failed()["certificate"].find("is not valid yet"), std::string::npos);
  EXPECT_EQ(refusal_of_node(), "");
  SiteIdentity::open(options().state).renew(7, unix_now() - 30 * 86400);
  EXPECT_NE(failed()["certificate"].find("has expired"), std::string::npos);
  EXPECT_EQ(refusal_of_node(), "");
  std::ofstream(options().state / "identity" / "tls.pem") << "nothing of the kind";
  EXPECT_TRUE(failed().contains("certificate"));
  EXPECT_EQ(refusal_of_node(), failed()["certificate"]) << "without any a node cannot start";
}

/// A state that is not there keeps nobody from reading the rest.
TEST_F(StartChecks, GoOnWithoutWhatAnEarlierOneDidNotFind) {
  fs::remove(options().state / "state.sqlite");
  EXPECT_TRUE(failed().contains("state"));
  EXPECT_FALSE(failed().contains("disk"));
  EXPECT_FALSE(failed().contains("budget")) << "not due";
  std::ofstream(federation.rehearsal().manifest) << "nonsense";
  std::vector<std::string> names;
  for (const auto& [name, text] : failed()) names.push_back(name);
  EXPECT_EQ(names, (std::vector<std::string>{"manifest", "state"}));
}

}  // namespace
}  // namespace sotto::test
