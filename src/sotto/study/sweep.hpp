// SPDX-License-Identifier: MIT
// A sweep: one key on the x axis, series that depart from the file's settings, and what is measured. From [sweep].
#pragma once

#include <array>
#include <string>
#include <vector>

#include "sotto/settings/settings.hpp"
#include "sotto/simulation/observation/metrics.hpp"

namespace sotto {

/// A key with the value it takes, or with one value for every point of the x axis.
struct SweptKey {
  std::string key;
  std::vector<Setting> values;
  std::string place;
};

struct SweepSeries {
  std::string name;
  std::string method;                  ///< "plan": private nodes; otherwise the name of a baseline
  std::vector<SweptKey> departs = {};  ///< each with one value, or with as many as the x axis has
};

struct Sweep {
  std::string title = {};
  std::string caption = {};
  SweptKey x = {};
  std::string scale = "log";              ///< of the x axis: "log", "linear", "words"
  std::string against = {};               ///< draw against this metric instead of x; empty: against x
  std::vector<std::string> metrics = {};  ///< each is a panel of the figure
  std::vector<std::string> beside = {};   ///< series that are drawn among the baselines too; empty: the first
  /// As the file has them, each once for every combination of the grid's values, then the baselines.
  std::vector<SweepSeries> series = {};
};

/// More nodes are not observed one by one.
inline constexpr std::size_t most_observed_nodes = 100;

/// The name of a series of private nodes where the file has none.
inline constexpr const char* only_series = "this plan";

inline constexpr std::array<const char*, 3> sweep_scales{"log", "linear", "words"};
inline constexpr std::array<const char*, 2> sweep_against{"spectral_gap", "consensus_rounds"};

/// Reads [sweep]; all faults at once (InvalidInput). Whether keys exist and values fit is for groups_of() to say.
Sweep read_sweep(const std::vector<SweepEntry>& entries);

/// The table as TOML that reads back the same sweep; the grid is written out.
std::string to_toml(const Sweep& sweep);

/// A value as the x axis and the CSV show it.
std::string text_of(const Setting& setting);

}  // namespace sotto
