// SPDX-License-Identifier: MIT
// What nodes hold as a file: a record for each, by number, so that any number of ranks finds its own.
#pragma once

#include <string>
#include <vector>

#include "sotto/simulation/large_network/trial_keeper.hpp"

namespace sotto {

/// On the disk when this returns. Refuses (InvalidInput, store) what cannot be written.
void write_held(const std::string& path, const HeldByNodes& nodes);
/// Fills the arrays from all of these files. Refuses (InvalidInput, store) files that do not hold all nodes.
void read_held(const std::vector<std::string>& paths, const HeldByNodes& nodes);

}  // namespace sotto
