// SPDX-License-Identifier: MIT
// The configuration of a run, checked: what one TOML file, flags and the environment come to.
#pragma once

#include <string>
#include <vector>

#include "sotto/agreement/advice_settings.hpp"
#include "sotto/agreement/terms.hpp"
#include "sotto/settings/reader.hpp"
#include "sotto/simulation/comparison/audit_settings.hpp"
#include "sotto/simulation/comparison/run_settings.hpp"

namespace sotto {

/// The terms that parties would agree on, and what a simulation does with them.
struct Configuration : Terms {
  RunSettings run;
  AuditSettings audit;
  AdviceSettings advice;
};

/// Reads every section; all faults are reported at once (InvalidInput).
Configuration read_configuration(const Settings& settings);

/// The same for a command with keys of its own. Faults stay with the reader.
Configuration read_configuration(Reader& reader, FilesLie where = FilesLie::here);

/// Every key that a configuration may hold: for the environment and for suggestions.
std::vector<std::string> configuration_keys();

/// The resolved configuration as TOML that reads back the same.
std::string to_toml(const Configuration& configuration);

/// What every section may hold.
std::vector<DocumentedSection> configuration_documents();

/// The commented configuration that `sotto init` prints.
std::string sample_configuration();

}  // namespace sotto
