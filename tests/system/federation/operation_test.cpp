// SPDX-License-Identifier: MIT
// A federation as its operators see it: dry runs, doctor, health, stopping, and what never appears anywhere.
#include <fmt/format.h>

#include <csignal>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "sotto/federation/identity/site_identity.hpp"
#include "sotto/federation/manifest/manifest.hpp"
#include "sotto/federation/store/store.hpp"
#include "sotto/simulation/comparison/scenario.hpp"
#include "support/subprocess.hpp"
#include "system/federation/oracle.hpp"
#include "system/federation/plain_sockets.hpp"
#include "system/federation/reference_run.hpp"

namespace sotto::test {
namespace {

Transcript run(const FederationUnderTest& federation, const std::vector<std::string>& words) {
  std::vector<std::string> all{program_under_test()};
  all.insert(all.end(), words.begin(), words.end());
  return run_subprocess({.words = all, .folder = federation.folder()});
}

TEST(DryRun, SpeaksTheWholeProtocolWithoutRecordsAndWithoutBudget) {
  FederationUnderTest federation({.rounds = 3, .consensus_rounds = 2});
  for (const RehearsedParty& party : federation.rehearsal().parties) std::filesystem::remove(party.data);
  for (const NodeId i : {0u, 1u, 2u}) federation.start(i, {}, {"--dry-run"});
  federation.expect_all_finish();
  for (const NodeId i : {0u, 1u, 2u}) {
    const auto result = nlohmann::json::parse(federation.out(i));
    EXPECT_FALSE(result["private"]);
    EXPECT_NE(result["run"], federation.manifest().run_id().hex());
    const Store store = Store::open_to_read(federation.rehearsal().parties[i].state);
    EXPECT_EQ(store.ledger().head().entries, 1) << "the ledger was touched";
    EXPECT_TRUE(store.runs().all().empty());
  }
  for (const NodeId i : {0u, 1u, 2u}) federation.start(i, {}, {"--dry-run"});  // tries everything again
  federation.expect_all_finish();
  EXPECT_TRUE(federation.log_says(0, "\"debited\"", 2)) << federation.log(0);
}

/// A node that left before its neighbours were done is started again for them, and does not forget what they saw.
TEST(DryRun, OfANodeThatLeftEarlyIsThereForTheOthersWhenItIsStartedAgain) {
  FederationUnderTest federation({.nodes = 2, .rounds = 3, .consensus_rounds = 2});
  const std::string last_commit = "before commit:" + std::to_string(federation.manifest().last_round() - 1);
  federation.start(0, {}, {"--dry-run", "--linger", "1"});
  federation.start(1, {{"TEST_FAILPOINT", last_commit}}, {"--dry-run"});
  EXPECT_EQ(federation.node(1).wait(std::chrono::seconds(30)), 128 + SIGKILL) << federation.log(1);
  federation.expect_exit(0, 0, "\"left-early\"");
  for (const NodeId i : {0u, 1u}) federation.start(i, {}, {"--dry-run"});
  federation.expect_all_finish();
  EXPECT_TRUE(federation.log_says(1, "\"finished\""));
}

/// The same values are the same run: nobody signs it again, or has its cost returned.
TEST(FinishedRuns, AreNeitherSignedAgainNorReleased) {
  FederationUnderTest federation({.rounds = 3, .consensus_rounds = 1});
  federation.start_all();
  federation.expect_all_finish();
  expect_oracle_holds(federation);
  const std::string state = federation.rehearsal().parties[0].state.string();
  const Transcript sign =
      run(federation, {"manifest", "sign", federation.rehearsal().manifest.string(), "--state", state, "--yes"});
  EXPECT_EQ(sign.code, 2);
  EXPECT_NE(sign.err.find("is finished here"), std::string::npos) << sign.err;
  const Transcript release = run(federation, {"budget", "release", "--manifest",
                                              federation.rehearsal().manifest.string(), "--state", state, "--yes"});
  EXPECT_EQ(release.code, 6);
  EXPECT_NE(release.err.find("is finished"), std::string::npos) << release.err;
}

TEST(Waiting, SpendsNothingBeforeAllNeighboursAreThere) {
  FederationUnderTest federation({});
  federation.start(0);
  federation.start(1);
  ASSERT_TRUE(federation.log_says(0, "\"connected\""));
  ASSERT_TRUE(federation.log_says(1, "\"connected\""));
  federation.stop_all();
  for (const NodeId i : {0u, 1u}) expect_nothing_spent(federation, i);
  expect_oracle_holds(federation);
}

/// Whatever the limit was where it was started.
TEST(Crash, LeavesNothingOfANodesMemoryOnADisk) {
  FederationUnderTest federation({.nodes = 2});
  federation.start(0);
  ASSERT_TRUE(federation.log_says(0, "\"started\""));
  const std::string limits = bytes_in("/proc/" + std::to_string(federation.node(0).id()) + "/limits");
  const std::size_t line = limits.find("Max core file size");
  ASSERT_NE(line, std::string::npos);
  std::istringstream numbers(limits.substr(line + std::string("Max core file size").size()));
  std::string soft, hard;
  numbers >> soft >> hard;
  EXPECT_EQ(soft + " " + hard, "0 0");
}

/// A message that was heard and not used yet is witnessed on the disk: its speaker cannot take it back, whoever
/// restarts.
TEST(Waiting, WhatWasHeardOutlivesARestart) {
  FederationUnderTest federation({.graph = "path", .rounds = 20, .consensus_rounds = 3});  // 0 - 1 - 2
  federation.start_all();
  ASSERT_TRUE(federation.gets_to(0, 5));
  federation.stop(2);
  ASSERT_TRUE(federation.log_says(1, "\"disconnected\""));
  const Round last = federation.last_of_waiting(0);  // for 1, which waits for 2
  federation.stop(1);
  federation.node(0).kill_now();
  const auto heard = Store::open_to_read(federation.rehearsal().parties[1].state)
                         .witness()
                         .heard(federation.manifest().run_id(), federation.manifest().parties()[0].key.text());
  ASSERT_TRUE(heard);
  EXPECT_EQ(heard->round, static_cast<std::int64_t>(last));
  expect_oracle_holds(federation);
}

TEST(Stopping, ASignalEndsANodeWithZeroAndTheSameCommandGoesOn) {
  FederationUnderTest federation({.rounds = 30, .consensus_rounds = 30}, 3);
  federation.start_all();
  ASSERT_TRUE(federation.gets_to(1, 6));
  federation.node(1).send(SIGTERM);
  EXPECT_EQ(federation.node(1).wait(std::chrono::seconds(20)), 0);
  federation.start(1);
  federation.expect_all_finish();
  expect_oracle_holds(federation);
  expect_reference_results(federation);
}

TEST(Health, TellsLifeReadinessAndRoundsAndNothingOfARecord) {
  FederationUnderTest federation({});
  const std::string epsilon_left = [&] {
    const Store store = Store::open_to_read(federation.rehearsal().parties[0].state);
    const Balance balance = store.ledger().balance(federation.manifest().parties()[0].dataset);
    return shown_epsilon(balance.promise.planned, {.alpha = balance.alpha_left}, ShownFrom::below);
  }();
  const std::uint16_t port = free_loopback_addresses(1)[0].port;
  federation.start(0, {}, {"--health", std::to_string(port)});
  ASSERT_TRUE(federation.log_says(0, "\"started\""));
  EXPECT_NE(asked(port, "/healthz").find("200 OK"), std::string::npos);
  EXPECT_NE(asked(port, "/readyz").find("503"), std::string::npos);
  EXPECT_NE(asked(port, "/nothing").find("404"), std::string::npos);
  const std::string metrics = asked(port, "/metrics");
  EXPECT_NE(metrics.find("sotto_round 1"), std::string::npos) << metrics;
  EXPECT_NE(metrics.find("sotto_waiting_for{neighbour=\"site-1\"} 1"), std::string::npos) << metrics;
  EXPECT_NE(metrics.find("sotto_certificate_not_after_seconds 1"), std::string::npos) << metrics;
  for (const std::string& line :
       {"sotto_budget_epsilon_left " + epsilon_left, std::string("sotto_budget_percent_left 100.0")})
    EXPECT_NE(metrics.find("\n" + line + "\n"), std::string::npos) << line << ": nothing was spent yet\n" << metrics;
  expect_no_record_in(federation, metrics);
  federation.stop(0);
}

/// In the middle of a run, nothing that the node computed, either.
TEST(Health, TellsNothingOfWhatANodeComputes) {
  FederationUnderTest federation({.rounds = 40, .consensus_rounds = 5}, 4);
  const std::uint16_t port = free_loopback_addresses(1)[0].port;
  federation.start(0, {}, {"--health", std::to_string(port)});
  federation.start(1);
  federation.start(2);
  std::string metrics;
  for (Round round = 4; round < 24; round += 4) {
    ASSERT_TRUE(federation.gets_to(0, round));
    metrics += asked(port, "/metrics") + asked(port, "/readyz");
  }
  EXPECT_NE(metrics.find("sotto_round "), std::string::npos);
  federation.expect_all_finish();
  expect_oracle_holds(federation);
  const std::vector<std::string> found = ReferenceRun(federation.manifest(), federation.rehearsal(), *federation.seed())
                                             .private_numbers()
                                             .found_roughly_in(metrics);
  EXPECT_TRUE(found.empty()) << found.front();
  expect_no_record_in(federation, metrics);
}

TEST(Doctor, SaysWhatIsWellAndHowToMendTheRest) {
  FederationUnderTest federation({.graph = "path", .direct = true});
  federation.start(1);
  ASSERT_TRUE(federation.log_says(1, "\"started\""));
  const std::vector<std::string> words{"doctor",
                                       "--manifest",
                                       federation.rehearsal().manifest.string(),
                                       "--state",
                                       federation.rehearsal().parties[0].state.string(),
                                       "--json"};
  const Transcript well = run(federation, words);
  EXPECT_EQ(well.code, 0) << well.out << well.err;
  EXPECT_NE(well.out.find("its manifest is the same"), std::string::npos) << well.out;
  federation.stop(1);
  federation.start_with(1, federation.with_other_manifest("epsilon = 2.0", "epsilon = 1.5").manifest.string());
  ASSERT_TRUE(federation.log_says(1, "incarnation 2"));
  const Transcript differs = run(federation, words);
  EXPECT_EQ(differs.code, 1);
  EXPECT_NE(differs.out.find("runs another manifest"), std::string::npos) << differs.out;
  federation.stop(1);
  std::filesystem::remove(federation.rehearsal().manifest.string() + ".signatures/site-2.json");
  const Transcript ill = run(federation, words);
  EXPECT_EQ(ill.code, 1);
  const auto json = nlohmann::json::parse(ill.out);
  std::set<std::string> failed;
  for (const auto& check : json["checks"])
    if (!check["passed"]) failed.insert(check["check"]);
  EXPECT_EQ(failed, (std::set<std::string>{"signatures", "neighbour site-1"}));
  SiteIdentity::open(federation.rehearsal().parties[0].state).renew(7, unix_now() + 30 * 86400);
  const Transcript early = run(federation, words);
  EXPECT_EQ(early.code, 1);
  EXPECT_NE(early.out.find("is not valid yet"), std::string::npos) << early.out;
  const Rehearsal renamed = federation.with_other_manifest("site-0", "site-9");
  const Transcript named = run(federation, {"doctor", "--manifest", renamed.manifest.string(), "--state",
                                            federation.rehearsal().parties[0].state.string(), "--json"});
  EXPECT_EQ(named.code, 1);
  EXPECT_NE(named.out.find("its identity has the name site-0"), std::string::npos) << named.out;
  expect_nothing_spent(federation, 0);
}

/// The documents' example, as a new user runs it: identities, budgets, manifest, signatures, dry run, run, results.
TEST(ThreeSites, TheExampleRunsInThreeNetworkNamespaces) {
  TemporaryFolder folder;
  const auto at = [&](const char* where) {
    return run_subprocess({.words = {"/bin/bash", SOTTO_SOURCE_DIR "/examples/06_three_sites/run.sh", where},
                           .folder = folder.path(),
                           .environment = {{"SOTTO", shipped_program()}}});
  };
  const Transcript said = at("netns");
  if (said.code != 77) {
    EXPECT_EQ(said.code, 0) << said.out << said.err;
    return;
  }
  const Transcript near = at("loopback");
  EXPECT_EQ(near.code, 0) << near.out << near.err;
  if (near.code == 0) GTEST_SKIP() << "on loopback alone, namespaces cannot be made here: " << said.err;
}

/// One file for all becomes files of nodes: each site has the records that the simulation of the same configuration
/// gives it, rows for tests left out.
TEST(Federate, DividesOneFileAsASimulationDoes) {
  const TemporaryFolder folder;
  std::string rows = "a,b,place,out\n";
  for (int k = 0; k < 60; ++k)
    rows += fmt::format("{},{},{},{}\n", 0.013 * k, 1.0 / (k + 1), k * 7 % 3 == 0 ? "north" : "south", k % 2);
  std::ofstream(folder.path() / "all.csv") << rows;
  for (const std::string division : {"iid", "by-column", "dirichlet", "shards"}) {
    Settings settings;
    settings.add_file_text(
        "one.toml",
        fmt::format(
            "[problem]\nkind = \"logistic\"\nregularisation = 0.01\n[data]\nfile = \"{}\"\nrecords = 60\nhold_out = 5\n"
            "partition = \"{}\"\n[[column]]\nname = \"a\"\nrange = [0, 1]\n[[column]]\nname = \"b\"\n"
            "range = [0, 1]\n[[column]]\nname = \"place\"\nrole = \"{}\"\ntype = \"category\"\n"
            "levels = [\"north\", \"south\"]\n[[column]]\nname = \"out\"\nrole = \"label\"\n"
            "type = \"category\"\nlevels = [\"0\", \"1\"]\n[graph]\nkind = \"complete\"\nnodes = 2\n"
            "[privacy]\nepsilon = 4.0\ndelta = 1e-5\nmechanism = \"lattice\"\n[algorithm]\nrounds = "
            "3\nconsensus_rounds = 2\n",
            (folder.path() / "all.csv").string(), division, division == "by-column" ? "node" : "ignore"));
    const Configuration configuration = read_configuration(settings);
    std::filesystem::create_directory(folder.path() / division);
    const Rehearsal rehearsal = make_rehearsal(configuration, configuration.run.seed, folder.path() / division);
    const Manifest manifest = Manifest::read(rehearsal.manifest.string());
    const auto simulated = Scenario(configuration).real()->objectives(0);
    for (const NodeId i : {0u, 1u}) {
      RowCounts counts;
      const auto own =
          objective_of_party(manifest.agreement(), i, {rehearsal.parties[i].data, rehearsal.parties[i].labels}, counts);
      const std::vector<double> point(own->dimension(), 0.3);
      std::vector<double> here(point.size()), there(point.size());
      own->gradient(point, here);
      simulated[i]->gradient(point, there);
      EXPECT_EQ(here, there) << division << ", node " << i;
    }
  }
}

TEST(Federate, LeavesNothingWhereItsFileIsNotThere) {
  FederationUnderTest federation({});
  std::ofstream(federation.folder() / "one.toml")
      << "[problem]\nkind = \"mean-estimation\"\n[data]\nfile = \"nothing.csv\"\nrecords = 9\n[[column]]\nname = "
         "\"x\"\n"
         "range = [0, 1]\nscale = \"none\"\n[graph]\nkind = \"complete\"\n[privacy]\nepsilon = 1.0\ndelta = 1e-6\n"
         "[algorithm]\nrounds = 3\n";
  const Transcript said = run(federation, {"federate", "2", "one.toml", "--out", "one"});
  EXPECT_EQ(said.code, 3) << said.err;
  EXPECT_FALSE(std::filesystem::exists(federation.folder() / "one"));
  const Transcript real = run(federation, {"federate", "2", "one.toml", "--set", "privacy.mechanism=real"});
  EXPECT_EQ(real.code, 2) << real.err;
  EXPECT_NE(real.err.find("privacy.mechanism = real"), std::string::npos) << real.err;
}

TEST(Federate, SaysWhichNodeFailedAndWhy) {
  FederationUnderTest federation({});
  std::string tables;
  for (const NodeId i : {0u, 1u, 2u})
    tables += fmt::format("[node.{}]\nfile = \"{}\"\nrecords = {}\n", i, federation.rehearsal().parties[i].data,
                          i == 1 ? 7 : 20);
  std::ofstream(federation.folder() / "own.toml")
      << "[problem]\nkind = \"mean-estimation\"\n[data]\nintercept = false\n[[column]]\nname = \"x\"\nrepeat = 3\n"
         "range = [-4, 4]\nscale = \"none\"\n[graph]\nkind = \"complete\"\n[privacy]\nepsilon = 1.0\ndelta = 1e-6\n"
         "[algorithm]\nrounds = 3\n"
      << tables;
  const Transcript wrong = run(federation, {"federate", "3", "own.toml", "--out", "own"});
  EXPECT_EQ(wrong.code, 5) << wrong.err;
  EXPECT_NE(wrong.err.find("site-1 = exit code 3"), std::string::npos) << wrong.err;
  EXPECT_NE(wrong.err.find("7 rows are declared"), std::string::npos) << wrong.err;
  for (const char* nodes : {"2", "4"}) {
    const Transcript other = run(federation, {"federate", nodes, "own.toml", "--out", "other"});
    EXPECT_EQ(other.code, 2) << other.err;
    EXPECT_NE(other.err.find("must be the number of tables"), std::string::npos) << other.err;
    EXPECT_FALSE(std::filesystem::exists(federation.folder() / "other"));
  }
}

TEST(Federate, FiveProcessesAgreeOnAModel) {
  FederationUnderTest federation({});
  std::ofstream(federation.folder() / "five.toml")
      << configuration_text({.nodes = 5, .graph = "ring", .rounds = 20, .consensus_rounds = 60});
  const Transcript said = run(federation, {"federate", "5", "five.toml", "--out", "five", "--json"});
  ASSERT_EQ(said.code, 0) << said.out << said.err;
  EXPECT_NE(said.err.find("TRIAL"), std::string::npos);
  const auto json = nlohmann::json::parse(said.out);
  ASSERT_EQ(json["sites"].size(), 5u);
  for (const auto& site : json["sites"]) EXPECT_LT(site["distance_to_mean"].get<double>(), 1e-3);
  EXPECT_TRUE(std::filesystem::exists(federation.folder() / "five/report.html"));
}

}  // namespace
}  // namespace sotto::test
