// SPDX-License-Identifier: MIT
// Whether a data file is still the one that a run began with. The digest has a key, and never leaves the store.
#pragma once

#include <string>

#include "sotto/digest/digest.hpp"

namespace sotto {

/// Of one or two files (rows, labels). InvalidInput (data) where one cannot be read.
Digest keyed_digest_of_files(const std::string& key, const std::string& rows, const std::string& labels);

}  // namespace sotto
