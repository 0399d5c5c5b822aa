// SPDX-License-Identifier: MIT
// Masked sums between organisations, as those who sign see them: the statement, what a manifest says, and amendments
// that are refused.
#include <gtest/gtest.h>

#include <filesystem>
#include <sstream>

#include "system/program.hpp"

namespace sotto::test {
namespace masked_federation_tests {

namespace fs = std::filesystem;

constexpr int not_signed = 1;  ///< the exit code, also of what is not signed by all

const Words site_names{"north", "south", "east", "west", "middle", "coast"};

struct Sites {
  unsigned count = 5;
  unsigned spare_rounds = 1;
  bool masked = true;
  std::string graph = "complete";
};

/// Sites with keys, one budget at the first, and a manifest m.toml of all of them.
class SitesOfAManifest : public Program {
 public:
  explicit SitesOfAManifest(const Sites& sites, const Words& more_of_budget = {}) {
    std::string text = "[problem]\nkind = \"logistic\"\nregularisation = 0.05\nradius = 4.0\n[graph]\nkind = \"" +
                       sites.graph + "\"\nnodes = " + std::to_string(sites.count) +
                       "\n[privacy]\nepsilon = 1.0\ndelta = 1e-6\nmechanism = \"lattice\"\n";
    if (sites.masked)
      text += "trust = \"all-but-q\"\ncolluders = 1\nspare_rounds = " + std::to_string(sites.spare_rounds) + "\n";
    text +=
        "[algorithm]\nrounds = 30\n[data]\nformat = \"csv\"\n[[column]]\nname = \"a\"\nrange = [-1.0, 1.0]\n"
        "[[column]]\nname = \"y\"\nrole = \"label\"\ntype = \"category\"\nlevels = [\"no\", \"yes\"]\n";
    for (unsigned k = 0; k < sites.count; ++k) {
      const Json site = answer((*this)({"id", "new", "--name", site_names[k], "--state", site_names[k], "--json"}),
                               "sotto.identity/1");
      text += "[node." + std::to_string(k) + "]\nname = \"" + site_names[k] +
              "\"\naddress = \"127.0.0.1:" + std::to_string(7411 + k) + "\"\npublic_key = \"" +
              site.value("public_key", "") + "\"\ndataset = \"people\"\nrecords = 3000\n";
    }
    folder.write("m.toml", text);
    EXPECT_EQ((*this)(Words{"budget", "init", "people", "--state", "north", "--epsilon", "4", "--delta", "1e-5"} +
                      more_of_budget)
                  .code,
              0);
  }

