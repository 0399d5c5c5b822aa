// SPDX-License-Identifier: MIT
#include "sotto/simulation/engine/run_noise.hpp"

#include <stdexcept>

#include "sotto/input/invalid_input.hpp"
#include "sotto/random/gaussian.hpp"

namespace sotto {

std::string_view name_of(Randomness randomness) {
  switch (randomness) {
    case Randomness::seeded:
      return "seeded";
    case Randomness::system:
      return "system";
  }
  return "";
}

namespace {

/// One for all runs of a thread: opening it costs more than a small run draws.
ExactNoise& exact_noise_of_this_thread() {
  thread_local ExactNoise noise;
  return noise;
}

}  // namespace

RunNoise::RunNoise(const Choice& choice) : choice_(choice) {
  if (choice.randomness == Randomness::system) {
    if (!choice.on_lattice)
      throw InvalidInput({"run.randomness", "system",
                          "needs privacy.mechanism = \"lattice\": noise in doubles leaks through its last bits"});
    if (choice.masked)
      throw InvalidInput(
          {"run.randomness", "system", "is not for masked sums in one process: their masks belong to pairs of nodes"});
    noise_ = &exact_noise_of_this_thread();
  } else if (choice.on_lattice) {
    noise_.emplace<SeededLatticeNoise>(choice.key);
  } else {
    noise_.emplace<SeededNoise>(choice.key);
  }
  if (choice.masked && choice.on_lattice) masks_.emplace(SeededMasks::Key{choice.key.seed, choice.key.trial});
}

RunNoise::operator Noise() {
  if (choice_.precision != NoisePrecision::full) throw std::logic_error("a node has noise in full precision");
  if (auto* in_doubles = std::get_if<SeededNoise>(&noise_)) return *in_doubles;
  if (auto* seeded = std::get_if<SeededLatticeNoise>(&noise_)) return *seeded;
  return *std::get<ExactNoise*>(noise_);
}

std::optional<std::vector<double>> RunNoise::known_to_seed_holder(const Plan& plan, NodeRound at,
                                                                  std::size_t dimension) {
  std::vector<double> noise(dimension, 0.0);
  if (auto* in_doubles = std::get_if<SeededNoise>(&noise_)) {
    const double scale = plan.noise_scale(at.round).standard_deviation();
    if (choice_.precision == NoisePrecision::full) {
      in_doubles->add_to(at, scale, noise);
      return noise;
    }
    fill_single_gaussian(choice_.key.seed,
                         {.stream = choice_.key.stream, .trial = choice_.key.trial, .node = at.node, .round = at.round},
                         noise);
    for (double& n : noise) n *= scale;
    return noise;
  }
  if (auto* seeded = std::get_if<SeededLatticeNoise>(&noise_)) {
    std::vector<std::int64_t> steps(dimension);
    seeded->draw(at, plan.lattice_scale(at.round).sigma(), steps);
    for (std::size_t k = 0; k < dimension; ++k)
      noise[k] = static_cast<double>(steps[k]) * plan.lattice_scale(at.round).grid();
    return noise;
  }
  return std::nullopt;
}

}  // namespace sotto
