// SPDX-License-Identifier: MIT
// What tests of jobs share.
#pragma once

#include <map>

#include "simulation/comparison/support.hpp"
#include "sotto/job/jobs.hpp"
#include "study/some_sweep.hpp"

namespace sotto::test {

inline const RunIdentity some_maker{.kind = "", .version = "1.2.3", .commit = "abc", .command_line = "sotto \"x\""};
inline const std::atomic<bool> at_once{true};

/// A sweep with a group for each value, which takes milliseconds.
inline std::unique_ptr<Job> small_sweep_job(const std::string& values = "2, 3, 4") {
  return sweep_job(check_sweep(only_sweep, settings_of(small_file + "[sweep]\nx = 'algorithm.rounds'\nvalues = [" +
                                                       values + "]\nbaselines = ['curator']\n[sweep.series.'a, b']")),
                   "small");
}

inline std::map<std::string, std::string> by_name(const Files& files) {
  return {files.begin(), files.end()};
}

}  // namespace sotto::test
