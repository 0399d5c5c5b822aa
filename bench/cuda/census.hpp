// SPDX-License-Identifier: MIT
// Logistic regression on the census file, 64 seeds at once on a device, against one core of this machine.
#pragma once

#include <string>

namespace sotto {

class TeamDevice;

/// Prints a table. `file`: a9a in LIBSVM form. False: bits differ.
bool bench_census(TeamDevice& device, const std::string& configuration, const std::string& file);

}  // namespace sotto
