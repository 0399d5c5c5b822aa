// SPDX-License-Identifier: MIT
// sotto verify: runs what a folder holds again, and compares bytes.
#include <algorithm>
#include <stdexcept>

#include "advise.hpp"
#include "experiment_run.hpp"
#include "interrupt.hpp"
#include "output.hpp"
#include "reproduction_run.hpp"
#include "sotto/digest/digest.hpp"
#include "sotto/input/printable.hpp"
#include "sotto/report/advice_report.hpp"
#include "sotto/report/manifest.hpp"

namespace sotto::app {
namespace {

namespace fs = std::filesystem;

Settings settings_in(const fs::path& file) {
  Settings settings;
  settings.add_file(file.string());
  return settings;
}

/// "sotto 0.1.0 (1f0c)", where the manifest says what can be one.
std::string maker(const RunIdentity& made_by) {
  const bool is_version = made_by.version.find_first_not_of("0123456789.") == std::string::npos;
  return is_version && is_name_like("_" + made_by.commit) ? "sotto " + made_by.version + " (" + made_by.commit + ")"
                                                          : "another version of sotto";
}

[[noreturn]] void refuse_to_repeat(const fs::path& folder, const std::string& why) {
  throw InvalidInput({"DIR", folder.string(), why}, FaultKind::data);
}

/// Nothing when it was interrupted.
using Again = std::optional<Files>;

Again run_again(const fs::path& folder, const ManifestFacts& facts, bool quiet) {
  const Scenario scenario(read_configuration(settings_in(folder / "configuration.toml")));
  if (scenario.configuration().run.randomness == Randomness::system)
    refuse_to_repeat(folder, "cannot be run again: its noise came from the operating system, and nobody kept it");
  const std::atomic<bool>& interrupt = watch_for_interrupt();
  ProgressBar bar(facts.identity.kind == "audit" ? "transcripts" : "trials",
                  quiet ? ProgressBar::Show::never : ProgressBar::Show::if_terminal);
  const auto progress = [&](std::uint32_t done, std::uint32_t wanted) { bar.update(done, wanted); };
  if (facts.identity.kind == "audit") {
    const PrivacyAudit audit = audit_privacy(scenario, progress, interrupt);
    return audit.interrupted ? Again{} : audit_files(scenario, audit);
  }
  const Comparison comparison = compare(
      scenario, contest_of(scenario, facts.identity.kind == "demo" ? demo_plans(scenario) : run_plans(scenario)),
      progress, interrupt);
  return comparison.interrupted ? Again{} : run_files(scenario, comparison, facts.identity);
}

Again sweep_again(const fs::path& folder, const ManifestFacts& facts, bool quiet) {
  const Settings settings = settings_in(folder / "configuration.toml");
  if (!settings.sweep())
    refuse_to_repeat(folder, "is the folder of a sweep, but its configuration.toml describes none");
  const SweepJob job = make_job(only_sweep, settings);
  JobRunner runner(work_in(job.groups), nullptr, quiet);
  const std::optional<FinishedSweep> finished = runner.run(job);
  return finished ? Again(sweep_files(*finished, facts.identity)) : Again{};
}

Again advise_again(const fs::path& folder, const ManifestFacts& facts, bool quiet) {
  const Configuration configuration = read_configuration(settings_in(folder / "configuration.toml"));
  const std::optional<Advice> advice = advise_with_progress(configuration, quiet);
  return advice ? Again(advice_files(configuration, *advice, facts.identity)) : Again{};
}

Again reproduce_again(const fs::path& folder, const ManifestFacts& facts, bool quiet) {
  ReproductionJobs jobs{.sweeps = {}, .printed_bound = facts.printed_bound, .seed = facts.seed, .threads = 0};
  for (const std::string& id : facts.sweeps) {
    const Settings settings = settings_in(folder / (id + ".toml"));
    if (!settings.sweep()) refuse_to_repeat(folder, id + ".toml describes no sweep");
    jobs.sweeps.push_back(make_job(id, settings));
  }
  JobRunner runner(jobs.work(), nullptr, quiet);
  try {
    const std::optional<Reproduction> done = run_reproduction(jobs, runner);
    return done ? Again(reproduction_files(*done, facts.identity)) : Again{};
  } catch (const std::logic_error&) {  // a series or a metric that a claim or a table asks for is not there
    refuse_to_repeat(folder, "its files do not describe the paper's experiments");
  }
}

Again files_again(const fs::path& folder, const ManifestFacts& facts, bool quiet) {
  const std::string& kind = facts.identity.kind;
  if (facts.interrupted) refuse_to_repeat(folder, "was interrupted: another run would not end at the same trial");
  if (kind == "sweep") return sweep_again(folder, facts, quiet);
  if (kind == "advice") return advise_again(folder, facts, quiet);
  if (kind == "reproduction") return reproduce_again(folder, facts, quiet);
  if (kind == "run" || kind == "demo" || kind == "audit") return run_again(folder, facts, quiet);
  refuse_to_repeat(folder, "its manifest names a command that this program does not know");
}

std::size_t first_different_line(const std::string& a, const std::string& b) {
  const auto [at, other] = std::mismatch(a.begin(), a.end(), b.begin(), b.end());
  return 1 + static_cast<std::size_t>(std::count(a.begin(), at, '\n'));
}

/// A file as it lies there, against its digest.
VerifiedFile::State state_on_disk(const fs::path& folder, const std::string& name, const std::string& digest) {
  std::error_code error;
  if (!fs::exists(fs::symlink_status(folder / name, error))) return VerifiedFile::State::missing;
  return sha256(read_result(folder / name)) == digest ? VerifiedFile::State::same : VerifiedFile::State::damaged;
}

/// All files against the manifest: a file that was touched is not blamed on the program, and not run either.
std::vector<VerifiedFile> files_on_disk(const fs::path& folder, const ManifestFacts& facts) {
  std::vector<VerifiedFile> files;
  for (const auto& [name, digest] : facts.digests)
    files.push_back({.name = name, .state = state_on_disk(folder, name, digest)});
  return files;
}

bool all_same(const std::vector<VerifiedFile>& files) {
  return std::all_of(files.begin(), files.end(),
                     [](const VerifiedFile& file) { return file.state == VerifiedFile::State::same; });
}

/// Whole files on the disk against the same made again; and those that are made and not listed.
void compare(const fs::path& folder, const Files& again, std::vector<VerifiedFile>& files) {
  for (VerifiedFile& file : files) {
    const std::string bytes = read_result(folder / file.name);
    const auto made = std::find_if(again.begin(), again.end(), [&](const auto& one) { return one.first == file.name; });
    if (made != again.end() && made->second == bytes) continue;
    file.state = VerifiedFile::State::differs;
    if (made != again.end()) file.first_difference = first_different_line(bytes, made->second);
  }
  for (const auto& made : again)
    if (std::none_of(files.begin(), files.end(), [&](const VerifiedFile& file) { return file.name == made.first; }))
      files.push_back({.name = made.first, .state = VerifiedFile::State::unlisted});
}

}  // namespace

void describe_verify(Command& command) {
  command.takes_folders(Command::Folders::one,
                        "folder of a run, a demonstration, an audit, a sweep, advice or a reproduction");
}

ExitCode verify(const Command& command) {
  const fs::path folder = command.folders().front();
  const ManifestFacts facts = read_manifest(folder);
  const RunIdentity here = identity("");
  if (!command.quiet() && (facts.identity.version != here.version || facts.identity.commit != here.commit))
    remark("warning",
           "was made by " + maker(facts.identity) + ", this is sotto " + here.version + " (" + here.commit + ")");
  std::vector<VerifiedFile> files = files_on_disk(folder, facts);
  if (all_same(files)) {
    const Again again = files_again(folder, facts, command.quiet());
    if (!again) {
      remark("interrupted", "nothing can be said yet");
      return interrupted;
    }
    compare(folder, *again, files);
  } else if (!command.quiet()) {
    remark("not run", "what lies there is not what the manifest speaks of");
  }
  print(command.json() ? verification_json(files) : verification_text(files));
  return all_same(files) ? ok : answered_no;
}

}  // namespace sotto::app
