// SPDX-License-Identifier: MIT
// The digest of data files: what the store turns into one with a key, to see whether they are still the same.
#pragma once

#include <string>

#include "sotto/digest/digest.hpp"

namespace sotto {

/// Of one or two files (rows, labels). InvalidInput (data) where one cannot be read.
Digest digest_of_files(const std::string& rows, const std::string& labels);

}  // namespace sotto
