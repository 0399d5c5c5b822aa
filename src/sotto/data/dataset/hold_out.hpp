// SPDX-License-Identifier: MIT
// Rows that are kept for tests, by their place in the file alone: how many are left is public.
#pragma once

#include "sotto/data/dataset/dataset.hpp"

namespace sotto {

struct HeldOut {
  Dataset kept, held_out;  ///< without counts: those are of the whole file
};

/// Rows 0, every, 2 every, ... are held out.
HeldOut hold_out(const Dataset& all, std::uint32_t every);

/// How many of so many rows are left; all of them for every = 0.
std::uint64_t kept_rows(std::uint64_t rows, std::uint32_t every);

/// Where in the file the row lies that is the `kept`-th of those that are left.
std::uint32_t place_of_kept(std::uint32_t kept, std::uint32_t every);

/// The rows of one after those of the other; both are dense or both sparse.
void append(const Dataset& some, Dataset& to);

}  // namespace sotto
