// SPDX-License-Identifier: MIT
// Shows any job: its folder first, progress, Ctrl-C, its result on stdout, its files last, and an exit code.
#pragma once

#include "command.hpp"
#include "sotto/job/job.hpp"
#include "sotto/job/run_journal.hpp"
#include "sotto/simulation/comparison/scenario.hpp"
#include "sotto/study/sweep_points.hpp"

namespace sotto::app {

/// What FolderWish says beside the name.
struct ShowWish {
  bool keeps_trials = true;
  JournalPace pace = {};
  bool resume = false;
};
ExitCode show_job(const Command& command, const Job& job, const ShowWish& wish = {});

/// What a job on this command's configuration is called: the file's name without its ending.
std::string name_of_file(const Command& command);

/// The configuration's graph, weights and problem. A person at a terminal sees that they are waited for.
Scenario waited_for(const Command& command, const Configuration& configuration);
/// The same for a run, which holds a large network in less memory.
Scenario run_waited_for(const Command& command, const Configuration& configuration);
/// Where ranks run a sweep: a warning that its large networks are not divided among them.
void say_how_it_is_shared(const Command& command, const CheckedSweep& sweep);

}  // namespace sotto::app
