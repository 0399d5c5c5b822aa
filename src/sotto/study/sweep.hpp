// SPDX-License-Identifier: MIT
// A sweep: one key on the x axis, series that depart from the file's settings, and what is measured. From [sweep].
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sotto/input/closed_set.hpp"
#include "sotto/settings/settings.hpp"
#include "sotto/simulation/observation/metrics.hpp"

namespace sotto {

/// A key with the value it takes, or with one value for every point of the x axis.
struct SweptKey {
  std::string key;
  std::vector<Setting> values;
  std::string place;
};

struct BaselineKind;

struct SweepSeries {
  std::string name;
  const BaselineKind* baseline = nullptr;  ///< null: private nodes by their plan
  std::vector<SweptKey> departs = {};      ///< each with one value, or with as many as the x axis has

  std::string_view method() const;  ///< "plan", or the baseline's name
};

/// How the x axis is drawn.
enum class SweepScale { log, linear, words };
constexpr Names<3> names_of(SweepScale) {
  return {"log", "linear", "words"};
}

/// Metrics that can take the place of the x axis.
enum class DrawnAgainst { spectral_gap, consensus_rounds };
constexpr Names<2> names_of(DrawnAgainst) {
  return {"spectral_gap", "consensus_rounds"};
}

struct Sweep {
  std::string title = {};
  std::string caption = {};
  SweptKey x = {};
  SweepScale scale = SweepScale::log;
  std::optional<DrawnAgainst> against = {};  ///< drawn against its mean; nothing: against x
  std::vector<std::string> metrics = {};     ///< each is a panel of the figure
  std::vector<std::string> beside = {};      ///< series that are drawn among the baselines too; empty: the first
  /// As the file has them, each once for every combination of the grid's values, then the baselines.
  std::vector<SweepSeries> series = {};
};

/// More nodes are not observed one by one.
inline constexpr std::size_t most_observed_nodes = 100;

/// The name of a series of private nodes where the file has none.
inline constexpr const char* only_series = "this plan";

/// Reads [sweep]; all faults at once (InvalidInput). Whether keys exist and values fit is for groups_of() to say.
Sweep read_sweep(const std::vector<SweepEntry>& entries);

/// The table as TOML that reads back the same sweep; the grid is written out.
std::string to_toml(Sweep sweep);

/// A value as the x axis and the CSV show it.
std::string text_of(const Setting& setting);

}  // namespace sotto
