// SPDX-License-Identifier: MIT
// `sotto reproduce`, with few trials: what it writes, that it can be verified, and what it refuses.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "system/program.hpp"
#include "system/sweep_program.hpp"

namespace sotto::test {
namespace {

TEST(Reproduce, WritesFiguresWithTheirVerdictsAndTheyVerify) {
  const Program sotto;
  const Transcript said =
      sotto({"reproduce", "--figure", "consensus", "--figure", "1", "--trials", "2", "--out", "result", "--json"});
  const Json json = answer(said, "sotto.reproduction/1");
  EXPECT_EQ(json.at("private"), false);
  EXPECT_EQ(json.at("experiments"), Json::array({"figure1", "consensus"}));
  EXPECT_EQ(sotto.folder.entries(), Words{"result"});
  EXPECT_EQ(sotto.folder.entries("result"),
            (Words{"consensus.axes.json", "consensus.csv", "consensus.npy", "consensus.toml", "consensus.vl.json",
                   "figure1.axes.json", "figure1.csv", "figure1.npy", "figure1.toml", "figure1.vl.json",
                   "figure1_baselines.vl.json", "figure1_bounds.vl.json", "manifest.json", "page.json", "report.html",
                   "report.txt", "verdicts.json"}));
  const std::string csv = sotto.folder.read("result/figure1.csv");
  EXPECT_TRUE(csv.starts_with("series,x,metric,trials,mean,standard_error,q10,median,q90\n")) << csv.substr(0, 100);
  EXPECT_TRUE(contains(csv, "\nthe paper's plan,1000,normalised_error,2,")) << csv.substr(0, 300);
  EXPECT_EQ(sotto.folder.read("result/verdicts.json"), said.out);
  std::set<std::string> answers;
  for (const Json& verdict : json.at("verdicts")) {
    EXPECT_EQ(verdict.at("experiment"), "figure1");
    EXPECT_TRUE(contains(verdict.at("evidence"), "Rule: ")) << verdict;
    answers.insert(verdict.at("verdict"));
  }
  EXPECT_EQ(json.at("verdicts").size(), 6U);
  EXPECT_TRUE(answers.count("does not hold") == 1 && answers.count("holds") == 1) << said.out;
  EXPECT_TRUE(contains(sotto.folder.read("result/figure1.vl.json"), "vega-lite"));
  EXPECT_TRUE(contains(sotto.folder.read("result/report.html"), "The paper, reproduced and judged"));

  const Transcript again = sotto({"verify", "result", "--json"});
  EXPECT_EQ(answer(again, "sotto.verify/1").at("files").size(), 16U) << again.out;

  // A folder whose experiment lacks what a claim is judged by is refused, not a crash.
  std::string toml = sotto.folder.read("result/figure1.toml");
  for (std::string::size_type at = 0; (at = toml.find("exactly normalised")) != std::string::npos;)
    toml.replace(at, 7, "hardly ");
  const std::size_t values = toml.find("values = [") + 10;
  toml.replace(values, toml.find(']', values) - values, "1, 2");
  sotto.folder.write("result/figure1.toml", toml);
  sign_again(sotto, "result", "figure1.toml");
  const Transcript crafted = sotto({"verify", "result"});
  expect_text_refusal(crafted, 3);
  EXPECT_TRUE(contains(crafted.err, "do not describe the paper's experiments")) << crafted.err;
}

TEST(Reproduce, DrawsTheErrorOfMaskedSumsAgainstColludersBesideBaselines) {
  const Program sotto;
  const Transcript said = sotto({"reproduce", "--figure", "colluders", "--trials", "2", "--out", "result"});
  EXPECT_EQ(said.code, 0) << said.err;
  const std::string csv = sotto.folder.read("result/colluders.csv");
  for (const char* series : {"masked sums", "curator", "node_alone", "one_shot"})
    EXPECT_TRUE(contains(csv, series)) << series;
}

TEST(Reproduce, RefusesAFigureThatThereIsNotAndSaysWhichThereAre) {
  const Program sotto;
  for (const char* figure : {"7", "0", "figure7", "", "11"}) {
    const std::vector<Json> list = faults(sotto({"reproduce", "--json", "--figure", figure}), 2);
    ASSERT_EQ(list.size(), 1U);
    EXPECT_EQ(list[0].at("field"), "--figure");
    EXPECT_EQ(list[0].at("value"), figure);
    EXPECT_TRUE(contains(list[0].at("rule"), "1, 2, 3, 4, consensus, exact_methods, colluders or printed_bound"));
  }
  EXPECT_EQ(faults(sotto({"reproduce", "--json", "--figure", "7", "--figure", "1", "--figure", "8"}), 2).size(), 2U);
  EXPECT_TRUE(sotto.folder.entries().empty());
}

TEST(Reproduce, RefusesTrialsThatHaveNoStandardErrorAndFoldersThatExist) {
  const Program sotto;
  for (const char* trials : {"1", "0", "-3", "nan"})
    EXPECT_TRUE(blames(faults(sotto({"reproduce", "--json", "--figure", "1", "--trials", trials}), 2), "run.trials"))
        << trials;
  std::filesystem::create_directory(sotto.folder.path() / "taken");
  const Transcript said = sotto({"reproduce", "--figure", "1", "--trials", "2", "--out", "taken"});
  expect_text_refusal(said, 2);
  EXPECT_TRUE(contains(said.err, "exists already")) << said.err;
  EXPECT_EQ(sotto.folder.entries(), Words{"taken"});
}

TEST(Reproduce, GoesOnWhereItWasInterruptedWithSeveralFigures) {
  const Program sotto;
  const Words both{"reproduce", "--figure", "1",     "--figure", "figure2",   "--figure", "1",
                   "--trials",  "2",        "--out", "result",   "--threads", "1"};
  for (int resumed = 0; resumed < 2; ++resumed) {
    const std::filesystem::path journal = sotto.folder.path() / "result.unfinished" / "journal.jsonl";
    const auto size = std::filesystem::exists(journal) ? std::filesystem::file_size(journal) : 0;
    Launch launch = sotto.launch(both);
    launch.signal_when = [&](const Transcript&) {
      return std::filesystem::exists(journal) && std::filesystem::file_size(journal) > size + 1000;
    };
    const Transcript said = run_subprocess(launch);
    EXPECT_EQ(said.code, 130) << said.err;
    EXPECT_EQ(contains(said.err, "groups of points are done already"), resumed == 1) << said.err;
    EXPECT_EQ(sotto.folder.entries(), Words{"result.unfinished"});
  }
}

}  // namespace
}  // namespace sotto::test
