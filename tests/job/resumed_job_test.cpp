// SPDX-License-Identifier: MIT
// Jobs in their folders: opened first, resumed after an interrupt, and to the same bytes.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "job/support.hpp"
#include "sotto/digest/digest.hpp"
#include "sotto/job/run_folder.hpp"
#include "support/temporary_folder.hpp"

namespace sotto {
namespace {

namespace fs = std::filesystem;

TEST(SweepJob, GivesTextJsonAndFiles) {
  const JobResult result = test::small_sweep_job()->run({.made_by = test::some_maker});
  EXPECT_EQ(result.verdict, JobVerdict::done);
  EXPECT_TRUE(result.text().starts_with("SIMULATION: no privacy"));
  const auto files = test::by_name(result.files());
  EXPECT_EQ(files.at("report.txt"), result.text());
  EXPECT_EQ(files.at("sweep.json"), result.json());
  EXPECT_EQ(files.size(), 11U);
}

/// What was left unfinished: the journal after the first group, and no folder.
TEST(SweepJob, InterruptedGoesOnFromItsJournalToTheSameBytes) {
  const test::TemporaryFolder place;
  const std::string out = (place.path() / "out").string();
  {
    const std::unique_ptr<Job> first_group = test::small_sweep_job("2");
    JobFolder folder(*first_group, {.out = out}, test::some_maker);
    first_group->run({.made_by = test::some_maker, .journal = folder.journal()});
    const JobResult stopped = test::small_sweep_job()->run({.interrupt = test::at_once, .journal = folder.journal()});
    EXPECT_EQ(stopped.verdict, JobVerdict::interrupted);
    EXPECT_FALSE(stopped.text);
    EXPECT_EQ(stopped.interrupted,
              fmt::format("what is done lies in {0}.unfinished; the same command with --out {0} goes "
                          "on from there",
                          out));
  }
  EXPECT_EQ(place.entries(), std::vector<std::string>{"out.unfinished"}) << "no folder is half written";
  const std::unique_ptr<Job> job = test::small_sweep_job();
  JobFolder folder(*job, {.out = out}, test::some_maker);
  std::vector<std::string> remarks;
  const JobResult resumed = job->run({.made_by = test::some_maker,
                                      .remark = [&](const auto&, const auto& text) { remarks.push_back(text); },
                                      .journal = folder.journal()});
  EXPECT_EQ(remarks, std::vector<std::string>{"1 of 3 groups of points are done already"});
  EXPECT_EQ(resumed.files(), job->run({.made_by = test::some_maker}).files());
  folder.write(resumed.files());
  folder.journal()->remove();
  EXPECT_EQ(place.entries(), std::vector<std::string>{"out"});
  EXPECT_EQ(place.read("out/report.txt"), resumed.text());
}

TEST(SweepJob, InterruptedAtOnceKeepsNothing) {
  const test::TemporaryFolder place;
  const std::unique_ptr<Job> job = test::small_sweep_job();
  {
    JobFolder folder(*job, {.out = (place.path() / "out").string()}, test::some_maker);
    const JobResult result = job->run({.interrupt = test::at_once, .journal = folder.journal()});
    EXPECT_EQ(result.interrupted, "before the first group of points was done: nothing is kept");
  }
  EXPECT_FALSE(fs::exists(place.path() / "out.unfinished"));
}

TEST(JobFolder, OfAJobThatThrewLeavesNoEmptyJournal) {
  const test::TemporaryFolder place;
  try {
    JobFolder folder(*test::small_sweep_job(), {.out = (place.path() / "out").string()}, test::some_maker);
    EXPECT_TRUE(fs::exists(place.path() / "out.unfinished"));
    throw 1;
  } catch (int) {
  }
  EXPECT_EQ(place.entries(), std::vector<std::string>{});
}

TEST(SweepJournal, ThatWasTakenAwayStaysSo) {
  const test::TemporaryFolder place;
  SweepJournal journal(place.path() / "out", "sotto");
  journal.remove();
  journal.remove();
  EXPECT_THROW(journal.add("group", {}), InvalidInput) << "nothing is written into a file that is gone";
  EXPECT_EQ(place.entries(), std::vector<std::string>{});
}

/// The folder itself knows no digests: its provenance is one of the job's files.
TEST(JobFolder, ItsProvenanceHasTheDigestOfEveryFile) {
  const test::TemporaryFolder place;
  const std::unique_ptr<Job> job = run_job(Scenario(test::small()), "small");
  JobFolder folder(*job, {.out = (place.path() / "out").string()}, test::some_maker);
  folder.write(job->run({.made_by = test::some_maker}).files());
  const Provenance made = read_provenance({.field = "DIR", .path = "out"}, place.read("out/manifest.json"));
  EXPECT_EQ(made.digests.size() + 1, place.entries("out").size());
  for (const auto& [name, digest] : made.digests) EXPECT_EQ(digest, sha256(place.read("out/" + name))) << name;
}

TEST(JobFolder, OfARunHasAJournalOfTrialsWhereItIsWantedAndNoOther) {
  const test::TemporaryFolder place;
  const std::unique_ptr<Job> job = run_job(Scenario(test::small()), "small");
  {
    JobFolder without(*job, {.out = (place.path() / "out").string(), .keeps_trials = false}, test::some_maker);
    EXPECT_EQ(without.trials(), nullptr);
  }
  JobFolder folder(*job, {.out = (place.path() / "out").string()}, test::some_maker);
  EXPECT_EQ(folder.journal(), nullptr);
  ASSERT_NE(folder.trials(), nullptr);
  EXPECT_FALSE(fs::exists(place.path() / "out.unfinished")) << "a short run leaves nothing";
  EXPECT_THROW(JobFolder(*job, {.out = place.path().string(), .resume = true}, test::some_maker), InvalidInput)
      << "it exists, and no journal lies beside it";
}

}  // namespace
}  // namespace sotto
