// SPDX-License-Identifier: MIT
// What a trial of a federation came to: for people, for programs, and as a page.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "sotto/federation/manifest/manifest.hpp"
#include "sotto/report/document/provenance.hpp"

namespace sotto::app {

struct FederateReport {
  const Manifest& manifest;
  std::filesystem::path folder;
  double seconds;
  std::vector<std::vector<double>> results;  ///< x of each node
};

std::string federate_text(const FederateReport& report);
/// sotto.federate/1
std::string federate_json(const FederateReport& report);
std::string federate_html(const FederateReport& report, const RunIdentity& made_by);

}  // namespace sotto::app
