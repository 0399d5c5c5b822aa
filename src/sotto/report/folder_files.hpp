// SPDX-License-Identifier: MIT
// What folders of results hold, file by file, but for their manifests: a function of what was run and by which command,
// so that `sotto verify` can make the same bytes again.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "sotto/audit/privacy_audit.hpp"
#include "sotto/report/json_report.hpp"
#include "sotto/report/page.hpp"
#include "sotto/report/sweep_report.hpp"

namespace sotto {

/// Name and bytes.
using Files = std::vector<std::pair<std::string, std::string>>;

Files run_files(const Scenario& scenario, const Comparison& comparison, const RunIdentity& identity);
Files audit_files(const Scenario& scenario, const PrivacyAudit& audit);

/// A sweep with its results.
struct FinishedSweep {
  std::string id;        ///< "figure1"
  std::string resolved;  ///< TOML that runs again as it is
  Sweep sweep;
  Configuration first;  ///< of its first point
  std::vector<Observation> observations;
};
Files sweep_files(const FinishedSweep& finished, const RunIdentity& identity);

/// page.json, and the page itself.
void add_page(Files& files, const ReportPage& page);

}  // namespace sotto
