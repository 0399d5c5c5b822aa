// SPDX-License-Identifier: MIT
// sotto reproduce: the paper's figures, verdicts on its claims, and a page.
#include <fmt/format.h>

#include <algorithm>

#include "delivery.hpp"
#include "output.hpp"
#include "reproduction_run.hpp"
#include "sotto/settings/suggestion.hpp"
#include "sotto/simulation/comparison/configuration.hpp"

namespace sotto::app {
namespace {

std::vector<std::string> experiment_names() {
  std::vector<std::string> names;
  for (const ExperimentText& text : experiment_texts()) names.emplace_back(text.id);
  names.emplace_back("printed_bound");
  return names;
}

/// "1" is figure1; a name is itself. All where none was given.
std::vector<std::string> wanted_names(const Command& command) {
  const std::vector<std::string> all = experiment_names();
  if (command.words().empty()) return all;
  std::vector<std::string> wanted;
  Faults faults;
  for (const std::string& word : command.words()) {
    const std::string name = word.size() == 1 && word >= "1" && word <= "4" ? "figure" + word : word;
    if (std::find(all.begin(), all.end(), name) == all.end())
      faults.add({"--figure", word,
                  "must be 1, 2, 3, 4, consensus, exact_methods or printed_bound" + did_you_mean(word, all),
                  "--figure"});
    else if (std::find(wanted.begin(), wanted.end(), name) == wanted.end())
      wanted.push_back(name);
  }
  faults.throw_if_any();
  return wanted;
}

/// Stage II's rounds are the same in every trial: that experiment keeps its few.
bool takes_trials(std::string_view id) {
  return id != "consensus";
}

ReproductionJobs jobs_of(const Command& command) {
  const std::vector<std::string> wanted = wanted_names(command);
  const auto is_wanted = [&](std::string_view id) {
    return std::find(wanted.begin(), wanted.end(), id) != wanted.end();
  };
  const Settings flags = command.settings({});
  Reader reader(flags);
  const RunSettings run = read_run(reader, false);
  reader.finish();
  if (run.trials < 2)
    throw InvalidInput(
        {"run.trials", std::to_string(run.trials), "must be at least 2: verdicts need standard errors", "--trials"});
  ReproductionJobs jobs{
      .sweeps = {}, .printed_bound = is_wanted("printed_bound"), .seed = run.seed, .threads = run.threads};
  for (const ExperimentText& text : experiment_texts()) {
    if (!is_wanted(text.id)) continue;
    Settings settings = flags;
    settings.add_file_text(std::string(text.id) + ".toml", std::string(text.toml));
    if (!takes_trials(text.id)) settings.add_flag("run.trials", "reproduce", "4");
    jobs.sweeps.push_back(make_job(std::string(text.id), settings));
  }
  return jobs;
}

}  // namespace

void describe_reproduce(Command& command) {
  command.takes_words("--figure",
                      "1, 2, 3, 4, consensus, exact_methods or printed_bound; all unless given; may be repeated");
  command.takes_out();
  command.takes_setting("--trials", "run.trials", "number of trials for each point, 400 unless given");
  command.takes_setting("--seed", "run.seed", "seed of records, graph and noise");
  command.takes_setting("--threads", "run.threads", "number of threads, or all; no result depends on it");
}

ExitCode reproduce(const Command& command) {
  const ReproductionJobs jobs = jobs_of(command);
  const std::string target = target_of(command, "reproduction", jobs.identity());
  RunFolder folder(target, command.out().empty() ? RunFolder::IfTaken::next_number : RunFolder::IfTaken::refuse);
  SweepJournal journal(folder.target(), program_name());
  if (journal.groups_found() > 0 && !command.quiet())
    remark("resuming", fmt::format("{} groups of points are done already", journal.groups_found()));
  const std::optional<Reproduction> done = [&] {
    JobRunner runner(jobs.work(), &journal, command.quiet());
    return run_reproduction(jobs, runner);
  }();
  if (!done) {
    remark_on_rest(journal);
    return interrupted;
  }
  const bool stored = deliver({.command = command,
                               .result = command.json() ? reproduction_json(*done) : reproduction_summary(*done),
                               .folder = &folder,
                               .write = [&](RunFolder& into) {
                                 const RunIdentity made_by = identity("reproduction");
                                 write_folder(into, reproduction_files(*done, made_by), [&](const auto& digests) {
                                   return reproduction_manifest_json(made_by, *done, digests);
                                 });
                               }});
  if (!stored) return store;
  if (!command.quiet()) remark("report", (folder.target() / "report.html").string());
  journal.remove();
  return ok;
}

}  // namespace sotto::app
