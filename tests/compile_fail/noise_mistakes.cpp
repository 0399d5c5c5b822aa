// SPDX-License-Identifier: MIT
// Ways to make a real node's noise known that must not compile. MISTAKE 0 is the same code without one.
#include "sotto/entropy/exact_noise.hpp"
#include "sotto/privacy/seeded_lattice_noise.hpp"
#include "sotto/random/seeded_bits.hpp"

#ifndef MISTAKE
#error "define MISTAKE"
#endif

namespace sotto {

#if MISTAKE == 6  // a noise that passes for the exact one and draws as it likes
class Louder : public ExactNoise {};
#endif

void sound() {
  ExactNoise noise;
  SystemBits bits;
  SeededBits known(7, {});
  const SeededLatticeNoise simulated({.seed = 7, .trial = 0});

#if MISTAKE == 1  // a seed
  ExactNoise seeded(SeededLatticeNoise::Key{.seed = 7, .trial = 0});
#elif MISTAKE == 2  // bits that somebody knows
  ExactNoise seeded(known);
#elif MISTAKE == 3  // a seed for the operating system's bits
  SystemBits seeded(std::uint64_t{7});
#elif MISTAKE == 4  // the same noise twice
  ExactNoise copy = noise;
#elif MISTAKE == 5  // the same bits twice
  SystemBits copy = bits;
#endif
}

}  // namespace sotto