  Json sign(const Words& more = {}) const {
    return answer((*this)(Words{"manifest", "sign", "m.toml", "--state", "north", "--json"} + more),
                  "sotto.manifest-signing/1", not_signed);
  }
  Json check() const {
    return answer((*this)({"manifest", "check", "m.toml", "--json"}), "sotto.federation-manifest/1", not_signed);
  }
  Transcript amend(const Words& without, const std::string& state = "north",
                   const Words& more = {"--yes", "--json"}) const {
    Words words{"manifest", "amend", "m.toml", "--state", state};
    for (const std::string& name : without) words = words + Words{"--without", name};
    return (*this)(words + more);
  }
  bool has_amendments() const { return fs::exists(folder.path() / "m.toml.amendments"); }
};

std::string as_one_line(std::string text) {
  for (char& c : text)
    if (c == '\n') c = ' ';
  return text;
}

void expect_sentences(const std::string& statement, const Words& sentences) {
  for (const std::string& sentence : sentences)
    EXPECT_TRUE(contains(as_one_line(statement), sentence)) << sentence << "\n" << statement;
}

TEST(SigningMaskedSums, SaysBothPromisesAndOnWhomTheyRest) {
  const SitesOfAManifest sites({});
  const Json said = sites.sign();
  EXPECT_EQ(said.at("signed"), false);
  EXPECT_GT(said.at("epsilon_all").get<double>(), said.at("epsilon").get<double>());
  expect_sentences(
      said.at("statement"),
      {"together with up to 1 of the other members, fixed in advance, learns at most epsilon = 1, delta = 1e-06",
       "All other members together learn at most epsilon = 2.",
       "rests on others: at least 4 of the 5 members must draw their noise honestly.",
       "With trust in nobody it would rest on the noise of north alone.",
       "Masks are computational: X25519, HKDF-SHA-256, ChaCha20.", "While one is away the run waits",
       "1 spare round is paid for in advance (privacy.spare_rounds = 1).",
       "the others can amend the run (`sotto manifest amend`).",
       "Against all other members together it has no limit."});
}

/// What is said is no less than what is booked.
TEST(SigningMaskedSums, RoundsTheSecondEpsilonUp) {
  const SitesOfAManifest sites({});
  const Json said = sites.sign();
  const std::string statement = said.at("statement"), before = "All other members together learn at most epsilon = ";
  const double shown = std::stod(statement.substr(statement.find(before) + before.size()));
  EXPECT_GE(shown, said.at("epsilon_all").get<double>());
  EXPECT_LE(shown, said.at("epsilon_all").get<double>() + 1.001e-4);
}

TEST(SigningMaskedSums, SaysThatARunWithoutSpareRoundsMustBeGivenUp) {
  const std::string statement = SitesOfAManifest({.spare_rounds = 0}).sign().at("statement");
  expect_sentences(statement, {"This manifest has no spare round", "the run must be given up."});
  EXPECT_FALSE(contains(statement, "manifest amend")) << statement;
}

TEST(SigningMaskedSums, SaysWhatBothColumnsOfTheLedgerHaveLeft) {
  const SitesOfAManifest sites({}, {"--epsilon-all", "12"});
  expect_sentences(
      sites.sign().at("statement"),
      {"The dataset people promises epsilon = 4, delta = 1e-05 over all runs together.",
       "Against all other members together it promises epsilon = 12 over all runs. With this run it has spent"});
  const SitesOfAManifest capped({}, {"--epsilon-all", "4"});
  EXPECT_TRUE(contains(capped.sign().at("statement"), "promises epsilon = 4 over all runs. With this run"));
}

TEST(SigningWithTrustInNobody, SpeaksOfNoSums) {
  const std::string statement = SitesOfAManifest({.masked = false}).sign().at("statement");
  expect_sentences(statement, {"runs all other nodes learns at most epsilon = 1, delta = 1e-06"});
  for (const char* words : {"rests on others", "ask", "spare", "gainst all other members"})
    EXPECT_FALSE(contains(statement, words)) << words << "\n" << statement;
}

TEST(CheckingMaskedSums, ShowsTrustSpareRoundsSuiteAndBothEpsilons) {
  const SitesOfAManifest sites({.spare_rounds = 2});
  const Json json = sites.check();
  EXPECT_EQ(json.at("trust"), "all-but-q");
  EXPECT_EQ(json.at("masked_sums"), (Json{{"members", 5},
                                          {"colluders", 1},
                                          {"honest_members", 4},
                                          {"spare_rounds", 2},
                                          {"suite", "X25519, HKDF-SHA-256, ChaCha20"}}));
  for (const Json& party : json.at("parties")) {
    EXPECT_GT(party.at("epsilon_all").get<double>(), party.at("epsilon").get<double>());
    EXPECT_GT(party.at("alpha_all_units").get<std::int64_t>(), party.at("alpha_units").get<std::int64_t>());
  }
  EXPECT_TRUE(json.at("amendments").at("in_force").empty());
  EXPECT_TRUE(json.at("amendments").at("proposed").is_null());
  const std::string text = sites({"manifest", "check", "m.toml"}).out;
  for (const char* words : {"trust        in all 5 members but 1 (masked sums)", "spare rounds 2, paid for",
                            "masks        X25519, HKDF-SHA-256, ChaCha20", "amendments   none", "epsilon, all others"})
    EXPECT_TRUE(contains(text, words)) << words << "\n" << text;
  EXPECT_FALSE(contains(text, "averaging")) << text;
}

/// Of commands whose words other tests read as text.
TEST(ManifestCommands, AnswerAsTheirSchemasSay) {
  const SitesOfAManifest sites({});
  const Words here{"--manifest", "m.toml", "--state", "north"};
  const Json doctor = answer(sites(Words{"doctor", "--json"} + here), "sotto.doctor/1", 1);
  EXPECT_FALSE(doctor.empty());
  const Json text = answer(sites({"manifest", "show", "m.toml", "--json"}), "sotto.manifest-text/1");
  EXPECT_TRUE(contains(text.dump(), "east"));
  const Json shown = answer(sites.amend({"west"}, "north", {"--json"}), "sotto.manifest-amending/1", not_signed);
  EXPECT_EQ(shown.at("signed"), false);
  const Json amended = answer(sites.amend({"west"}), "sotto.manifest-amending/1");
  EXPECT_EQ(amended.at("missing"), (Words{"south", "east", "middle"}));
  EXPECT_TRUE(answer(sites({"id", "disown", "--state", "north", "--json"}), "sotto.disowned/1").at("starts").empty());
  const Json word = answer(sites(Words{"budget", "word", "--for", "south"} + here), "sotto.last-word/1");
  EXPECT_EQ(word.at("of"), "south");
}

/// A key, a hash or a path is one word: it stays whole, on a line of its own.
std::string lines_of_words(const std::string& text) {
  std::string lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);)
    if (const std::size_t begin = line.find_first_not_of(' ');
        begin != std::string::npos && contains(line.substr(begin), " "))
      lines += line + "\n";
  return lines;
}

