// SPDX-License-Identifier: MIT
// A comparison as text, JSON and CSV, and as the files of its folder.
#pragma once

#include <string>

#include "sotto/report/document/provenance.hpp"
#include "sotto/simulation/comparison/comparison.hpp"

namespace sotto {

/// What stands on top of everything that a run hands out. Even secret noise protects messages alone, not what a
/// simulation measures beside them.
std::string run_notice(const Configuration& configuration);

/// What is solved.
std::string setting_text(const Scenario& scenario);

/// Graph, plan, guarantee by each accountant, errors with their standard errors, and whether cooperation paid.
std::string comparison_text(const Scenario& scenario, const Comparison& comparison);

/// sotto.run/1. Its first plan is the run's own.
std::string run_json(const Scenario& scenario, const Comparison& comparison);

// Tidy CSV: one observation a line, 17 digits where they are needed to read back the same number.

/// series,metric,trials,mean,standard_error,quantile_05,quantile_50,quantile_95 (Quantiles::relative_accuracy)
std::string metrics_csv(const Comparison& comparison);

/// series,round,stage,alpha_spent,metric,trials,mean,standard_error
std::string rounds_csv(const Comparison& comparison);

/// series,round,node,error: every node's error in every round of the first trial (empty for large networks)
std::string nodes_csv(const Comparison& comparison);

/// All of it with certificates, model, page and provenance: the same bytes for the same results and the same maker.
Files run_files(const Scenario& scenario, const Comparison& comparison, const RunIdentity& made_by);

}  // namespace sotto
