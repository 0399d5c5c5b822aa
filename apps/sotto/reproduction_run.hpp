// SPDX-License-Identifier: MIT
// Runs the paper's experiments: those the program carries, or those of a folder that is verified.
#pragma once

#include "sotto/report/reproduction_report.hpp"
#include "sweep_run.hpp"

namespace sotto::app {

struct ReproductionJobs {
  std::vector<SweepJob> sweeps;
  bool printed_bound;
  std::uint64_t seed;
  unsigned threads;

  std::uint64_t work() const;
  std::string identity() const;  ///< all that the results depend on
};

/// Nothing when it was interrupted.
std::optional<Reproduction> run_reproduction(const ReproductionJobs& jobs, JobRunner& runner);

}  // namespace sotto::app
