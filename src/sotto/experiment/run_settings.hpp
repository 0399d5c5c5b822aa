// SPDX-License-Identifier: MIT
// The section [run] of a configuration: trials, what differs between them, and who computes them.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>

#include "sotto/engine/run_noise.hpp"
#include "sotto/experiment/data_settings.hpp"
#include "sotto/montecarlo/kernel.hpp"
#include "sotto/settings/reader.hpp"

namespace sotto {

/// What is drawn anew in every trial. Whatever is not, is that of trial 0.
enum class Fresh {
  data,   ///< records and noise
  noise,  ///< noise alone
  graph   ///< graph, records and noise
};

inline constexpr std::array all_fresh{Fresh::data, Fresh::noise, Fresh::graph};
std::string_view name_of(Fresh fresh);

struct RunSettings {
  std::uint32_t trials;  ///< at most this many, where `until_se` ends a run
  double until_se;       ///< standard error of every plan's normalised error, relative to its mean; 0: run all trials
  std::uint64_t seed;
  Fresh fresh;
  std::string baselines;          ///< "usual", "all" or "none"
  std::uint32_t baseline_trials;  ///< at most this many, the first, for baselines that iterate trial by trial
  std::string engine;             ///< "auto", or "reference" to have no other
  NoisePrecision noise_precision;
  unsigned threads;  ///< 0: all of the hardware's; no result depends on it
  Randomness randomness;
};

/// Where records lie in files, noise alone differs between trials unless told. Faults stay with the reader.
RunSettings read_run(Reader& reader, const std::optional<DataSettings>& data);

}  // namespace sotto
