// SPDX-License-Identifier: MIT
// The journal of a run: what was accepted lies on the disk, short runs leave nothing, and what is not its own is
// refused.
#include "sotto/job/run_journal.hpp"

#include <gtest/gtest.h>

#include "job/support.hpp"
#include "sotto/job/run_folder.hpp"
#include "sotto/simulation/comparison/run_identity.hpp"
#include "support/temporary_folder.hpp"

namespace sotto {
namespace {

namespace fs = std::filesystem;

constexpr const char* its_program = "sotto 1.2.3 abc";
constexpr RunJournal::Pace at_every_chance{.first = {}, .next = {}, .inside_trials = {}};
constexpr RunJournal::Pace in_an_hour{
    .first = std::chrono::hours(1), .next = std::chrono::hours(1), .inside_trials = std::chrono::hours(1)};

struct RunPlace {
  test::TemporaryFolder folder{};
  fs::path target = folder.path() / "out";

  RunJournal journal(const std::string& identity = "a run", const RunJournal::Pace& pace = at_every_chance) const {
    return RunJournal(target, its_program, identity, pace);
  }
  /// "" when it can be opened.
  std::string refusal(const std::string& identity = "a run", const std::string& by = its_program) const {
    try {
      RunJournal(target, by, identity);
    } catch (const InvalidInput& refused) {
      EXPECT_EQ(refused.kind(), FaultKind::store);
      return refused.what();
    }
    return "";
  }
  void leave(const std::string& state) const {
    RunJournal left = journal();
    left.offer([&] { return state; }, false);
  }
};

TEST(RunJournal, KeepsTheLastStateThatWasOffered) {
  const RunPlace place;
  EXPECT_EQ(place.journal().found(), "");
  place.leave("first");
  EXPECT_EQ(place.journal().found(), "first");
  place.leave(std::string("second\0\n\xff", 9));
  const RunJournal journal = place.journal();
  EXPECT_EQ(journal.found(), std::string("second\0\n\xff", 9));
  EXPECT_TRUE(journal.keeps());
}

TEST(RunJournal, OfAShortRunIsNeverMadeAndNoStateEither) {
  const RunPlace place;
  RunJournal journal = place.journal("a run", in_an_hour);
  const auto made = []() -> std::string { throw std::logic_error("nobody wants it"); };
  journal.offer(made, false);
  journal.offer(made, true);
  journal.remove();
  EXPECT_FALSE(journal.keeps());
  EXPECT_TRUE(place.folder.entries().empty());
}

TEST(RunJournal, WritesSeldomButTheLastStateAlways) {
  const RunPlace place;
  place.leave("first");
  RunJournal journal = place.journal("a run", in_an_hour);
  journal.offer([] { return "second"; }, false);
  EXPECT_TRUE(place.folder.read("out.unfinished/state.bin").ends_with("first"));
  journal.offer([] { return "third"; }, true);
  EXPECT_TRUE(place.folder.read("out.unfinished/state.bin").ends_with("third"));
}

TEST(RunJournal, OfAnotherRunOrProgramIsRefusedAndLeftAsItIs) {
  const RunPlace place;
  place.leave("state");
  EXPECT_NE(place.refusal("another run").find("another configuration"), std::string::npos) << place.refusal("another");
  EXPECT_NE(place.refusal("a run", "sotto 1.2.4 abc").find("another version"), std::string::npos);
  EXPECT_EQ(place.refusal(), "");
  EXPECT_EQ(place.journal().found(), "state");
}

TEST(RunJournal, ThatIsDamagedIsRefused) {
  const RunPlace place;
  place.leave("a state");
  const std::string whole = place.folder.read("out.unfinished/state.bin");
  for (const std::string& bytes :
       {std::string(), whole.substr(0, 20), whole.substr(0, whole.size() - 1), whole + "x"}) {
    place.folder.write("out.unfinished/state.bin", bytes);
    EXPECT_NE(place.refusal().find("is damaged; remove the folder to begin anew"), std::string::npos) << bytes;
  }
  place.folder.write("out.unfinished/state.bin", whole);
  EXPECT_EQ(place.refusal(), "");
}

TEST(RunJournal, IsLockedWhileItIsOpenAndCanBeTakenAway) {
  const RunPlace place;
  RunJournal journal = place.journal();
  journal.offer([] { return "state"; }, false);
  EXPECT_NE(place.refusal().find("another program is running this job"), std::string::npos);
  journal.remove();
  EXPECT_TRUE(place.folder.entries().empty());
}

TEST(RunJournal, KeepsThePartsOfItsStateAndNoOthers) {
  const RunPlace place;
  const auto has = [&](const char* part) { return fs::exists(place.target.string() + ".unfinished/" + part); };
  RunJournal journal = place.journal();
  journal.begin_inside();
  for (const char* part : {"part-1-0", "part-1-1", "part-2-0"})
    place.folder.write(std::string("out.unfinished/") + part, part);
  journal.keep("first", {"part-1-0", "part-1-1"});
  EXPECT_TRUE(has("part-1-0") && has("part-1-1"));
  EXPECT_FALSE(has("part-2-0")) << "half of a state that was never whole";
  place.folder.write("out.unfinished/part-2-0", "x");
  journal.keep("second", {"part-2-0"});
  EXPECT_TRUE(has("part-2-0"));
  EXPECT_FALSE(has("part-1-0") || has("part-1-1"));
  EXPECT_TRUE(place.folder.read("out.unfinished/state.bin").ends_with("second"));
  EXPECT_TRUE(journal.keeps());
  journal.remove();
  EXPECT_TRUE(place.folder.entries().empty());
}

TEST(RunJournal, WantsAStateOfATrialAtItsPaceAndAtTheEndOfARunOfSomeSeconds) {
  const RunPlace place, soon;
  EXPECT_TRUE(place.journal().is_due_inside(false));
  const RunJournal::Pace of_minutes{.first = {}, .next = {}, .inside_trials = std::chrono::minutes(2)};
  EXPECT_FALSE(place.journal("a run", of_minutes).is_due_inside(false));
  EXPECT_TRUE(place.journal("a run", of_minutes).is_due_inside(true));
  EXPECT_FALSE(place.journal("a run", in_an_hour).is_due_inside(true)) << "a short run leaves nothing";
  RunJournal journal = soon.journal();
  journal.begin_inside();
  journal.keep("state", {});
  EXPECT_TRUE(soon.folder.entries() == std::vector<std::string>{"out.unfinished"});
}

/// As a run that was killed leaves it: the state of the first chunks and no folder.
void leave_unfinished(const Job& job, const fs::path& out) {
  RunJournal journal(out, "sotto 1.2.3 abc", job.identity_of_trials(), at_every_chance);
  std::atomic<bool> interrupt{false};
  const JobResult stopped = job.run({.made_by = test::some_maker,
                                     .interrupt = interrupt,
                                     .progress = [&](const JobProgress& now) { interrupt = now.done >= 40; },
                                     .trials = &journal});
  EXPECT_EQ(stopped.verdict, JobVerdict::interrupted);
  EXPECT_NE(stopped.interrupted.find("; what was done is kept, and the same command with --resume goes on from there"),
            std::string::npos)
      << stopped.interrupted;
}

TEST(RunJob, GoesOnFromItsJournalToTheSameBytesAndReplacesTheFolderOfTheInterruptedRun) {
  const test::TemporaryFolder place;
  const fs::path out = place.path() / "out";
  const std::unique_ptr<Job> job =
      run_job(Scenario(test::small({"run.trials=400", "run.threads=1", "run.engine=reference"})), "small");
  leave_unfinished(*job, out);
  fs::create_directory(out);
  place.write("out/results.csv", "of the interrupted run");
  EXPECT_THROW(JobFolder(*job, {.out = out.string()}, test::some_maker), InvalidInput) << "nobody asked for that";
  JobFolder folder(*job, {.out = out.string(), .resume = true}, test::some_maker);
  std::uint32_t first_told = 0;
  const JobResult resumed =
      job->run({.made_by = test::some_maker,
                .progress = [&](const JobProgress& now) { first_told = first_told == 0 ? now.done : first_told; },
                .trials = folder.trials()});
  EXPECT_GE(first_told, 32U) << "trials that were done are not run again";
  EXPECT_EQ(resumed.files(), job->run({.made_by = test::some_maker}).files());
  folder.write(resumed.files());
  folder.trials()->remove();
  EXPECT_EQ(place.entries(), std::vector<std::string>{"out"});
  EXPECT_EQ(place.read("out/run.json"), resumed.json());
}

TEST(RunJob, HasAnIdentityThatChangesWithAllThatItsResultsDependOnAndNothingElse) {
  const auto identity = [](const std::vector<std::string>& more) {
    return run_job(Scenario(test::small(more)), "small")->identity_of_trials();
  };
  const std::string plain = identity({});
  EXPECT_EQ(identity({"run.threads=2"}), plain);
  for (const char* more : {"run.seed=2", "run.trials=11", "graph.nodes=5", "privacy.epsilon=3", "run.until_se=0.5",
                           "run.baselines=none", "run.fresh=noise", "run.noise_precision=single"})
    EXPECT_NE(identity({more}), plain) << more;
  EXPECT_EQ(identity({"run.randomness=system", "privacy.mechanism=lattice"}), "");
}

TEST(RunIdentity, ChangesWithTheBytesOfAFile) {
  const test::TemporaryFolder place;
  const auto print = [&](const std::string& bytes) {
    place.write("a.csv", bytes);
    return fingerprint((place.path() / "a.csv").string());
  };
  const std::string long_text(5'000'000, 'x');
  const std::string plain = print(long_text);
  EXPECT_EQ(print(long_text), plain);
  for (const std::size_t at :
       {std::size_t{0}, std::size_t{4'999'999}, std::size_t{1'048'575}, std::size_t{1'048'576}}) {
    std::string changed = long_text;
    changed[at] = 'y';
    EXPECT_NE(print(changed), plain) << at;
  }
  EXPECT_NE(print(long_text + "x"), plain);
  EXPECT_EQ(fingerprint((place.path() / "nothing").string()), "");
  EXPECT_EQ(fingerprint(place.path().string()), "");
}

}  // namespace
}  // namespace sotto
