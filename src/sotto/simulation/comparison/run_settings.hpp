// SPDX-License-Identifier: MIT
// The section [run] of a configuration: trials, what differs between them, and who computes them.
#pragma once

#include <cstdint>
#include <string>

#include "sotto/input/closed_set.hpp"
#include "sotto/settings/field_document.hpp"
#include "sotto/settings/reader.hpp"
#include "sotto/simulation/blocks/kernel.hpp"
#include "sotto/simulation/engine/run_noise.hpp"

namespace sotto {

/// What is drawn anew in every trial. Whatever is not, is that of trial 0.
enum class Fresh {
  data,   ///< records and noise
  noise,  ///< noise alone
  graph   ///< graph, records and noise
};
constexpr Names<3> names_of(Fresh) {
  return {"data", "noise", "graph"};
}

/// What a run is compared with.
enum class BaselineSet { usual, all, none };
constexpr Names<3> names_of(BaselineSet) {
  return {"usual", "all", "none"};
}

/// Who may run trials: the fastest engine of this processor that can, the reference engine and no other, or a GPU.
enum class EngineWish { automatic, reference, cuda };
constexpr Names<3> names_of(EngineWish) {
  return {"auto", "reference", "cuda"};
}

struct RunSettings {
  std::uint32_t trials;  ///< at most this many, where `until_se` ends a run
  double until_se;       ///< standard error of every plan's normalised error, relative to its mean; 0: run all trials
  std::uint64_t seed;
  Fresh fresh;
  BaselineSet baselines;
  std::uint32_t baseline_trials;  ///< at most this many, the first, for baselines that iterate trial by trial
  EngineWish engine;
  NoisePrecision noise_precision;
  unsigned threads;  ///< 0: all of the hardware's; no result depends on it
  Randomness randomness;
};

/// Where records lie in files, noise alone differs between trials unless told. Faults stay with the reader.
RunSettings read_run(Reader& reader, bool on_files);
std::string run_toml(RunSettings run);
DocumentedSection run_document();

}  // namespace sotto