TEST(ManifestCommands, FitATerminalOfEightyColumns) {
  const SitesOfAManifest sites({});
  for (const Words& words :
       {Words{"manifest", "check", "m.toml"}, Words{"manifest", "sign", "m.toml", "--state", "north"},
        Words{"manifest", "amend", "m.toml", "--state", "north", "--without", "west"},
        Words{"doctor", "--manifest", "m.toml", "--state", "north"}, Words{"id", "show", "--state", "north"},
        Words{"id", "disown", "--state", "north"}, Words{"budget", "show", "--state", "north"},
        Words{"budget", "verify", "--state", "north"}, Words{"audit-log", "export", "--state", "north", "--out", "log"},
        Words{"audit-log", "verify", "log"}}) {
    Launch launch = sites.launch(words);
    launch.columns = 80;
    const Transcript said = run_subprocess(launch);
    EXPECT_LE(said.code, 1) << words[0] << " " << words[1] << "\n" << said.out << said.err;
    EXPECT_LE(longest_line(lines_of_words(said.out)), 80U) << words[0] << " " << words[1] << "\n" << said.out;
  }
}

TEST(CheckingTrustInNobody, HasOneEpsilonTwice) {
  const SitesOfAManifest sites({.masked = false});
  const Json json = sites.check();
  EXPECT_EQ(json.at("trust"), "nobody");
  EXPECT_FALSE(json.contains("masked_sums"));
  EXPECT_NEAR(json.at("parties")[0].at("epsilon_all").get<double>(), 1, 1e-3);
  EXPECT_TRUE(contains(sites({"manifest", "check", "m.toml"}).out, "of averaging"));
}

