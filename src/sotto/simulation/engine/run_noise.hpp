// SPDX-License-Identifier: MIT
// The noise of one run: in doubles or on the lattice, from a seed or from the operating system.
#pragma once

#include <array>
#include <optional>
#include <string_view>
#include <variant>
#include <vector>

#include "sotto/consensus/plan.hpp"
#include "sotto/entropy/exact_noise.hpp"
#include "sotto/privacy/noise.hpp"
#include "sotto/privacy/seeded_lattice_noise.hpp"
#include "sotto/privacy/seeded_masks.hpp"
#include "sotto/privacy/seeded_noise.hpp"
#include "sotto/random/gaussian.hpp"

namespace sotto {

/// Where random bits come from. `system` cannot be repeated, and is the only one that keeps a secret.
enum class Randomness { seeded, system };

inline constexpr std::array all_randomness{Randomness::seeded, Randomness::system};
std::string_view name_of(Randomness randomness);

/// Stays with the thread that made it.
class RunNoise {
 public:
  struct Choice {
    bool on_lattice;      ///< as the plan is
    bool masked = false;  ///< likewise
    Randomness randomness;
    SeededNoise::Key key;  ///< not looked at by `system`
    NoisePrecision precision = NoisePrecision::full;
  };
  /// Refuses (InvalidInput) randomness from the system without a lattice: its noise would leak all the same.
  explicit RunNoise(const Choice& choice);

  /// Nodes have noise in full precision alone.
  operator Noise();  // NOLINT(google-explicit-constructor): it is what nodes are given
  /// Null where no masks are needed.
  PairMasks* masks() { return masks_ ? &*masks_ : nullptr; }

  /// What was added to a message, in the message's unit: whoever holds the seed knows it. Nothing when it is secret.
  std::optional<std::vector<double>> known_to_seed_holder(const Plan& plan, NodeRound at, std::size_t dimension);

 private:
  Choice choice_;
  std::optional<SeededMasks> masks_;
  std::variant<std::monostate, SeededNoise, SeededLatticeNoise, ExactNoise*> noise_;
};

}  // namespace sotto
