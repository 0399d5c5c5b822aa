// SPDX-License-Identifier: MIT
// The configuration of a run, checked: what one TOML file, flags and the environment come to.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "sotto/experiment/advice_settings.hpp"
#include "sotto/experiment/algorithm_settings.hpp"
#include "sotto/experiment/audit_settings.hpp"
#include "sotto/experiment/data_settings.hpp"
#include "sotto/experiment/graph_settings.hpp"
#include "sotto/experiment/privacy_settings.hpp"
#include "sotto/experiment/problem_settings.hpp"
#include "sotto/experiment/run_settings.hpp"
#include "sotto/settings/reader.hpp"

namespace sotto {

struct Configuration {
  std::optional<DataSettings> data;  ///< nothing: records are drawn
  ProblemSettings problem;
  GraphSettings graph;
  PrivacySettings privacy;
  AlgorithmSettings algorithm;
  RunSettings run;
  AuditSettings audit;
  AdviceSettings advice;
};

/// Reads every section; all faults are reported at once (InvalidInput).
Configuration read_configuration(const Settings& settings);

/// The same for a command with keys of its own. Faults stay with the reader.
Configuration read_configuration(Reader& reader);

/// Every key that a configuration may hold: for the environment and for suggestions.
std::vector<std::string> configuration_keys();

/// The resolved configuration as TOML that reads back the same.
std::string to_toml(const Configuration& configuration);

/// The commented configuration that `sotto init` prints.
std::string sample_configuration();

}  // namespace sotto
