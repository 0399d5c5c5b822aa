// SPDX-License-Identifier: MIT
// `sotto id`: a site gets its key once, shows it, and renews its certificate under it.
#include <gtest/gtest.h>
#include <sys/stat.h>

#include "system/program.hpp"

namespace sotto::test {
namespace {

const Words new_words{"id", "new", "--name", "hosp-a", "--state", "node", "--json"};

Json identity_of(const Transcript& said) {
  return answer(said, "sotto.identity/1");
}

TEST(IdCommand, ShowsWhatItMade) {
  const Program sotto;
  const Json made = identity_of(sotto(new_words)),
             shown = identity_of(sotto({"id", "show", "--state", "node", "--json"}));
  EXPECT_EQ(made.at("name"), "hosp-a");
  const std::string key = made.at("public_key");
  EXPECT_TRUE(key.starts_with("ed25519:")) << key;
  EXPECT_EQ(shown.at("public_key"), key);
  EXPECT_EQ(shown.at("certificate").at("serial"), made.at("certificate").at("serial"));
  EXPECT_NEAR(made.at("certificate").at("days_left").get<double>(), 7, 0.01);
  EXPECT_EQ(made.at("certificate").at("valid_now"), true);
  const Transcript text = sotto({"id", "show", "--state", "node"});
  EXPECT_EQ(text.code, 0);
  for (const std::string& part : {std::string("hosp-a"), key, std::string("(7.0 days left)"),
                                  made.at("certificate").at("valid_until").get<std::string>()})
    EXPECT_TRUE(contains(text.out, part)) << text.out;
}

TEST(IdCommand, SaysNothingThatIsSecret) {
  const Program sotto;
  const Transcript made = sotto(new_words), shown = sotto({"id", "show", "--state", "node"});
  const std::string pem = sotto.folder.read("node/identity/site.key");
  const std::string secret = pem.substr(pem.find('\n') + 1, 64);
  for (const Transcript* said : {&made, &shown}) EXPECT_FALSE(contains(said->out + said->err, secret));
}

TEST(IdCommand, RenewsTheCertificateAndKeepsTheKey) {
  const Program sotto;
  const Json made = identity_of(sotto(new_words + Words{"--days", "1"}));
  const Json renewed = identity_of(sotto({"id", "renew", "--state", "node", "--json", "--days", "30"}));
  EXPECT_EQ(renewed.at("public_key"), made.at("public_key"));
  EXPECT_NE(renewed.at("certificate").at("serial"), made.at("certificate").at("serial"));
  EXPECT_NEAR(renewed.at("certificate").at("days_left").get<double>(), 30, 0.01);
  EXPECT_EQ(identity_of(sotto({"id", "show", "--state", "node", "--json"})).at("certificate").at("serial"),
            renewed.at("certificate").at("serial"));
}

TEST(IdCommand, NeverMakesASecondKeyInOnePlace) {
  const Program sotto;
  identity_of(sotto(new_words));
  const std::string key = sotto.folder.read("node/identity/site.key");
  const std::vector<Json> list = faults(sotto(new_words), 2);
  EXPECT_TRUE(blames(list, "identity"));
  EXPECT_TRUE(contains(list.at(0).at("rule"), "sotto id renew"));
  EXPECT_EQ(sotto.folder.read("node/identity/site.key"), key);
}

TEST(IdCommand, RefusesWordsThatCannotBeMeantAndMakesNothing) {
  const Program sotto;
  for (const char* name : {"Hosp", "1a", "a b", "a/b", "../a", "ab\n"})
    EXPECT_TRUE(blames(faults(sotto({"id", "new", "--state", "node", "--json", "--name", name}), 2), "--name")) << name;
  for (const char* days : {"0", "91", "-1", "1.5", "week", "99999999999999999999"})
    EXPECT_TRUE(blames(faults(sotto(new_words + Words{"--days=" + std::string(days)}), 2), "--days")) << days;
  EXPECT_EQ(faults(sotto({"id", "new", "--state", "node", "--json", "--name", "A", "--days", "0"}), 2).size(), 2U);
  faults(sotto({"id", "new", "--name", "hosp-a", "--json"}), 2);
  faults(sotto({"id", "new", "--state", "node", "--json"}), 2);
  faults(sotto({"id", "--json"}), 2);
  EXPECT_TRUE(contains(faults(sotto({"id", "shwo", "--json"}), 2).at(0).at("rule"), "did you mean show?"));
  EXPECT_TRUE(sotto.folder.entries().empty());
}

TEST(IdCommand, RefusesAStateThatIsAbsentDamagedOrOpenToOthers) {
  const Program sotto;
  const Words show{"id", "show", "--state", "node", "--json"};
  EXPECT_TRUE(contains(faults(sotto(show), 7).at(0).at("rule"), "sotto id new"));
  EXPECT_TRUE(
      blames(faults(sotto({"id", "new", "--name", "a", "--state", "no/such/place", "--json"}), 7), "state folder"));
  identity_of(sotto(new_words));
  const std::string key = (sotto.folder.path() / "node/identity/site.key").string();
  ASSERT_EQ(::chmod(key.c_str(), 0644), 0);
  EXPECT_TRUE(contains(faults(sotto(show), 7).at(0).at("rule"), "chmod 600 node/identity/site.key"));
  ASSERT_EQ(::chmod(key.c_str(), 0600), 0);
  sotto.folder.write("node/identity/tls.pem", "");
  EXPECT_TRUE(contains(faults(sotto(show), 7).at(0).at("rule"), "sotto id renew"));
  identity_of(sotto({"id", "renew", "--state", "node", "--json"}));
  identity_of(sotto(show));
}

TEST(IdCommand, FindsNoSpaceAndLeavesNothingBehind) {
  const Program sotto;
  Launch launch = sotto.launch(new_words);
  launch.largest_file = 100;
  const Transcript said = run_subprocess(launch);
  EXPECT_EQ(said.code, 7) << said.out << said.err;
  EXPECT_TRUE(sotto.folder.entries("node").empty());
}

}  // namespace
}  // namespace sotto::test
