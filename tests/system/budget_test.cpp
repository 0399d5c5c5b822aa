// SPDX-License-Identifier: MIT
// `sotto budget` and `sotto audit-log`: a ledger from outside, also in clumsy and in dishonest hands.
#include <gtest/gtest.h>

#include <filesystem>

#include "federation/store/some_state.hpp"
#include "sotto/federation/identity/site_identity.hpp"
#include "system/program.hpp"

namespace sotto::test {
namespace {

const Words init_words{"budget", "init", "patients", "--state", "state", "--epsilon", "2", "--delta", "1e-6"};

class ProgramWithSite : public Program {
 public:
  std::filesystem::path state() const { return folder.path() / "state"; }
  const SiteIdentity site = SiteIdentity::create(folder.path() / "state", "hospital-a");
  Store open() const { return Store::create_or_open(state(), site.public_key().text()); }
};

/// Run number 1 was debited alpha 1000 units and has 5 rounds of 10.
class ProgramWithRuns : public ProgramWithSite {
 public:
  ProgramWithRuns() {
    const Store store = open();
    store.ledger().open_dataset("patients", some_promise);
    store.ledger().debit(run_number(1), "patients", same_for_all({.alpha = 1000, .total_variation = 100}));
    for (std::int64_t round = 2; round <= 6; ++round) store.rounds().commit(run_number(1), some_round(round));
  }
};

TEST(BudgetCommand, OpensABudgetOnceAndShowsIt) {
  const ProgramWithSite sotto;
  const Json made = answer(sotto(init_words + Words{"--json"}), "sotto.budget/1");
  EXPECT_EQ(made.at("datasets").at(0).at("epsilon"), 2);
  const Json shown = answer(sotto({"budget", "show", "--state", "state", "--json"}), "sotto.budget/1");
  EXPECT_EQ(shown.at("datasets"), made.at("datasets"));
  EXPECT_EQ(shown.at("datasets").at(0).at("alpha_left"), alpha_limit_in_units(some_promise, 0));
  EXPECT_EQ(shown.at("datasets").at(0).at("epsilon_spent"), 0);
  EXPECT_EQ(shown.at("ledger").at("entries"), 1);
  const Transcript again = sotto(init_words);
  expect_text_refusal(again, 6);
  EXPECT_TRUE(contains(again.err, "has a budget already"));
  const Transcript text = sotto({"budget", "show", "--state", "state", "patients"});
  EXPECT_EQ(text.code, 0);
  EXPECT_TRUE(contains(text.out, "patients") && contains(text.out, "100.0 %")) << text.out;
}

TEST(BudgetCommand, CapsWhatAllOthersLearnAndShowsBothCosts) {
  const ProgramWithSite sotto;
  const Json made = answer(sotto(init_words + Words{"--epsilon-all", "8", "--json"}), "sotto.budget/1");
  EXPECT_EQ(made.at("datasets").at(0).at("epsilon_all"), 8);
  const PrivacyBudget cap{.epsilon = 8, .delta = some_promise.delta};
  EXPECT_EQ(made.at("datasets").at(0).at("alpha_all_left"), alpha_limit_in_units(cap, 0));
  {
    const Store store = sotto.open();
    store.ledger().debit(run_number(1), "patients",
                         {.planned = {.alpha = 1000, .total_variation = 1}, .all_others = {.alpha = 7000}});
    EXPECT_EQ(store.audit().events().back().details.back(), (std::pair<std::string, std::string>{"epsilon-all", "8"}));
  }
  const Json shown =
      answer(sotto({"budget", "show", "--state", "state", "--json"}), "sotto.budget/1").at("datasets").at(0);
  EXPECT_EQ(shown.at("spent").at("alpha"), 1000);
  EXPECT_EQ(shown.at("spent_all").at("alpha"), 7000);
  EXPECT_EQ(shown.at("alpha_all_left"), alpha_limit_in_units(cap, 0) - 7000);
  EXPECT_GT(shown.at("epsilon_all_spent"), shown.at("epsilon_spent"));
  const std::string text = sotto({"budget", "show", "--state", "state"}).out;
  EXPECT_TRUE(contains(text, "against all other members together.")) << text;
  EXPECT_TRUE(contains(text, "patients promises at most epsilon 8 against them, and epsilon ")) << text;
  const Json history = answer(sotto({"budget", "history", "--state", "state", "--json"}), "sotto.budget/1");
  EXPECT_EQ(history.at("entries").at(0).at("epsilon_all"), 8);
  EXPECT_EQ(history.at("entries").at(1).at("units_all").at("alpha"), 7000);
  EXPECT_TRUE(contains(sotto({"budget", "history", "--state", "state"}).out, "epsilon, all others"));
  ASSERT_EQ(sotto({"audit-log", "export", "--state", "state", "--out", "log"}).code, 0);
  const Json judged = answer(sotto({"audit-log", "verify", "log", "--json"}), "sotto.audit-log-verification/1");
  EXPECT_EQ(judged.at("datasets").at(0).at("spent_all").at("alpha"), 7000);
  EXPECT_TRUE(contains(sotto({"audit-log", "verify", "log"}).out, "epsilon 8 against all others together"));
}

TEST(BudgetCommand, RefusesACapThatIsNone) {
  const ProgramWithSite sotto;
  for (const char* bad : {"1.9", "0", "-3", "1e999"})
    EXPECT_TRUE(blames(faults(sotto(init_words + Words{std::string("--epsilon-all=") + bad, "--json"}), 2),
                       "privacy.epsilon_all"))
        << bad;
  EXPECT_TRUE(blames(faults(sotto(init_words + Words{"--epsilon-all=much", "--json"}), 2), "--epsilon-all"));
  EXPECT_FALSE(std::filesystem::exists(sotto.state() / "state.sqlite"));
  const Json made = answer(sotto(init_words + Words{"--json"}), "sotto.budget/1");
  EXPECT_TRUE(made.at("datasets").at(0).at("epsilon_all").is_null());
  EXPECT_TRUE(made.at("datasets").at(0).at("alpha_all_left").is_null());
}

TEST(BudgetCommand, HasNoDefaultPromiseNeitherFromTheEnvironment) {
  const ProgramWithSite sotto;
  Launch launch = sotto.launch({"budget", "init", "patients", "--state", "state", "--delta", "1e-6", "--json"});
  launch.environment = {{"SOTTO_PRIVACY_EPSILON", "1"}, {"SOTTO_EPSILON", "1"}};
  faults(run_subprocess(launch), 2);
  faults(sotto({"budget", "init", "patients", "--state", "state", "--epsilon", "1", "--json"}), 2);
  faults(sotto({"budget", "init", "--state", "state", "--epsilon", "1", "--delta", "1e-6", "--json"}), 2);
  EXPECT_FALSE(std::filesystem::exists(sotto.state() / "state.sqlite"));
}

TEST(BudgetCommand, RefusesAPromiseThatIsNoneAndNamesAllFaults) {
  const ProgramWithSite sotto;
  const auto init = [&](const std::string& epsilon, const std::string& delta) {
    return sotto(
        {"budget", "init", "patients", "--state", "state", "--epsilon=" + epsilon, "--delta=" + delta, "--json"});
  };
  EXPECT_TRUE(blames(faults(init("0", "1e-6"), 2), "privacy.epsilon"));
  EXPECT_TRUE(blames(faults(init("1", "1"), 2), "privacy.delta"));
  EXPECT_TRUE(blames(faults(init("1e999", "1e-6"), 2), "privacy.epsilon"));
  for (const char* bad : {"nan", "inf", "one", "1,5", "0x1p3", "true", " 1"})
    EXPECT_TRUE(blames(faults(init(bad, "1e-6"), 2), "--epsilon")) << bad;
  EXPECT_EQ(faults(init("-1", "2"), 2).size(), 2u);
  EXPECT_EQ(faults(init("x", "y"), 2).size(), 2u);
  EXPECT_TRUE(blames(
      faults(sotto({"budget", "init", "two words", "--state", "state", "--epsilon", "1", "--delta", "1e-6", "--json"}),
             2),
      "dataset"));
}

TEST(BudgetCommand, NeedsASiteAndAStateThatIsThere) {
  const Program nobody;
  std::filesystem::create_directory(nobody.folder.path() / "state");
  faults(nobody(init_words + Words{"--json"}), 7);
  EXPECT_TRUE(nobody.folder.entries("state").empty());
  const ProgramWithSite sotto;
  for (const char* verb : {"show", "history", "verify"}) {
    faults(sotto({"budget", verb, "--state", "state", "--json"}), 7);
    faults(sotto({"budget", verb, "--state", "nowhere", "--json"}), 7);
    faults(sotto({"budget", verb, "--json"}), 2);
  }
  EXPECT_FALSE(std::filesystem::exists(sotto.state() / "state.sqlite")) << "looking makes nothing";
}

TEST(BudgetCommand, AnUnknownDatasetHasNoBudget) {
  const ProgramWithRuns sotto;
  EXPECT_TRUE(blames(faults(sotto({"budget", "show", "--state", "state", "patient", "--json"}), 6), "dataset"));
  EXPECT_TRUE(blames(faults(sotto({"budget", "history", "--state", "state", "patient", "--json"}), 6), "dataset"));
}

TEST(BudgetCommand, WaitsForNobodyWhileANodeHasTheState) {
  const ProgramWithRuns sotto;
  const Store held = sotto.open();
  for (const Words& words : {Words{"budget", "show", "--state", "state"}, Words{"budget", "verify", "--state", "state"},
                             Words{"budget", "init", "more", "--state", "state", "--epsilon", "1", "--delta", "1e-6"},
                             Words{"budget", "backup", "copy", "--state", "state"},
                             Words{"audit-log", "export", "--state", "state", "--out", "log"}}) {
    const Transcript said = sotto(words);
    expect_text_refusal(said, 7);
    EXPECT_TRUE(contains(said.err, "in use by another process")) << said.err;
  }
}

TEST(BudgetCommand, HistoryListsEveryEntry) {
  const ProgramWithRuns sotto;
  const Json history = answer(sotto({"budget", "history", "--state", "state", "--json"}), "sotto.budget/1");
  ASSERT_EQ(history.at("entries").size(), 2u);
  EXPECT_EQ(history.at("entries").at(0).at("epsilon"), 2);
  EXPECT_EQ(history.at("entries").at(1).at("kind"), "debit");
  EXPECT_EQ(history.at("entries").at(1).at("run"), run_number(1).hex());
  EXPECT_EQ(history.at("entries").at(1).at("units").at("alpha"), 1000);
  EXPECT_TRUE(contains(sotto({"budget", "history", "--state", "state"}).out, run_number(1).hex().substr(0, 12)));
}

TEST(BudgetCommand, VerifyAnswersNoToAChangedLedgerAndNothingElseReadsIt) {
  const ProgramWithRuns sotto;
  EXPECT_EQ(answer(sotto({"budget", "verify", "--state", "state", "--json"}), "sotto.budget/1").at("whole"), true);
  ASSERT_EQ(tamper(sotto.state(), "UPDATE ledger SET alpha = 1 WHERE number = 2"), "");
  const Transcript said = sotto({"budget", "verify", "--state", "state", "--json"});
  EXPECT_EQ(said.code, 1);
  const Json json = Json::parse(said.out);
  EXPECT_EQ(json.at("whole"), false);
  EXPECT_EQ(json.at("findings").at(0).at("table"), "ledger");
  EXPECT_EQ(json.at("findings").at(0).at("row"), "2");
  EXPECT_TRUE(contains(sotto({"budget", "verify", "--state", "state"}).out, "NOT whole"));
  const Transcript show = sotto({"budget", "show", "--state", "state"});
  expect_text_refusal(show, 7);
  EXPECT_TRUE(contains(show.err, "table ledger, row 2")) << show.err;
  sotto.folder.write("state/state.sqlite", std::string(8192, 'x'));
  expect_text_refusal(sotto({"budget", "verify", "--state", "state"}), 7);
}

TEST(BudgetCommand, OfAnotherSitesStateIsRefused) {
  const ProgramWithRuns sotto;
  std::filesystem::remove_all(sotto.state() / "identity");
  SiteIdentity::create(sotto.state(), "hospital-b");
  const Transcript said = sotto(init_words);
  expect_text_refusal(said, 7);
  EXPECT_TRUE(contains(said.err, "belongs to another site"));
  expect_text_refusal(sotto({"audit-log", "export", "--state", "state", "--out", "log"}), 7);
  EXPECT_FALSE(std::filesystem::exists(sotto.folder.path() / "log"));
}

TEST(BudgetCommand, BackupIsANewFileAndARestoredStateSaysWhatItCost) {
  const ProgramWithRuns sotto;
  const Json made = answer(sotto({"budget", "backup", "copy", "--state", "state", "--json"}), "sotto.budget/1");
  EXPECT_EQ(made.at("ledger").at("entries"), 2);
  EXPECT_EQ(made.at("sha256"), digest_of(sotto.folder.read("copy")).hex());
  expect_text_refusal(sotto({"budget", "backup", "copy", "--state", "state"}), 7);
  std::filesystem::remove(sotto.state() / "state.sqlite");
  const Json back =
      answer(sotto({"budget", "restore", "copy", "--state", "state", "--yes", "--json"}), "sotto.budget/1");
  EXPECT_EQ(back.at("closed"), Json::array({run_number(1).hex()}));
  const Json shown = answer(sotto({"budget", "show", "--state", "state", "--json"}), "sotto.budget/1");
  EXPECT_EQ(shown.at("datasets").at(0).at("alpha_left"), 0);
  EXPECT_EQ(back.at("frozen").at(0).at("units").at("alpha"), alpha_limit_in_units(some_promise, 100) - 1000)
      << "all that was left";
}

TEST(AuditLogCommand, ExportsWhatVerifiesOffline) {
  const ProgramWithRuns sotto;
  const Json made =
      answer(sotto({"audit-log", "export", "--state", "state", "--out", "log", "--json"}), "sotto.audit-log-export/1");
  std::filesystem::remove_all(sotto.state());
  const std::string key = made.at("key");
  const Json judged =
      answer(sotto({"audit-log", "verify", "log", "--key", key, "--json"}), "sotto.audit-log-verification/1");
  EXPECT_EQ(judged.at("whole"), true);
  EXPECT_EQ(judged.at("ledger"), made.at("ledger"));
  EXPECT_EQ(judged.at("rows").at("rounds"), 5);
  EXPECT_EQ(judged.at("datasets").at(0).at("spent").at("alpha"), 1000);
  const Transcript text = sotto({"audit-log", "verify", "log"});
  EXPECT_EQ(text.code, 0);
  EXPECT_TRUE(contains(text.out, "compare it with the key you know")) << text.out;
  EXPECT_FALSE(contains(sotto.folder.read("log"), "message of round"));
}

TEST(AuditLogCommand, AnswersNoToAChangedFileAndToAnotherKey) {
  const ProgramWithRuns sotto;
  ASSERT_EQ(sotto({"audit-log", "export", "--state", "state", "--out", "log"}).code, 0);
  const Program stranger;
  const std::string other = SiteIdentity::create(stranger.folder.path() / "s", "other").public_key().text();
  EXPECT_EQ(sotto({"audit-log", "verify", "log", "--key", other}).code, 1);
  std::string log = sotto.folder.read("log");
  log.replace(log.find("\"alpha\":1000"), 12, "\"alpha\":0999");
  sotto.folder.write("changed", log);
  EXPECT_EQ(sotto({"audit-log", "verify", "changed"}).code, 1);
  log.replace(log.find("\"alpha\":0999"), 12, "\"alpha\":999 ");
  sotto.folder.write("changed", log);
  const Transcript said = sotto({"audit-log", "verify", "changed", "--json"});
  EXPECT_EQ(said.code, 1);
  EXPECT_EQ(Json::parse(said.out).at("findings").at(0).at("row"), "2");
  sotto.folder.write("empty", "");
  EXPECT_EQ(sotto({"audit-log", "verify", "empty"}).code, 1);
}

TEST(AuditLogCommand, RefusesWhatCannotBeReadOrWritten) {
  const ProgramWithRuns sotto;
  faults(sotto({"audit-log", "verify", "nowhere", "--json"}), 3);
  EXPECT_TRUE(blames(faults(sotto({"audit-log", "verify", "log", "--key", "ed25519:12", "--json"}), 2), "--key"));
  faults(sotto({"audit-log", "export", "--state", "state", "--json"}), 2);
  sotto.folder.write("taken", "mine");
  EXPECT_TRUE(
      blames(faults(sotto({"audit-log", "export", "--state", "state", "--out", "taken", "--json"}), 2), "--out"));
  EXPECT_EQ(sotto.folder.read("taken"), "mine");
  faults(sotto({"audit-log", "export", "--state", "state", "--out", "no/such/folder", "--json"}), 7);
}

}  // namespace
}  // namespace sotto::test
