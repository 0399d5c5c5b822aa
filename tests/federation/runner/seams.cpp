// SPDX-License-Identifier: MIT
#include "federation/runner/seams.hpp"

#include "sotto/federation/runner/seams.hpp"
#include "sotto/privacy/seeded_lattice_noise.hpp"

namespace sotto {

test::Seams& test::seams() {
  static Seams seams;
  return seams;
}

void failpoint(const char* name) {
  if (test::seams().at_failpoint) test::seams().at_failpoint(name);
}

std::unique_ptr<LatticeNoise> noise_of_node(const Manifest&) {
  return std::make_unique<SeededLatticeNoise>(SeededLatticeNoise::Key{.seed = test::seams().seed, .trial = 0});
}

}  // namespace sotto
