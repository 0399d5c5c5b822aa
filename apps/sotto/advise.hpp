// SPDX-License-Identifier: MIT
// sotto plan --advise.
#pragma once

#include "command.hpp"
#include "sotto/study/advice.hpp"

namespace sotto::app {

ExitCode advise(const Command& command, const Configuration& configuration);

/// With a progress bar; nothing when it was interrupted.
std::optional<Advice> advise_with_progress(const Configuration& configuration, bool quiet);

}  // namespace sotto::app
