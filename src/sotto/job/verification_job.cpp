// SPDX-License-Identifier: MIT
// What a folder holds, run again and compared byte for byte, as a job.
#include <algorithm>
#include <stdexcept>

#include "sotto/digest/digest.hpp"
#include "sotto/input/printable.hpp"
#include "sotto/job/jobs.hpp"

namespace sotto {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t largest_provenance = std::size_t{1} << 30, largest_result = std::size_t{1} << 36;

/// A file of a folder of results as it lies there; InvalidInput (data) where it cannot be read, or is a link.
std::string read_result(const fs::path& path, std::size_t most = largest_result) {
  return read_whole_file({.field = "DIR", .path = path.string()}, most, Links::refused);
}

Provenance provenance_of(const fs::path& folder) {
  const fs::path path = folder / provenance_file;
  std::error_code error;
  if (!fs::exists(path, error))
    throw InvalidInput(
        {"DIR", printable_path(folder.string()), "holds no manifest.json: it is not a folder of results"},
        FaultKind::data);
  return read_provenance({.field = "DIR", .path = path.string()}, read_result(path, largest_provenance));
}

Settings settings_in(const fs::path& file) {
  Settings settings;
  settings.add_file(file.string());
  return settings;
}

/// "sotto 0.1.0 (1f0c)", where the provenance says what can be one.
std::string maker(const RunIdentity& made_by) {
  const bool is_version = made_by.version.find_first_not_of("0123456789.") == std::string::npos;
  return is_version && is_name_like("_" + made_by.commit) ? "sotto " + made_by.version + " (" + made_by.commit + ")"
                                                          : "another version of sotto";
}

std::size_t first_different_line(const std::string& a, const std::string& b) {
  const auto [at, other] = std::mismatch(a.begin(), a.end(), b.begin(), b.end());
  return 1 + static_cast<std::size_t>(std::count(a.begin(), at, '\n'));
}

class VerificationJob final : public Job {
 public:
  explicit VerificationJob(fs::path folder)
      : Job(JobKind::verification, ""), folder_(std::move(folder)), made_(provenance_of(folder_)) {}

  JobResult run(const JobContext& context) const override {
    const RunIdentity& here = context.made_by;
    if (made_.made_by.version != here.version || made_.made_by.commit != here.commit)
      context.remark("warning", "was made by " + maker(made_.made_by) + ", this is sotto " + here.version + " (" +
                                    here.commit + ")");
    const JobResult too_early{.verdict = JobVerdict::interrupted, .interrupted = "nothing can be said yet"};
    std::vector<VerifiedFile> files = files_on_disk(context.interrupt);
    if (context.interrupt) return too_early;
    if (all_same(files)) {
      const std::optional<Files> again = files_again(context);
      if (!again) return too_early;
      compare_with(*again, files);
    } else {
      context.remark("not run", "what lies there is not what the manifest speaks of");
    }
    return {.verdict = all_same(files) ? JobVerdict::done : JobVerdict::answered_no,
            .text = [files] { return verification_text(files); },
            .json = [files] { return verification_json(files); }};
  }

 private:
  [[noreturn]] void refuse_to_repeat(const std::string& why) const {
    throw InvalidInput({"DIR", folder_.string(), why}, FaultKind::data);
  }

  /// All files against their digests: a file that was touched is not blamed on the program, and not run either.
  std::vector<VerifiedFile> files_on_disk(const std::atomic<bool>& interrupt) const {
    std::vector<VerifiedFile> files;
    for (const auto& [name, digest] : made_.digests) {
      if (interrupt) break;
      using State = VerifiedFile::State;
      std::error_code error;
      const bool there = fs::exists(fs::symlink_status(folder_ / name, error));
      files.push_back({.name = name,
                       .state = !there                                          ? State::missing
                                : sha256(read_result(folder_ / name)) == digest ? State::same
                                                                                : State::damaged});
    }
    return files;
  }