TEST(Amendments, CountWhenAllWhoRemainHaveSignedAndAreShownUntilThen) {
  const SitesOfAManifest sites({});
  for (const char* name : {"south", "east", "middle"})
    EXPECT_EQ(sites({"budget", "init", "people", "--state", name, "--epsilon", "4", "--delta", "1e-5"}).code, 0);
  EXPECT_EQ(sites.amend({"west"}, "north", {}).code, 1) << "not signed";
  EXPECT_FALSE(sites.has_amendments());
  for (const char* name : {"north", "south"}) EXPECT_EQ(sites.amend({"west"}, name).code, 0);
  Json shown = sites.check().at("amendments");
  EXPECT_TRUE(shown.at("in_force").empty());
  EXPECT_EQ(shown.at("proposed"), (Json{{"number", 1}, {"without", {"west"}}, {"not_signed_by", {"east", "middle"}}}));
  EXPECT_TRUE(
      contains(sites({"manifest", "check", "m.toml"}).out,
               "amendments   1 was proposed: without west. It does not count yet: east, middle have not signed"));
  const Transcript doctor = sites({"doctor", "--manifest", "m.toml", "--state", "north"});
  EXPECT_TRUE(contains(doctor.out,
                       "none in force; amendment 1 (without west) does not count yet: not signed by east, "
                       "middle"))
      << doctor.out;
  EXPECT_TRUE(contains(doctor.out, "FAILED amendments")) << "somebody has to sign";
  for (const char* name : {"east", "middle"}) EXPECT_EQ(sites.amend({"west"}, name).code, 0);
  shown = sites.check().at("amendments");
  EXPECT_EQ(shown.at("in_force"), (Json::array({Json{{"number", 1}, {"without", {"west"}}}})));
  EXPECT_TRUE(shown.at("proposed").is_null());
  EXPECT_EQ(shown.at("members"), (Words{"north", "south", "east", "middle"}));
  EXPECT_TRUE(contains(sites({"doctor", "--manifest", "m.toml", "--state", "north"}).out,
                       "1 in force: without west, 4 members are left"));
  EXPECT_EQ(sites({"budget", "init", "people", "--state", "west", "--epsilon", "4", "--delta", "1e-5"}).code, 0);
  const std::vector<Json> told = faults(sites.amend({"east"}, "west"), 2);
  EXPECT_TRUE(contains(told.at(0).at("rule"), "the run goes on without this site: amendment 1 left it out")) << told[0];
}

/// What was agreed on when the run was signed holds after the amendment.
TEST(Amendments, SayBothPromisesAndThatNothingMoreIsDebited) {
  const SitesOfAManifest sites({});
  const std::string signing = sites.sign().at("statement"), before = "All other members together learn at most ";
  const std::size_t from = signing.find(before) + before.size();
  const std::string epsilon = signing.substr(from, signing.find(" about it", from) - from);
  const std::string said = sites({"manifest", "amend", "m.toml", "--state", "north", "--without", "west"}).out;
  EXPECT_TRUE(contains(said, "All other members together learn no more than before:\nat most " + epsilon + " in the"))
      << said << epsilon;
  EXPECT_TRUE(contains(said, "epsilon = 1, delta = 1e-06")) << said;
  EXPECT_TRUE(contains(said, "Nothing more is debited")) << said;
}

struct Refusal {
  Sites sites;
  Words without;
  std::string value, rule;
};

/// Each names field, value and rule, and nothing is written.
TEST(Amendments, AreRefusedWhereTheRunCannotGoOn) {
  for (const Refusal& one : {
           Refusal{{.spare_rounds = 0}, {"west"}, "west", "no spare round is left: privacy.spare_rounds = 0"},
           Refusal{{.count = 3}, {"south"}, "south", "2 members would be left; with privacy.colluders = 1 at least 3"},
           Refusal{{}, {"nowhere"}, "nowhere", "is no member of the present session"},
           Refusal{{}, {"north"}, "north", "is this site"},
           Refusal{{.count = 6},
                   {"south", "east", "west"},
                   "south, east, west",
                   "3 members would be left; with privacy.colluders = 1 at least 4 of 6 are needed"},
           Refusal{{.graph = "path"}, {"south"}, "south", "is not connected"},
           Refusal{{.masked = false}, {"west"}, "west", "trust in nobody is not amended"},
           Refusal{{}, {}, "", "names nobody"},
       }) {
    const SitesOfAManifest sites(one.sites);
    const std::vector<Json> found = faults(sites.amend(one.without), 2);
    ASSERT_EQ(found.size(), 1U) << one.rule;
    EXPECT_EQ(found[0].at("field"), "--without") << one.rule;
    EXPECT_TRUE(contains(found[0].at("value"), one.value)) << found[0];
    EXPECT_TRUE(contains(found[0].at("rule"), one.rule)) << found[0];
    EXPECT_FALSE(sites.has_amendments()) << one.rule;
  }
}

