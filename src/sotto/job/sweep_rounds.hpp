// SPDX-License-Identifier: MIT
// What jobs made of sweeps share: progress in rounds, the journal, and what is said of an interrupt.
#pragma once

#include <optional>
#include <span>

#include "sotto/job/job.hpp"
#include "sotto/study/run_sweep.hpp"

namespace sotto {

void tell_rounds(const JobContext& context, std::uint64_t done, std::uint64_t wanted);

/// All through one pool of threads, as a part of `wanted` rounds of trials. Nothing when they were interrupted.
std::optional<std::vector<FinishedSweep>> run_checked(std::span<const CheckedSweep> sweeps, std::uint64_t wanted,
                                                      const JobContext& context);

/// From the journal, or made and put into it; what comes empty was interrupted, and is not kept.
std::vector<Observation> known_or(const std::string& identity, const JobContext& context,
                                  const std::function<std::vector<Observation>()>& make);

/// Says that it can be gone on with, and how; a journal of nothing is taken away.
JobResult interrupted_sweep(const JobContext& context);

}  // namespace sotto
