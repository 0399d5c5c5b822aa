// SPDX-License-Identifier: MIT
// All that the results of a run depend on, as a text: two runs with the same text have the same results.
#pragma once

#include <string>

#include "sotto/simulation/comparison/configuration.hpp"

namespace sotto {

/// Tells a file that was changed meanwhile from what it was (FNV-1a of its words); nobody is kept from forging it. A
/// line; empty where there is no such file.
std::string fingerprint(const std::string& path);

/// The configuration without what no result depends on, and fingerprints of all files that it names.
std::string run_identity(const Configuration& configuration);

}  // namespace sotto
