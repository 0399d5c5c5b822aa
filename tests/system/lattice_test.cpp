// SPDX-License-Identifier: MIT
// Runs on the lattice, with bits of the operating system, and nodes with a promise of their own, from outside.
#include <gtest/gtest.h>

#include "system/program.hpp"

namespace sotto::test {
namespace {

const Words run_quietly{"run", "small.toml", "--json", "--quiet"};

Words with(Words words, const Words& assignments) {
  for (const std::string& assignment : assignments) words = words + Words{"--set", assignment};
  return words;
}

const Words on_lattice{"privacy.mechanism=lattice"};
const Words exact{"privacy.mechanism=lattice", "run.randomness=system"};

TEST(Lattice, ASeededRunIsASimulationThatRepeatsAndIsCloseToTheOneInDoubles) {
  const ProgramWithConfiguration sotto;
  const Words words = with(run_quietly, on_lattice);
  const Transcript first = sotto(words);
  const Json json = answer(first, "sotto.run/1");
  EXPECT_EQ(sotto(words).out, first.out);
  EXPECT_TRUE(json.at("notice").get<std::string>().starts_with("SIMULATION: no privacy"));
  EXPECT_EQ(json.at("mechanism"), "lattice");
  EXPECT_EQ(json.at("randomness"), "seeded");
  EXPECT_FALSE(json.contains("certificate_of_messages"));
  EXPECT_GT(json.at("metrics").at("first_node_error").at("mean").get<double>(), 0);
  // A thousandth of delta is set aside for a ledger's total variation, and hardly any of it is used.
  EXPECT_NEAR(json.at("privacy").at("epsilon").get<double>(), 4 * (1 - 5e-5), 4 * 5e-5);
}

TEST(Lattice, WithBitsOfTheSystemTheMessagesCarryACertificateAndTheReportStillSaysWhatItShows) {
  const ProgramWithConfiguration sotto;
  const Transcript said = sotto(with({"run", "small.toml", "--out", "result"}, exact));
  EXPECT_EQ(said.code, 0) << said.err;
  EXPECT_TRUE(said.out.starts_with("NOT PRIVATE: errors against the true minimiser")) << said.out;
  const Json certificate = Json::parse(sotto.folder.read("result/certificate.json"));
  EXPECT_EQ(certificate.at("schema"), "sotto.certificate/1");
  EXPECT_EQ(certificate.at("mechanism"), "lattice");
  EXPECT_EQ(certificate.at("epsilon"), 4);
  EXPECT_GT(certificate.at("bookings").at("delta_slack").at("amount").get<double>(), 0);
  EXPECT_TRUE(contains(sotto.folder.read("result/certificate.txt"), "epsilon = 4"));
  const Json run = Json::parse(sotto.folder.read("result/run.json"));
  EXPECT_EQ(run.at("private"), false);
  EXPECT_EQ(run.at("certificate_of_messages"), certificate);
  EXPECT_TRUE(run.at("metrics").at("first_node_error").is_null());  // nobody can subtract the noise
  EXPECT_FALSE(contains(sotto.folder.read("result/results.csv"), "first_node_error"));
  EXPECT_NE(sotto(with(run_quietly, exact)).out, sotto(with(run_quietly, exact)).out);
}

TEST(Lattice, CertificatesOfSeveralTrialsSayThatTheirCostsAdd) {
  const ProgramWithConfiguration sotto;
  const Words words = with({"run", "small.toml", "--quiet"}, exact + Words{"node.1.epsilon=1"});
  ASSERT_EQ(sotto(words + Words{"--out", "four"}).code, 0);
  ASSERT_EQ(sotto(words + Words{"--out", "one", "--trials", "1"}).code, 0);
  const std::string adds = "run.trials = 4: the costs of trials on the same records add";
  for (const char* name : {"certificate.txt", "certificate.json", "certificate-node-1.txt", "run.json"}) {
    EXPECT_TRUE(contains(sotto.folder.read("four/" + std::string(name)), adds)) << name;
    EXPECT_FALSE(contains(sotto.folder.read("one/" + std::string(name)), "costs of trials")) << name;
  }
}

TEST(Lattice, ASeededRunFolderHasNoCertificate) {
  const ProgramWithConfiguration sotto;
  EXPECT_EQ(sotto(with({"run", "small.toml", "--out", "result"}, on_lattice)).code, 0);
  for (const std::string& name : sotto.folder.entries("result")) EXPECT_FALSE(contains(name, "certificate")) << name;
}

TEST(Lattice, BitsOfTheSystemAreRefusedForNoiseInDoubles) {
  const ProgramWithConfiguration sotto;
  for (const char* command : {"run", "plan", "audit"}) {
    const std::vector<Json> list = faults(sotto(with({command, "small.toml", "--json"}, {"run.randomness=system"})), 2);
    ASSERT_EQ(list.size(), 1U);
    EXPECT_EQ(list[0].at("field"), "run.randomness");
    EXPECT_EQ(list[0].at("value"), "system");
    EXPECT_TRUE(contains(list[0].at("rule"), "lattice"));
  }
}

TEST(Lattice, IsRefusedWhereDiscreteNoiseWouldCostAllOfDelta) {
  const ProgramWithConfiguration sotto;
  const Words words = with({"plan", "small.toml", "--json", "--delta", "1e-17"}, on_lattice);
  EXPECT_TRUE(blames(faults(sotto(words), 2), "privacy.delta"));
  EXPECT_EQ(sotto(with(words, {"privacy.accountant=zcdp-cks"})).code, 0);  // zCDP holds for it as it is
}

TEST(Lattice, EveryPlanShowsItsCertificate) {
  const ProgramWithConfiguration sotto;
  const Json real = answer(sotto({"plan", "small.toml", "--json"}), "sotto.plan/1").at("certificate");
  EXPECT_EQ(real.at("mechanism"), "real");
  EXPECT_TRUE(real.at("statement").get<std::string>().starts_with("In real numbers"));
  const Transcript said = sotto(with({"plan", "small.toml"}, on_lattice));
  for (const char* part : {"Certificate", "Held off", "Not covered", "total_variation", "delta_slack"})
    EXPECT_TRUE(contains(said.out, part)) << part;
}

TEST(OwnPromises, ANodeHasItsOwnBudgetScheduleAndCertificate) {
  const ProgramWithConfiguration sotto;
  const Words own{"node.1.epsilon=1", "node.1.schedule=paper", "node.2.delta=1e-9"};
  const Json plan = answer(sotto(with({"plan", "small.toml", "--json"}, own)), "sotto.plan/1");
  EXPECT_NEAR(plan.at("nodes").at("1").at("epsilon").get<double>(), 1, 0.1);
  EXPECT_EQ(plan.at("nodes").at("1").at("schedule"), "paper");
  EXPECT_EQ(plan.at("nodes").at("2").at("delta"), 1e-9);
  EXPECT_FALSE(plan.at("nodes").contains("0"));
  EXPECT_EQ(sotto(with(with({"run", "small.toml", "--out", "result"}, exact), own)).code, 0);
  EXPECT_EQ(Json::parse(sotto.folder.read("result/certificate-node-1.json")).at("epsilon"), 1);
  EXPECT_EQ(Json::parse(sotto.folder.read("result/certificate.json")).at("epsilon"), 4);
  EXPECT_TRUE(contains(sotto.folder.read("result/configuration.toml"), "[node.1]"));
  const Json again = answer(sotto({"run", "result/configuration.toml", "--json"}), "sotto.run/1");
  EXPECT_EQ(again.at("nodes").at("2").at("delta"), 1e-9);
}

TEST(OwnPromises, CertificatesNameWhomTheyAreForAndEveryNodeHasOne) {
  const ProgramWithConfiguration sotto;
  const Json plan = answer(sotto(with({"plan", "small.toml", "--json"}, {"node.1.epsilon=8"})), "sotto.plan/1");
  EXPECT_TRUE(contains(plan.at("certificate").at("statement"), "a node other than 1 learns at most (epsilon = 4"));
  EXPECT_TRUE(
      contains(plan.at("nodes").at("1").at("certificate").at("statement"), "node 1 learns at most (epsilon = 8"));
  EXPECT_TRUE(contains(sotto(with({"plan", "small.toml"}, {"node.1.epsilon=8"})).out, "node 1 learns at most"));
}

TEST(OwnPromises, AnAuditJudgesTheAttackedNodeByItsOwn) {
  const ProgramWithConfiguration sotto;
  const Words words = with({"audit", "small.toml", "--json", "--transcripts", "300", "--node", "1"},
                           on_lattice + Words{"privacy.delta=1e-3", "node.1.epsilon=1"});
  const Json json = answer(sotto(words), "sotto.audit/1");
  EXPECT_EQ(json.at("claimed_epsilon"), 1);
  EXPECT_EQ(json.at("verdict"), "not-refuted");
  EXPECT_TRUE(blames(faults(sotto(words + Words{"--mode", "one-run"}), 2), "audit.mode"));
}

TEST(OwnPromises, AnAccountIsOfOneNode) {
  const ProgramWithConfiguration sotto;
  const Words words = with({"account", "small.toml", "--json"}, {"node.1.epsilon=1"});
  EXPECT_TRUE(blames(faults(sotto(words), 2), "account.node"));
  const Json own = answer(sotto(words + Words{"--node", "1"}), "sotto.account/1");
  const Json other = answer(sotto(words + Words{"--node", "0"}), "sotto.account/1");
  EXPECT_LT(own.at("alpha").get<double>(), 0.2 * other.at("alpha").get<double>());
}

TEST(OwnPromises, AWeakDeltaOfOneNodeIsWarnedOf) {
  const ProgramWithConfiguration sotto;
  const Json json = answer(sotto(with(run_quietly, {"node.1.delta=0.9"})), "sotto.run/1");
  ASSERT_EQ(json.at("warnings").size(), 1U);
  EXPECT_TRUE(json.at("warnings")[0].get<std::string>().starts_with("node 1: delta = 0.9"));
}

TEST(Account, OfAMuThatVanishesWhenSquaredIsStillACost) {
  const Json json = answer(Program()({"account", "--mu", "1e-170", "--delta", "1e-3", "--json"}), "sotto.account/1");
  EXPECT_GT(json.at("alpha").get<double>(), 0);
}

TEST(OwnPromises, MoreNoiseAtOneNodeShowsInTheError) {
  const ProgramWithConfiguration sotto;
  const auto error = [&](const Words& own) {
    const Json json = answer(sotto(with(run_quietly, own)), "sotto.run/1");
    return json.at("theory").at("exact_normalised_error").at("mean").get<double>();
  };
  EXPECT_GT(error({"node.0.epsilon=0.5"}), 2 * error({}));
}

TEST(OwnPromises, OfNodesThatDoNotExistOrHoldBadNumbersAreRefused) {
  const ProgramWithConfiguration sotto;
  const auto refused = [&](const std::string& assignment) {
    return faults(sotto(with({"run", "small.toml", "--json"}, {assignment})), 2);
  };
  EXPECT_TRUE(blames(refused("node.99.epsilon=1"), "node.99"));
  EXPECT_TRUE(blames(refused("node.1.epsilon=nan"), "node.1.epsilon"));
  EXPECT_TRUE(blames(refused("node.1.delta=1"), "node.1.delta"));
  EXPECT_TRUE(blames(refused("node.1.color=blue"), "node.1.color"));
  EXPECT_TRUE(blames(refused("node.01.epsilon=1"), "node.01.epsilon"));
  EXPECT_TRUE(blames(refused("node.first.epsilon=1"), "node.first.epsilon"));
}

TEST(Lattice, AnAuditOfExactNoiseRefutesNothingAndItsLastBitsShowNothing) {
  const ProgramWithConfiguration sotto;
  const Words words{"audit", "small.toml", "--json", "--transcripts", "300", "--set", "privacy.delta=1e-3"};
  for (const Words& mechanism : {on_lattice, exact}) {
    const Json json = answer(sotto(with(words, mechanism)), "sotto.audit/1");
    EXPECT_EQ(json.at("verdict"), "not-refuted");
    EXPECT_EQ(json.at("noise_check").at("passed"), true);
    EXPECT_EQ(json.at("last_bits").at("told_apart"), false);
    EXPECT_EQ(json.at("notice").get<std::string>().starts_with("SIMULATION"), mechanism.size() == 1);
  }
}

}  // namespace
}  // namespace sotto::test