TEST(Amendments, OfOneSessionAreSignedOnceByASite) {
  const SitesOfAManifest sites({});
  EXPECT_EQ(sites.amend({"west"}).code, 0);
  const std::string first = sites.folder.read("m.toml.amendments/1/north.json");
  const std::vector<Json> found = faults(sites.amend({"east"}), 7);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].at("value"), "east");
  EXPECT_TRUE(contains(found[0].at("rule"), "has signed another amendment of this session")) << found[0];
  EXPECT_TRUE(contains(found[0].at("rule"), "Let the others sign that one too")) << found[0];
  EXPECT_EQ(sites.folder.read("m.toml.amendments/1/north.json"), first);
  EXPECT_EQ(sites.amend({"west"}).code, 0) << "the same one again";
}

/// Otherwise two sites that name different members would have stopped the run for good.
TEST(Amendments, OtherThanOneThatAnotherSiteHasSignedAreRefusedBeforeTheyAreSigned) {
  const SitesOfAManifest sites({});
  ASSERT_EQ(sites({"budget", "init", "people", "--state", "south", "--epsilon", "4", "--delta", "1e-5"}).code, 0);
  ASSERT_EQ(sites.amend({"west"}).code, 0);
  const std::vector<Json> found = faults(sites.amend({"east"}, "south"), 2);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_TRUE(contains(found[0].at("rule"), "others have signed an amendment without west")) << found[0];
  EXPECT_FALSE(fs::exists(sites.folder.path() / "m.toml.amendments/1/south.json"));
  EXPECT_EQ(sites.amend({"west"}, "south").code, 0) << "it is still free to sign that one";
}

TEST(Amendments, OfARunThatIsClosedHereAreRefused) {
  const SitesOfAManifest sites({});
  const std::string key = "north/session-" + sites.check().at("run").get<std::string>().substr(0, 16) + ".key";
  sites.folder.write(key, "as a node keeps it");
  fs::permissions(sites.folder.path() / key, fs::perms::owner_read | fs::perms::owner_write);
  ASSERT_EQ(sites({"budget", "word", "--manifest", "m.toml", "--state", "north", "--for", "south"}).code, 0);
  const std::vector<Json> found = faults(sites.amend({"west"}), 6);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].at("field"), "run");
  EXPECT_TRUE(contains(found[0].at("rule"), "is closed: not amended")) << found[0];
  EXPECT_FALSE(fs::exists(sites.folder.path() / key)) << "the last word erases the key of a session";
  EXPECT_FALSE(sites.has_amendments());
}

TEST(FederateTrust, IsNobodyOrANumberOfMembers) {
  const ProgramWithConfiguration sotto;
  for (const char* trust : {"all-but-0", "all-but-x", "all-but-", "everybody", "all-but--1"}) {
    const std::vector<Json> found =
        faults(sotto({"federate", "5", "small.toml", "--trust", trust, "--out", "f", "--json"}), 2);
    ASSERT_EQ(found.size(), 1U) << trust;
    EXPECT_EQ(found[0].at("field"), "--trust");
    EXPECT_TRUE(contains(found[0].at("value"), trust)) << found[0];
    EXPECT_TRUE(contains(found[0].at("rule"), "must be \"nobody\" or \"all-but-\" and a number")) << found[0];
    EXPECT_FALSE(fs::exists(sotto.folder.path() / "f")) << trust;
  }
  const std::vector<Json> too_many =
      faults(sotto({"federate", "5", "small.toml", "--trust", "all-but-4", "--out", "f", "--json"}), 2);
  EXPECT_FALSE(too_many.empty());
  EXPECT_FALSE(fs::exists(sotto.folder.path() / "f"));
}

