// SPDX-License-Identifier: MIT
// `sotto account`: every representation into every other, by every accountant; and what it refuses.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <sstream>

#include "system/program.hpp"

namespace sotto::test {
namespace {

constexpr const char* names[] = {"basic", "advanced", "paper", "root", "zcdp-bs", "zcdp-cks", "exact"};

Json account(const Words& words) {
  return answer(Program()(Words{"account"} + words + Words{"--json"}), "sotto.account/1");
}

double value(const Json& account, const std::string& accountant, const std::string& key) {
  return account.at("accountants").at(accountant).at(key).get<double>();
}

std::string text(double number) {
  return Json(number).dump();
}

TEST(Account, AlphaMuAndRhoAreTheSameCost) {
  const Json alpha = account({"--alpha", "2.25", "--delta", "1e-6", "--epsilon", "3"});
  for (const Words& words : {Words{"--mu", "1.5"}, Words{"--rho", "1.125"}})
    EXPECT_EQ(account(words + Words{"--delta", "1e-6", "--epsilon", "3"}), alpha);
  EXPECT_EQ(alpha.at("mu"), 1.5);
  EXPECT_EQ(alpha.at("rho"), 1.125);
  EXPECT_EQ(alpha.at("promise"), (Json{{"epsilon", 3.0}, {"delta", 1e-6}}));
}

TEST(Account, GoesFromEachAccountantsBudgetToAlphaAndBack) {
  for (const char* name : names) {
    const Json json = account({"--accountant", name, "--epsilon", "4", "--delta", "1e-3", "--rounds", "1000"});
    EXPECT_NEAR(value(json, name, "epsilon"), 4, 1e-8) << name;
    EXPECT_NEAR(value(json, name, "delta") / 1e-3, 1, 1e-8) << name;
    EXPECT_EQ(value(json, name, "alpha_limit"), json.at("alpha").get<double>()) << name;
    const double exact = value(json, "exact", "alpha_limit"), own = value(json, name, "alpha_limit");
    EXPECT_NEAR(value(json, name, "noise_over_exact"), std::sqrt(exact / own), 1e-12) << name;
  }
}

TEST(Account, GivesTheReferenceValuesForFourAndOneInAThousand) {
  const std::map<std::string, double> alphas{
      {"basic", 0.00200768215188}, {"advanced", 0.0586550674716}, {"paper", 0.833255002195}, {"root", 0.842496321630},
      {"zcdp-bs", 0.909706829690}, {"zcdp-cks", 1.22359919864},   {"exact", 1.47610871703}};
  const std::map<std::string, double> others{{"pdp-two-sided", 1.20538974118},
                                             {"pdp-one-sided", 1.20776647399},
                                             {"classic-one-shot", 1.12187820784},
                                             {"basic-classic", 0.000569855196782},
                                             {"advanced-classic", 0.0240481004701}};
  const Json json = account({"--alpha", "1", "--epsilon", "4", "--delta", "1e-3", "--rounds", "1000"});
  for (const auto& [name, alpha] : alphas) EXPECT_NEAR(value(json, name, "alpha_limit") / alpha, 1, 1e-9) << name;
  ASSERT_EQ(json.at("for_comparison").size(), others.size());
  for (const auto& [name, alpha] : others)
    EXPECT_NEAR(json.at("for_comparison").at(name).at("alpha_limit").get<double>() / alpha, 1, 1e-9) << name;
  EXPECT_EQ(json.at("for_comparison").at("classic-one-shot").at("guarantee"), false) << "epsilon is above 1";
  EXPECT_EQ(json.at("for_comparison").at("basic-classic").at("guarantee"), true);
  EXPECT_NEAR(json.at("for_comparison").at("advanced-classic").at("round_epsilon").get<double>(), 0.0266184837105,
              1e-11);
}

TEST(Account, RunsAndNodesAddAndRecordsAtANodeCountSquared) {
  const Words at{"--delta", "1e-6", "--rounds", "10"};
  const Json six = account(Words{"--alpha", "0.1", "--runs", "2", "--nodes-per-person", "3"} + at);
  EXPECT_NEAR(six.at("alpha").get<double>(), 0.6, 1e-14);
  EXPECT_EQ(six.at("rounds"), 60);
  EXPECT_NEAR(value(six, "basic", "epsilon"),
              value(account({"--alpha", "0.6", "--delta", "1e-6", "--rounds", "60"}), "basic", "epsilon"), 1e-10);
  const Json records = account(Words{"--mu", "0.2", "--records-per-person", "4"} + at);
  EXPECT_NEAR(records.at("mu").get<double>(), 0.8, 1e-14);
  EXPECT_EQ(records.at("rounds"), 10);
}

TEST(Account, OfAConfigurationIsTheAccountOfItsPlan) {
  const ProgramWithConfiguration sotto;
  const Words schedule{"--set", "privacy.schedule=paper"};
  const Json plan = answer(sotto(Words{"plan", "small.toml", "--json"} + schedule), "sotto.plan/1");
  const Json json = answer(sotto(Words{"account", "small.toml", "--json"} + schedule), "sotto.account/1");
  EXPECT_EQ(json.at("alpha"), plan.at("alpha_spent"));
  EXPECT_EQ(json.at("rounds"), 20);
  EXPECT_EQ(json.at("at"), (Json{{"delta", 1e-6}, {"epsilon", 4.0}}));
  for (const char* name : names)
    EXPECT_NEAR(value(json, name, "epsilon"), plan.at("guarantees").at(name).at("epsilon").get<double>(), 1e-9) << name;
  const Json elsewhere =
      answer(sotto({"account", "small.toml", "--json", "--delta", "1e-9", "--runs", "2"}), "sotto.account/1");
  EXPECT_EQ(elsewhere.at("at"), (Json{{"delta", 1e-9}, {"epsilon", 4.0}}));
  EXPECT_EQ(sotto.folder.entries(), Words{"small.toml"});
}

TEST(Account, LatticeNoiseCostsTheGaussianAccountantsDelta) {
  const Words at{"--alpha", "0.5", "--epsilon", "2", "--delta", "1e-6"};
  const Json plain = account(at), lattice = account(at + Words{"--total-variation", "1e-9"});
  for (const char* name : names) {
    const bool pays = name == std::string("basic") || name == std::string("advanced") || name == std::string("exact");
    const double more = value(lattice, name, "delta") - value(plain, name, "delta");
    EXPECT_NEAR(more, pays ? (1 + std::exp(2)) * 1e-9 : 0, 1e-14) << name;
  }
  // No epsilon keeps delta when the slack alone exceeds it: null, and the rest stands.
  const Json none = account({"--alpha", "0.5", "--delta", "1e-9", "--total-variation", "1e-6"});
  EXPECT_TRUE(none.at("accountants").at("exact").at("epsilon").is_null());
  EXPECT_TRUE(none.at("promise").is_null());
  EXPECT_TRUE(none.at("accountants").at("zcdp-cks").at("epsilon").is_number());
}

TEST(Account, WritesTheCurveOfEveryAccountantToANewFileAndNeverOverAnother) {
  const Program sotto;
  const Words words{"account", "--alpha", "0.5", "--delta", "1e-6", "--curve", "curve.csv"};
  EXPECT_EQ(sotto(words).code, 0);
  const std::string csv = sotto.folder.read("curve.csv");
  std::istringstream lines(csv);
  std::string line;
  std::getline(lines, line);
  EXPECT_EQ(line, "accountant,epsilon,delta");
  std::map<std::string, std::pair<int, double>> seen;  // points, last delta
  while (std::getline(lines, line)) {
    const std::size_t first = line.find(','), second = line.rfind(',');
    auto& [points, last] = seen[line.substr(0, first)];
    const double delta = std::stod(line.substr(second + 1));
    EXPECT_TRUE(points == 0 || delta <= last) << line;
    ++points, last = delta;
  }
  EXPECT_EQ(seen.size(), 7U);
  for (const auto& [name, end] : seen) EXPECT_EQ(end.first, 101) << name;
  EXPECT_LT(seen.at("exact").second, 1e-12);
  const Transcript again = sotto(words + Words{"--json"});
  const std::vector<Json> list = faults(again, 2);
  EXPECT_TRUE(blames(list, "account.curve"));
  EXPECT_EQ(sotto.folder.read("curve.csv"), csv);
  const Transcript to_stdout = sotto({"account", "--alpha", "0.5", "--curve", "-"});
  EXPECT_EQ(to_stdout.out, csv);
  EXPECT_TRUE(
      blames(faults(sotto({"account", "--alpha", "1", "--curve", "no/folder.csv", "--json"}), 7), "account.curve"));
}

TEST(Account, InWordsShowsAllSevenAndMarksWhatIsNoGuarantee) {
  const Transcript said = Program()({"account", "--mu", "1", "--delta", "1e-6"});
  EXPECT_EQ(said.code, 0);
  EXPECT_EQ(said.err, "");
  for (const char* name : names) EXPECT_TRUE(contains(said.out, std::string("  ") + name + " ")) << name;
  for (const char* word : {"mu = sqrt(alpha) = 1", "rho = alpha/2 = 0.5", "for comparison", "pdp-one-sided", "NO"})
    EXPECT_TRUE(contains(said.out, word)) << word;
  EXPECT_TRUE(contains(Program()({"account", "--mu", "1"}).out, "alpha = 1")) << "a conversion needs no delta";
}

TEST(Account, RefusesNumbersThatAreNoneWithFieldAndRule) {
  const Program sotto;
  const auto refuses = [&](const Words& words, const std::string& field) {
    EXPECT_TRUE(blames(faults(sotto(Words{"account", "--json"} + words), 2), field)) << words[0] << " " << words[1];
  };
  for (const char* bad : {"nan", "inf", "-1", "1e301", "", "x"}) {
    refuses({"--alpha", bad}, "account.alpha");
    refuses({"--mu", bad}, "account.mu");
    refuses({"--rho", bad}, "account.rho");
  }
  for (const char* bad : {"nan", "inf", "-1", "0", "1"}) refuses({"--alpha", "1", "--delta", bad}, "account.delta");
  for (const char* bad : {"nan", "inf", "-1"}) refuses({"--alpha", "1", "--epsilon", bad}, "account.epsilon");
  for (const char* key : {"rounds", "runs", "records-per-person", "nodes-per-person"})
    for (const char* bad : {"0", "-1", "1.5", "nan"}) {
      std::string field = std::string("account.") + key;
      std::replace(field.begin(), field.end(), '-', '_');
      refuses({"--alpha", "1", std::string("--") + key, bad}, field);
    }
  for (const char* bad : {"-1e-9", "2", "nan"})
    refuses({"--alpha", "1", "--total-variation", bad}, "account.total_variation");
  refuses({"--alpha", "1e300", "--runs", "10"}, "account.runs");
}

TEST(Account, NeedsExactlyOneCostAndSaysAllFaultsAtOnce) {
  const ProgramWithConfiguration sotto;
  EXPECT_TRUE(blames(faults(sotto({"account", "--json"}), 2), "account.alpha"));
  const std::vector<Json> list =
      faults(sotto({"account", "--json", "--alpha", "1", "--mu", "1", "--rounds", "0", "--delta", "2"}), 2);
  EXPECT_EQ(list.size(), 3U);
  for (const char* field : {"account.mu", "account.rounds", "account.delta"}) EXPECT_TRUE(blames(list, field)) << field;
  const std::vector<Json> absent = faults(sotto({"account", "--json", "--accountant", "exact"}), 2);
  EXPECT_EQ(absent.size(), 2U);
  EXPECT_TRUE(blames(absent, "account.epsilon") && blames(absent, "account.delta"));
  EXPECT_TRUE(
      blames(faults(sotto({"account", "--json", "--accountant", "exakt", "--epsilon", "1", "--delta", "0.1"}), 2),
             "account.accountant"));
  for (const Words& words : {Words{"--alpha", "1"}, Words{"--rounds", "3"}, Words{"--total-variation", "0"}})
    EXPECT_EQ(faults(sotto(Words{"account", "small.toml", "--json"} + words), 2).size(), 1U) << words[0];
  const Words eaten{"--accountant",      "exact", "--epsilon", "4", "--delta", "1e-6",
                    "--total-variation", "1e-6",  "--json"};
  EXPECT_TRUE(blames(faults(sotto(Words{"account"} + eaten), 2), "account.delta"));
}

TEST(Account, NumbersReadBackTheSame) {
  const double alpha = 0.1234567890123456;
  EXPECT_EQ(account({"--alpha", text(alpha), "--delta", "1e-6"}).at("alpha").get<double>(), alpha);
}

}  // namespace
}  // namespace sotto::test