  std::unique_ptr<Job> simulation_again(JobKind kind) const {
    const Configuration configuration = read_configuration(settings_in(folder_ / "configuration.toml"));
    const Scenario scenario = kind == JobKind::run ? scenario_of_run(configuration) : Scenario(configuration);
    if (scenario.configuration().run.randomness == Randomness::system)
      refuse_to_repeat("cannot be run again: its noise came from the operating system, and nobody kept it");
    if (kind == JobKind::audit) return audit_job(scenario, made_.made_by.kind);
    return kind == JobKind::demo ? demo_job(scenario) : run_job(scenario, made_.made_by.kind);
  }

  CheckedSweep sweep_in(const std::string& id, const std::string& file, const std::string& if_none) const {
    const Settings settings = settings_in(folder_ / file);
    if (!settings.sweep()) refuse_to_repeat(if_none);
    return check_sweep(id, settings);
  }

  std::unique_ptr<Job> reproduction_again() const {
    ReproductionRequest request{.sweeps = {}, .printed_bound = made_.printed_bound, .seed = made_.seed, .threads = 0};
    for (const std::string& id : made_.sweeps)
      request.sweeps.push_back(sweep_in(id, id + ".toml", id + ".toml describes no sweep"));
    return reproduction_job(std::move(request));
  }

  std::unique_ptr<Job> job_again() const {
    if (made_.interrupted) refuse_to_repeat("was interrupted: another run would not end at the same trial");
    const std::string& name = made_.made_by.kind;
    const std::optional<JobKind> kind = value_named<JobKind>(name);
    switch (kind.value_or(JobKind::verification)) {
      case JobKind::run:
      case JobKind::demo:
      case JobKind::audit:
        return simulation_again(*kind);
      case JobKind::sweep:
        return sweep_job(sweep_in(only_sweep, "configuration.toml",
                                  "is the folder of a sweep, but its configuration.toml describes none"),
                         name);
      case JobKind::advice:
        return advice_job(read_configuration(settings_in(folder_ / "configuration.toml")), name);
      case JobKind::reproduction:
        return reproduction_again();
      case JobKind::shard:
      case JobKind::verification:
        break;
    }
    refuse_to_repeat("its manifest names a command that this program does not know");
  }

  /// Its files are made again, but for their provenance, which names its own command. Nothing when it was interrupted.
  std::optional<Files> files_again(const JobContext& context) const {
    const std::unique_ptr<Job> job = job_again();
    try {
      const JobResult result =
          job->run({.made_by = made_.made_by, .interrupt = context.interrupt, .progress = context.progress});
      if (result.verdict == JobVerdict::interrupted) return std::nullopt;
      Files files = result.files();
      std::erase_if(files, [](const auto& file) { return file.first == provenance_file; });
      return files;
    } catch (const std::logic_error&) {  // a series or a metric that a claim or a table asks for is not there
      if (job->kind() != JobKind::reproduction) throw;
      refuse_to_repeat("its files do not describe the paper's experiments");
    }
  }

  /// Whole files on the disk against the same made again; and those that are made and not listed.
  void compare_with(const Files& again, std::vector<VerifiedFile>& files) const {
    for (VerifiedFile& file : files) {
      const std::string bytes = read_result(folder_ / file.name);
      const auto made =
          std::find_if(again.begin(), again.end(), [&](const auto& one) { return one.first == file.name; });
      if (made != again.end() && made->second == bytes) continue;
      file.state = VerifiedFile::State::differs;
      if (made != again.end()) file.first_difference = first_different_line(bytes, made->second);
    }
    for (const auto& made : again)
      if (std::none_of(files.begin(), files.end(), [&](const VerifiedFile& file) { return file.name == made.first; }))
        files.push_back({.name = made.first, .state = VerifiedFile::State::unlisted});
  }

  fs::path folder_;
  Provenance made_;
};

}  // namespace

std::unique_ptr<Job> verification_job(const fs::path& folder) {
  return std::make_unique<VerificationJob>(folder);
}

}  // namespace sotto