TEST(FederateTrust, GivesAllSitesTheSameModelAndSaysBothPromises) {
  const ProgramWithConfiguration sotto;
  const Words words{"federate", "4", "small.toml", "--trust", "all-but-1"};
  const Transcript text = sotto(words + Words{"--out", "t"});
  EXPECT_EQ(text.code, 0) << text.err;
  for (const char* part : {"All sites hold the same model, bit for bit.", "together with up to 1 of the other members",
                           "holds against all other members together", "rests on others: at least 3 of the 4 members",
                           "20 masked sums with gradients and noise"})
    EXPECT_TRUE(contains(text.out, part)) << part << "\n" << text.out;
  EXPECT_FALSE(contains(text.out, "averaging")) << text.out;
  EXPECT_TRUE(contains(text.err, "reading records; then keys, certificates and the graph are made")) << text.err;
  const std::string page = sotto.folder.read("t/report.html");
  for (const char* part : {"bit for bit", "all other members together", "agreed on. The nodes have erased them"})
    EXPECT_TRUE(contains(page, part)) << part;
  const Json json = answer(sotto(words + Words{"--out", "j", "--json"}), "sotto.federate/1");
  EXPECT_EQ(json.at("trust"), "all-but-q");
  EXPECT_EQ(json.at("same_model"), true);
  for (const char* name : {"j/site-0.out", "j/site-3.out"})
    EXPECT_EQ(kept_answer(sotto.folder.read(name), "sotto.node-result/1").at("run"), json.at("run")) << name;
  EXPECT_GT(json.at("masked_sums").at("epsilon_all").get<double>(), json.at("sites")[0].at("epsilon").get<double>());
  const Json nobody = answer(sotto({"federate", "4", "small.toml", "--out", "n", "--json"}), "sotto.federate/1");
  EXPECT_EQ(nobody.at("same_model"), false);
}

/// What a site did in a run of masked sums, for somebody who has the file alone.
TEST(AuditLog, OfMaskedSumsIsWholeAndHasBothCosts) {
  const ProgramWithConfiguration sotto;
  ASSERT_EQ(sotto({"federate", "4", "small.toml", "--trust", "all-but-1", "--out", "f"}).code, 0);
  ASSERT_EQ(sotto({"audit-log", "export", "--state", "f/site-2", "--out", "site-2.jsonl"}).code, 0);
  const Json verdict =
      answer(sotto({"audit-log", "verify", "site-2.jsonl", "--json"}), "sotto.audit-log-verification/1");
  EXPECT_EQ(verdict.at("whole"), true);
  const Json& people = verdict.at("datasets")[0];
  EXPECT_GT(people.at("spent_all").at("alpha").get<std::int64_t>(), people.at("spent").at("alpha").get<std::int64_t>());
  for (const auto& entry : fs::directory_iterator(sotto.folder.path() / "f/site-2"))
    EXPECT_FALSE(entry.path().filename().string().starts_with("session-")) << "the key of a session was not erased";
}

TEST(Help, NamesAmendmentsAndTrust) {
  const Program sotto;
  EXPECT_TRUE(contains(sotto({"manifest", "--help"}).out, "amend"));
  EXPECT_TRUE(contains(sotto({"manifest", "amend", "--help"}).out, "--without"));
  EXPECT_TRUE(contains(sotto({"federate", "--help"}).out, "all-but-2: masked sums"));
}

}  // namespace masked_federation_tests
}  // namespace sotto::test
