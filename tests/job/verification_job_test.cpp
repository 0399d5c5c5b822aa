// SPDX-License-Identifier: MIT
// What a folder holds, run again: the same bytes, or which file differs.
#include <gtest/gtest.h>

#include "job/support.hpp"
#include "sotto/job/run_folder.hpp"
#include "support/temporary_folder.hpp"

namespace sotto {
namespace {

/// A job's files in PLACE/out.
void write_out(const Job& job, const test::TemporaryFolder& place) {
  JobFolder folder(job, {.out = (place.path() / "out").string()}, test::some_maker);
  folder.write(job.run({.made_by = test::some_maker}).files());
  if (folder.journal() != nullptr) folder.journal()->remove();
}

TEST(VerificationJob, FindsEveryKindOfFolderTheSame) {
  std::vector<std::unique_ptr<Job>> jobs;
  jobs.push_back(run_job(Scenario(test::small()), "small"));
  jobs.push_back(test::small_sweep_job());
  jobs.push_back(advice_job(test::small({"advice.most_rounds=3", "advice.trials=4", "algorithm.rounds=3"}), "a"));
  jobs.push_back(audit_job(Scenario(test::small({"audit.transcripts=1000", "algorithm.rounds=2"})), "b"));
  for (const std::unique_ptr<Job>& job : jobs) {
    const test::TemporaryFolder place;
    write_out(*job, place);
    std::vector<std::string> remarks;
    const JobResult result = verification_job(place.path() / "out")
                                 ->run({.made_by = test::some_maker,
                                        .remark = [&](const auto& label, const auto&) { remarks.push_back(label); }});
    EXPECT_EQ(result.verdict, JobVerdict::done) << name_of(job->kind()) << "\n" << result.text();
    EXPECT_TRUE(remarks.empty()) << name_of(job->kind());
    EXPECT_FALSE(result.files) << "a verification writes none";
  }
}

TEST(VerificationJob, AFileThatWasTouchedIsNotRunAndNotBlamedOnTheProgram) {
  const test::TemporaryFolder place;
  write_out(*run_job(Scenario(test::small()), "small"), place);
  place.write("out/results.csv", "series\n");
  std::filesystem::remove(place.path() / "out/rounds.csv");
  std::vector<std::string> remarks;
  const JobResult result = verification_job(place.path() / "out")->run({.remark = [&](const auto& label, const auto&) {
    remarks.push_back(label);
  }});
  EXPECT_EQ(result.verdict, JobVerdict::answered_no);
  EXPECT_EQ(remarks, (std::vector<std::string>{"warning", "not run"})) << "another version made it";
  EXPECT_NE(result.text().find("damaged"), std::string::npos);
  EXPECT_NE(result.text().find("missing"), std::string::npos);
}

TEST(VerificationJob, InterruptedSaysNothingYet) {
  const test::TemporaryFolder place;
  write_out(*run_job(Scenario(test::small()), "small"), place);
  const JobResult result = verification_job(place.path() / "out")->run({.interrupt = test::at_once});
  EXPECT_EQ(result.verdict, JobVerdict::interrupted);
  EXPECT_FALSE(result.text);
}

TEST(Manifest, AFolderWithoutOneIsNoFolderOfResults) {
  const test::TemporaryFolder folder;
  try {
    verification_job(folder.path());
    ADD_FAILURE();
  } catch (const InvalidInput& refused) {
    EXPECT_NE(std::string(refused.what()).find("holds no manifest.json"), std::string::npos);
  }
  std::filesystem::create_directory(folder.path() / "manifest.json");
  EXPECT_THROW(verification_job(folder.path()), InvalidInput);
}

}  // namespace
}  // namespace sotto
