// SPDX-License-Identifier: MIT
// `sotto run` with a sweep: its folder, its answers, and how it goes on after an interrupt or a crash.
#include <gtest/gtest.h>

#include <algorithm>

#include "system/large_network.hpp"
#include "system/sweep_program.hpp"

namespace sotto::test {
namespace {

/// Sixty groups of points: a signal sent when the first is done finds most of them to be done.
std::string many_groups() {
  std::string values;
  for (int k = 1; k <= 60; ++k) values += (k == 1 ? "" : ", ") + std::to_string(k);
  return small_configuration + R"([sweep]
x = "algorithm.rounds"
values = [)" +
         values + R"(]
metrics = ["normalised_error"]
baselines = []
)";
}

std::size_t lines_in_journal(const Program& sotto) {
  const std::filesystem::path journal = sotto.folder.path() / "result.unfinished" / "journal.jsonl";
  if (!std::filesystem::exists(journal)) return 0;
  const std::string text = sotto.folder.read("result.unfinished/journal.jsonl");
  return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
}

const Words run_it{"run", "sweep.toml", "--out", "result", "--threads", "1"};

/// Ends it with a signal when one group is in the journal.
Transcript ended_by(const Program& sotto, int signal) {
  Launch launch = sotto.launch(run_it);
  launch.signal = signal;
  launch.signal_when = [&](const Transcript&) { return lines_in_journal(sotto) >= 2; };
  return run_subprocess(launch);
}

bool has(const Words& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

void expect_goes_on_to_the_same_bytes(const Program& sotto) {
  ASSERT_EQ(sotto(Words{"run", "sweep.toml", "--out", "never-interrupted"}).code, 0);
  const Transcript said = sotto(run_it);
  EXPECT_EQ(said.code, 0) << said.err;
  EXPECT_TRUE(contains(said.err, "resuming: ") && contains(said.err, " of 60 groups")) << said.err;
  EXPECT_FALSE(has(sotto.folder.entries(), "result.unfinished"));
  for (const char* file : {"results.csv", "sweep.json", "means.npy", "report.txt"})
    EXPECT_EQ(sotto.folder.read(std::string("result/") + file),
              sotto.folder.read(std::string("never-interrupted/") + file))
        << file;
}

/// Neither has the network as a whole. With it the curator's last digits differ.
TEST(Sweep, OfALargeNetworkHasTheNumbersOfAPlainRun) {
  const ProgramWithLargeNetwork sotto(large_with("baselines = \"none\"", ""));
  sotto.folder.write("sweep.toml", sotto.folder.read("large.toml") +
                                       "[sweep]\nx = 'privacy.epsilon'\nvalues = [4]\nbaselines = ['curator']\n");
  ASSERT_EQ(sotto(run_large).code, 0);
  const Transcript said = sotto(Words{"run", "sweep.toml", "--out", "swept"});
  ASSERT_EQ(said.code, 0) << said.err;
  const std::string run = sotto.folder.read("result/results.csv"), row = "\ncurator,normalised_error,";
  const std::size_t numbers = run.find(row) + row.size();
  EXPECT_TRUE(contains(sotto.folder.read("swept/results.csv"),
                       "\ncurator,4,normalised_error," + run.substr(numbers, run.find('\n', numbers) - numbers)))
      << sotto.folder.read("swept/results.csv");
}

TEST(Sweep, WritesItsFolderAndPrintsWhatIsInIt) {
  const ProgramWithSweep sotto;
  const Transcript said = sotto(run_it);
  EXPECT_EQ(said.code, 0) << said.err;
  EXPECT_EQ(said.err, "sotto: written: result\n");
  EXPECT_TRUE(said.out.starts_with("SIMULATION")) << said.out;
  EXPECT_EQ(sotto.folder.entries(), (Words{"result", "sweep.toml"}));
  EXPECT_EQ(sotto.folder.entries("result"),
            (Words{"axes.json", "configuration.toml", "figure.vl.json", "figure_baselines.vl.json", "manifest.json",
                   "means.npy", "page.json", "report.html", "report.txt", "results.csv", "sweep.json"}));
  EXPECT_EQ(sotto.folder.read("result/report.txt"), said.out);
  EXPECT_TRUE(sotto.folder.read("result/results.csv")
                  .starts_with("series,x,metric,trials,mean,standard_error,q10,median,q90\n"));
  const Json manifest = Json::parse(sotto.folder.read("result/manifest.json"));
  EXPECT_EQ(manifest.at("kind"), "sweep");
  EXPECT_EQ(manifest.at("sha256").size(), 10U);
}

TEST(Sweep, AnswersInJsonWithOneObservationForEachPointAndMetric) {
  const ProgramWithSweep sotto;
  const Transcript said = sotto(run_it + Words{"--json"});
  const Json json = answer(said, "sotto.sweep/1");
  EXPECT_EQ(json.at("private"), false);
  EXPECT_EQ(json.at("x"), "privacy.epsilon");
  EXPECT_EQ(json.at("observations").size(), 2 * (2 * 2 + 1));  // two points: two series with two metrics, a baseline
  EXPECT_EQ(sotto.folder.read("result/sweep.json"), said.out);
}

TEST(Sweep, DoesNotDependOnThreadsNorOnThePlaceOfItsFolder) {
  const ProgramWithSweep sotto;
  for (const char* threads : {"1", "2", "all"})
    ASSERT_EQ(sotto({"run", "sweep.toml", "--out", std::string("a/with-") + threads + "/", "--threads", threads}).code,
              0);
  EXPECT_EQ(sotto.folder.entries("a"), (Words{"with-1", "with-2", "with-all"}));
  for (const char* file : {"results.csv", "sweep.json", "means.npy", "figure.vl.json", "report.txt"})
    for (const char* threads : {"2", "all"})
      EXPECT_EQ(sotto.folder.read(std::string("a/with-1/") + file),
                sotto.folder.read(std::string("a/with-") + threads + "/" + file))
          << file;
}

TEST(Sweep, GoesOnAfterCtrlC) {
  const ProgramWithSweep sotto(many_groups());
  const Transcript said = ended_by(sotto, SIGINT);
  EXPECT_EQ(said.code, 130) << said.err;
  EXPECT_TRUE(contains(said.err, "result.unfinished")) << said.err;
  EXPECT_EQ(said.out, "");
  EXPECT_EQ(sotto.folder.entries(), (Words{"result.unfinished", "sweep.toml"}));
  expect_goes_on_to_the_same_bytes(sotto);
}

TEST(Sweep, GoesOnAfterACrashInTheMiddleOfALine) {
  const ProgramWithSweep sotto(many_groups());
  EXPECT_EQ(ended_by(sotto, SIGKILL).code, 128 + SIGKILL);
  const std::string journal = sotto.folder.read("result.unfinished/journal.jsonl");
  const std::size_t end_of_first = journal.find('\n', journal.find('\n') + 1) + 1;
  sotto.folder.write("result.unfinished/journal.jsonl",
                     journal.substr(0, end_of_first) + R"({"group":"0123","observations":[{"me)");
  expect_goes_on_to_the_same_bytes(sotto);
}

TEST(Sweep, TakesFromTheJournalWhatIsDone) {
  const ProgramWithSweep sotto(many_groups());
  EXPECT_EQ(ended_by(sotto, SIGINT).code, 130);
  std::string journal = sotto.folder.read("result.unfinished/journal.jsonl");
  const std::size_t mean = journal.find("\"mean\":") + 7;
  journal.replace(mean, journal.find(',', mean) - mean, "123456.0");
  sotto.folder.write("result.unfinished/journal.jsonl", journal);
  EXPECT_EQ(sotto(run_it).code, 0);
  EXPECT_TRUE(contains(sotto.folder.read("result/results.csv"), ",123456,"));
}

TEST(Sweep, WithADamagedJournalOrOneOfAnotherProgramIsRefused) {
  const ProgramWithSweep sotto;
  std::filesystem::create_directory(sotto.folder.path() / "result.unfinished");
  sotto.folder.write("result.unfinished/journal.jsonl", "{\"schema\":\"sotto.journal/1\",\"program\":\"another\"}\n");
  expect_text_refusal(sotto(run_it), 7);
  EXPECT_TRUE(contains(sotto(run_it).err, "another version"));
}

TEST(Sweep, IsRefusedWhileAnotherProgramRunsIt) {
  const ProgramWithSweep sotto;
  const Words endless = run_it + Words{"--trials", "1000000000"};
  Transcript second;
  Launch launch = sotto.launch(endless);
  launch.signal_when = [&](const Transcript&) {
    if (lines_in_journal(sotto) == 0) return false;
    second = sotto(endless);
    return true;
  };
  EXPECT_EQ(run_subprocess(launch).code, 130);
  expect_text_refusal(second, 7);
  EXPECT_TRUE(contains(second.err, "another program is running this job")) << second.err;
}

TEST(Sweep, IsForSottoRunAlone) {
  const ProgramWithSweep sotto;
  for (const char* command : {"plan", "audit", "graph"}) {
    const Transcript said = sotto({command, "sweep.toml"});
    expect_text_refusal(said, 2);
    EXPECT_TRUE(contains(said.err, "describes many runs: `sotto run` takes it")) << command << said.err;
  }
}

TEST(Sweep, ThatIsFaultyIsRefusedBeforeAnythingIsMade) {
  const ProgramWithSweep sotto(small_configuration + "[sweep]\nx = \"privacy.epsilon\"\nvalues = [1, -2]\n");
  EXPECT_TRUE(blames(faults(sotto(run_it + Words{"--json"}), 2), "privacy.epsilon"));
  EXPECT_EQ(sotto.folder.entries(), Words{"sweep.toml"});
}

}  // namespace
}  // namespace sotto::test
