// SPDX-License-Identifier: MIT
// Jobs: each gives the text, the JSON and the files of what it ran, and prints nothing.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "job/support.hpp"
#include "sotto/digest/digest.hpp"
#include "sotto/report/audit/audit_report.hpp"
#include "sotto/report/comparison/comparison_report.hpp"
#include "sotto/report/study/advice_report.hpp"
#include "sotto/report/study/reproduction_report.hpp"

namespace sotto {
namespace {

using JobJson = nlohmann::json;
using FileNames = std::vector<std::string>;

FileNames names_in(const Files& files) {
  FileNames names;
  for (const auto& [name, bytes] : files) names.push_back(name);
  return names;
}

/// The last file says who made the others, and has the digest of each.
void expect_provenance(const Files& files, const std::string& kind) {
  ASSERT_EQ(files.back().first, provenance_file);
  const JobJson json = JobJson::parse(files.back().second);
  EXPECT_EQ(json.at("schema"), "sotto.manifest/1");
  EXPECT_EQ(json.at("kind"), kind);
  EXPECT_EQ(json.at("version"), "1.2.3");
  EXPECT_EQ(json.at("commit"), "abc");
  EXPECT_EQ(json.at("command_line"), "sotto \"x\"");
  EXPECT_EQ(json.at("sha256").size(), files.size() - 1);
  for (std::size_t k = 0; k + 1 < files.size(); ++k)
    EXPECT_EQ(json.at("sha256").at(files[k].first), sha256(files[k].second)) << files[k].first;
}

TEST(RunJob, GivesWhatTheComparisonOfItsScenarioGives) {
  const Scenario scenario(test::small());
  const std::unique_ptr<Job> job = run_job(scenario, "small");
  EXPECT_EQ(job->kind(), JobKind::run);
  EXPECT_EQ(job->name(), "small");
  EXPECT_EQ(job->identity(), "") << "a run cannot be resumed";
  JobProgress last{};
  const JobResult result =
      job->run({.made_by = test::some_maker, .progress = [&](const JobProgress& now) { last = now; }});
  const Comparison same = compare(
      scenario, contest_of(scenario, {{"this plan", scenario.plan(), scenario.own_plans()}}),
      [](std::uint32_t, std::uint32_t) {}, test::never);
  EXPECT_EQ(result.verdict, JobVerdict::done);
  EXPECT_EQ(result.text(), comparison_text(scenario, same));
  EXPECT_EQ(result.json(), run_json(scenario, same));
  EXPECT_EQ(last.done, 10U);
  EXPECT_EQ(last.wanted, 10U);
  EXPECT_STREQ(last.unit, "trials");
  const Files files = result.files();
  EXPECT_EQ(names_in(files), (FileNames{"configuration.toml", "report.txt", "run.json", "results.csv", "rounds.csv",
                                        "nodes.csv", "page.json", "report.html", "manifest.json"}));
  EXPECT_EQ(test::by_name(files).at("report.txt"), result.text());
  EXPECT_EQ(test::by_name(files).at("results.csv"), metrics_csv(same));
  expect_provenance(files, "run");
}

TEST(RunJob, ItsResultOutlivesIt) {
  const JobResult result = run_job(Scenario(test::small()), "small")->run({});
  EXPECT_TRUE(result.text().starts_with("SIMULATION: no privacy"));
  EXPECT_EQ(result.files().size(), 9U);
}

TEST(RunJob, InterruptedKeepsWhatWasDoneAndSaysSo) {
  const JobResult result = run_job(Scenario(test::small()), "small")->run({.interrupt = test::at_once});
  EXPECT_EQ(result.verdict, JobVerdict::interrupted);
  EXPECT_EQ(result.interrupted, "after 0 of 10 trials; what was done is kept");
  EXPECT_NE(result.text().find("No trial was finished."), std::string::npos);
  EXPECT_EQ(JobJson::parse(result.json()).at("interrupted"), true);
  EXPECT_EQ(JobJson::parse(test::by_name(result.files()).at(provenance_file)).at("interrupted"), true);
}

TEST(RunJob, WarnsOfAWeakPromiseBeforeItIsRun) {
  EXPECT_TRUE(run_job(Scenario(test::small()), "small")->warnings().empty());
  EXPECT_EQ(run_job(Scenario(test::small({"privacy.delta=0.5"})), "small")->warnings().size(), 1U);
}

TEST(DemoJob, ComparesOurDefaultWithThePapersPlan) {
  Settings flags;
  flags.add_flag("run.trials", "--trials", "1");
  const Scenario scenario(papers_setting(flags));
  EXPECT_EQ(scenario.configuration().run.trials, 1U) << "a flag ranks higher than the paper's setting";
  EXPECT_EQ(scenario.configuration().algorithm.rounds, 1000U);
  const JobResult result = demo_job(scenario)->run({.made_by = test::some_maker, .interrupt = test::at_once});
  EXPECT_NE(result.text().find("our default"), std::string::npos);
  EXPECT_NE(result.text().find("the paper's plan"), std::string::npos);
  expect_provenance(result.files(), "demo");
}

TEST(AuditJob, AnswersNoWhereTheClaimIsRefutedAndCannotTellInDoubles) {
  const auto audited = [](const std::vector<std::string>& more) {
    std::vector<std::string> all{"algorithm.rounds=2", "algorithm.consensus_rounds=1", "privacy.delta=1e-3",
                                 "audit.transcripts=1000"};
    all.insert(all.end(), more.begin(), more.end());
    return audit_job(Scenario(test::small(all)), "small-audit")->run({.made_by = test::some_maker});
  };
  const JobResult kept = audited({"privacy.mechanism=lattice"});
  EXPECT_EQ(kept.verdict, JobVerdict::done);
  EXPECT_NE(kept.text().find("Verdict   not refuted"), std::string::npos) << kept.text();
  EXPECT_EQ(JobJson::parse(kept.json()).at("verdict"), "not-refuted");
  EXPECT_EQ(names_in(kept.files()),
            (FileNames{"configuration.toml", "report.txt", "audit.json", "tradeoff.csv", "manifest.json"}));
  expect_provenance(kept.files(), "audit");
  EXPECT_EQ(audited({"privacy.mechanism=lattice", "audit.claim=0.1"}).verdict, JobVerdict::answered_no);
  EXPECT_NE(audited({}).verdict, JobVerdict::done) << "noise in doubles keeps no promise";
}

TEST(AuditJob, InterruptedSaysHowFarItCame) {
  const JobResult result = audit_job(Scenario(test::small()), "small-audit")->run({.interrupt = test::at_once});
  EXPECT_EQ(result.verdict, JobVerdict::interrupted);
  EXPECT_TRUE(result.interrupted.starts_with("after 0 of ")) << result.interrupted;
  EXPECT_NE(result.text().find("CANNOT TELL"), std::string::npos);
}

TEST(AdviceJob, GivesTheAdviceOnItsConfiguration) {
  const Configuration configuration =
      test::small({"advice.most_rounds=3", "advice.trials=4", "algorithm.rounds=3", "privacy.delta=0.5"});
  std::vector<std::string> remarks;
  const JobResult result = advice_job(configuration, "small-advice")
                               ->run({.made_by = test::some_maker,
                                      .remark = [&](const auto& label, const auto&) { remarks.push_back(label); }});
  EXPECT_EQ(remarks, FileNames{"warning"}) << "of a weak delta";
  EXPECT_TRUE(result.text().starts_with("PREDICTION: no record was read"));
  EXPECT_EQ(JobJson::parse(result.json()).at("schema"), "sotto.advice/2");
  const Files files = result.files();
  EXPECT_EQ(test::by_name(files).at("advice.json"), result.json());
  EXPECT_EQ(test::by_name(files).at("configuration.toml"), to_toml(configuration));
  expect_provenance(files, "advice");
  EXPECT_EQ(JobJson::parse(files.back().second).at("private"), true) << "it follows from public declarations alone";
}

TEST(AdviceJob, InterruptedHasNothingToShow) {
  const JobResult result = advice_job(test::small(), "small-advice")->run({.interrupt = test::at_once});
  EXPECT_EQ(result.verdict, JobVerdict::interrupted);
  EXPECT_FALSE(result.text);
  EXPECT_FALSE(result.files);
}

TEST(ReproductionJob, RunsItsSweepsAndShowsAPage) {
  const Settings settings = test::settings_of(test::small_file + "[sweep]\nx = 'algorithm.rounds'\nvalues = [2, 3]\n");
  const auto request = [&] {
    return ReproductionRequest{
        .sweeps = {check_sweep("tiny", settings)}, .printed_bound = false, .seed = 7, .threads = 1};
  };
  const std::unique_ptr<Job> job = reproduction_job(request());
  EXPECT_EQ(job->identity(), reproduction_job(request())->identity());
  const JobResult result = job->run({.made_by = test::some_maker});
  EXPECT_EQ(result.shown_file, "report.html");
  const Files files = result.files();
  EXPECT_EQ(names_in(files),
            (FileNames{"tiny.toml", "tiny.csv", "tiny.npy", "tiny.axes.json", "tiny.vl.json", "tiny_baselines.vl.json",
                       "verdicts.json", "report.txt", "page.json", "report.html", "manifest.json"}));
  EXPECT_EQ(test::by_name(files).at("verdicts.json"), result.json());
  expect_provenance(files, "reproduction");
  EXPECT_EQ(JobJson::parse(files.back().second).at("sweeps"), JobJson({"tiny"}));
}

TEST(PapersExperiments, AreChosenByNumberOrNameAndMisspeltOnesAreRefused) {
  Settings flags;
  flags.add_flag("run.trials", "--trials", "2");
  const ReproductionRequest request = papers_experiments({"printed_bound", "4", "figure4"}, flags);
  ASSERT_EQ(request.sweeps.size(), 1U);
  EXPECT_EQ(request.sweeps[0].id, "figure4");
  EXPECT_TRUE(request.printed_bound);
  EXPECT_EQ(request.sweeps[0].groups[0].points[0].configuration.run.trials, 2U);
  const std::vector<std::string> faults = test::fault_texts([&] { papers_experiments({"figur4", "5"}, flags); });
  EXPECT_EQ(faults.size(), 2U);
  EXPECT_NE(test::joined(faults).find("figure4"), std::string::npos) << "suggested";
  flags.add_flag("run.trials", "--trials", "1");
  EXPECT_THROW(papers_experiments({"4"}, flags), InvalidInput) << "one trial has no standard error";
}

}  // namespace
}  // namespace sotto
