// SPDX-License-Identifier: MIT
// sotto run: simulates a configuration over trials and compares it with the baselines.
#include <chrono>
#include <optional>

#include "show_job.hpp"
#include "sotto/input/number_text.hpp"
#include "sotto/input/printable.hpp"
#include "sotto/job/jobs.hpp"
#include "terminal.hpp"

namespace sotto::app {
namespace {

void describe_run(Command& command) {
  command.takes_configuration(Command::File::may_sweep);
  command.takes_out();
  command.takes_setting("--seed", "run.seed", "seed of records, graph and noise");
  command.takes_setting("--trials", "run.trials", "number of trials; at most, with --until-se");
  command.takes_setting("--until-se", "run.until_se", "end at this relative standard error of the error");
  command.takes_setting("--threads", "run.threads", "number of threads, or all; no result depends on it");
  command.takes_setting("--fresh", "run.fresh", "what differs between trials: data, noise or graph");
  command.takes_setting("--epsilon", "privacy.epsilon", "privacy budget");
  command.takes_setting("--delta", "privacy.delta", "privacy budget");
  command.takes_switch("--resume",
                       "go on where an interrupted run stopped, if it left NAME.unfinished, and replace its folder");
  command.takes_value(
      "--checkpoint", Command::Wanted::optional,
      "seconds between two states of a run that are kept in NAME.unfinished: 5 unless given, and 120 within a "
      "trial of a large network");
  command.takes_value("--progress", Command::Wanted::optional,
                      "seconds between two lines of progress where stderr is no terminal: 60 unless given");
  command.takes_value("--shard", Command::Wanted::optional,
                      "k/n: every n-th chunk of trials, from the k-th on; `sotto merge` takes all n",
                      Command::Names::nothing);
  command.takes_setting("--rounds", "algorithm.rounds", "T, rounds with a gradient and noise");
}

std::unique_ptr<Job> whole_job(const Command& command) {
  const Settings settings = command.settings(configuration_keys());
  if (settings.sweep()) {
    CheckedSweep sweep = check_sweep(only_sweep, settings);
    say_how_it_is_shared(command, sweep);
    return sweep_job(std::move(sweep), name_of_file(command));
  }
  return run_job(run_waited_for(command, read_configuration(settings)), name_of_file(command));
}

/// "3/16" is the third of sixteen.
Shard shard_in(const std::string& text) {
  constexpr std::uint64_t most = 1000;
  const std::size_t slash = text.find('/');
  const auto number = number_of_text<std::uint64_t>(text.substr(0, slash));
  const auto of = slash == std::string::npos ? std::nullopt : number_of_text<std::uint64_t>(text.substr(slash + 1));
  if (!number || !of || *number < 1 || *number > *of || *of > most)
    throw InvalidInput({"--shard", printable(text), "must be k/n, as 3/16: 1 <= k <= n <= 1000"});
  return {.number = *number - 1, .of = *of};
}

/// Nothing where the flag was not given.
std::optional<std::chrono::seconds> seconds_in(const Command& command, const std::string& flag) {
  const std::string& text = command.value(flag);
  if (text.empty()) return std::nullopt;
  const auto seconds = number_of_text<unsigned>(text);
  if (!seconds || *seconds > 86'400)
    throw InvalidInput({flag, printable(text), "must be whole seconds, at most a day"});
  return std::chrono::seconds(*seconds);
}

JournalPace pace_of(const Command& command) {
  const auto seconds = seconds_in(command, "--checkpoint");
  return seconds ? JournalPace{.first = *seconds, .next = *seconds, .inside_trials = *seconds} : JournalPace{};
}

ExitCode run(const Command& command) {
  watch_for_interrupt();  // first: a large network takes minutes to make, and a signal must not end that by force
  if (const auto seconds = seconds_in(command, "--progress")) say_progress_every(*seconds);
  const bool resume = command.is_on("--resume");
  const std::string& shard = command.value("--shard");
  if (shard.empty()) return show_job(command, *whole_job(command), {.pace = pace_of(command), .resume = resume});
  const Shard wanted = shard_in(shard);
  if (resume)
    throw InvalidInput(
        {"--resume", "", "cannot go on with a shard, which begins anew: make more shards, and smaller ones"});
  return show_job(command, *shard_job(whole_job(command), wanted));
}

}  // namespace

const Subcommand run_command{"run", "simulate a configuration or a sweep, beside baselines", describe_run, run};

}  // namespace sotto::app
