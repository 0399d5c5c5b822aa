// SPDX-License-Identifier: MIT
// Two functions that the program and the program for tests define differently. Nothing in the shipped binary can be
// switched to the other.
#pragma once

#include <memory>

#include "sotto/federation/manifest/manifest.hpp"
#include "sotto/privacy/lattice_noise.hpp"

namespace sotto {

/// A place where a test may end the process. Does nothing in the program.
void failpoint(const char* name);

/// Exact noise from the operating system. In the program for tests: noise from a seed, and only for trials.
std::unique_ptr<LatticeNoise> noise_of_node(const Manifest& manifest);

}  // namespace sotto
