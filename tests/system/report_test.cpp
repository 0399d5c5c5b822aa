// SPDX-License-Identifier: MIT
// `sotto report` draws a folder's page again, and several over each other.
#include <gtest/gtest.h>

#include <set>

#include "system/program.hpp"
#include "system/sweep_program.hpp"

namespace sotto::test {
namespace {

class TwoSweeps : public ProgramWithSweep {
 public:
  TwoSweeps() {
    EXPECT_EQ((*this)({"run", "sweep.toml", "--out", "A", "--quiet"}).code, 0);
    EXPECT_EQ((*this)({"run", "sweep.toml", "--out", "B", "--seed", "8", "--quiet"}).code, 0);
  }
  Json page(const std::string& of) const { return Json::parse(folder.read(of + "/page.json")); }
};

std::set<std::string> series_in(const Json& figure) {
  std::set<std::string> names;
  for (const Json& series : figure.at("series")) names.insert(series.at("name"));
  return names;
}

TEST(Report, DrawsSeveralFoldersOverEachOther) {
  const TwoSweeps sotto;
  const Transcript said = sotto({"report", "A", "B", "--out", "C"});
  EXPECT_EQ(said.code, 0) << said.err;
  EXPECT_EQ(said.out, "C/report.html\n");
  EXPECT_EQ(sotto.folder.entries("C"), (Words{"page.json", "report.html", "sweep.csv", "sweep.vl.json",
                                              "sweep_baselines.csv", "sweep_baselines.vl.json"}));
  const Json page = sotto.page("C"), a = sotto.page("A"), b = sotto.page("B");
  ASSERT_EQ(page.at("figures").size(), 2U) << "plans, and what they stand beside";
  const Json& figure = page.at("figures")[0];
  std::set<std::string> of_both;
  for (const std::string& name : series_in(a.at("figures")[0])) of_both.insert({"A: " + name, "B: " + name});
  EXPECT_EQ(of_both.count("B: ours"), 1U);
  EXPECT_EQ(series_in(figure), of_both);
  EXPECT_EQ(figure.at("observations").size(),
            a.at("figures")[0].at("observations").size() + b.at("figures")[0].at("observations").size());
  for (const Json& seen : a.at("figures")[0].at("observations")) {  // no number is changed
    Json wanted = seen;
    wanted["series"] = "A: " + seen.at("series").get<std::string>();
    bool found = false;
    for (const Json& drawn : figure.at("observations")) found = found || drawn == wanted;
    EXPECT_TRUE(found) << seen;
  }
  EXPECT_EQ(page.at("repeat").size(), 2U);
}

TEST(Report, OfOneFolderIsItsPageAgain) {
  const TwoSweeps sotto;
  const Json json = answer(sotto({"report", "A/", "--out", "C", "--json"}), "sotto.written/1");
  EXPECT_EQ(json.at("report"), "C/report.html");
  EXPECT_EQ(sotto.folder.read("C/report.html"), sotto.folder.read("A/report.html"));
  EXPECT_EQ(sotto.folder.read("C/page.json"), sotto.folder.read("A/page.json"));
}

TEST(Report, TellsTwoFoldersOfOneNameApartAndReadsItsOwn) {
  const TwoSweeps sotto;
  EXPECT_EQ(sotto({"report", "A", "./A/", "--out", "C"}).code, 0);
  EXPECT_TRUE(series_in(sotto.page("C").at("figures")[0]).count("A-2: ours") == 1) << sotto.page("C");
  EXPECT_EQ(sotto({"report", "C", "B", "--out", "D"}).code, 0);
  EXPECT_TRUE(series_in(sotto.page("D").at("figures")[0]).count("C: A-2: ours") == 1);
}

TEST(Report, RefusesWhatHoldsNoPage) {
  const TwoSweeps sotto;
  const std::string whole = sotto.folder.read("A/page.json");
  const Transcript nowhere = sotto({"report", "A", "nowhere", "--out", "C"});
  expect_text_refusal(nowhere, 3);
  EXPECT_TRUE(contains(nowhere.err, "nowhere/page.json")) << nowhere.err;
  for (const std::string& text :
       {std::string("{}"), std::string("[]"), std::string("null"), whole.substr(0, whole.size() / 2)}) {
    sotto.folder.write("A/page.json", text);
    const Transcript said = sotto({"report", "A", "B", "--out", "C"});
    expect_text_refusal(said, 3);
    EXPECT_TRUE(contains(said.err, "is damaged")) << said.err;
  }
  Json crafted = Json::parse(whole);
  for (const char* id : {"../../outside", "/tmp/outside", ""}) {
    crafted["figures"][0]["id"] = id;
    sotto.folder.write("A/page.json", crafted.dump());
    expect_text_refusal(sotto({"report", "A", "--out", "C"}), 3);
  }
  EXPECT_EQ(sotto.folder.entries(), (Words{"A", "B", "sweep.toml"}));
}

TEST(Report, OverwritesNothing) {
  const TwoSweeps sotto;
  expect_text_refusal(sotto({"report", "A", "--out", "B"}), 2);
}

}  // namespace
}  // namespace sotto::test
