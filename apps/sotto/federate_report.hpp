// SPDX-License-Identifier: MIT
// What a trial of a federation came to: for people, for programs, and as a page.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "sotto/data/dataset/dataset.hpp"
#include "sotto/federation/manifest/manifest.hpp"
#include "sotto/federation/rehearsal/rehearsal.hpp"
#include "sotto/report/document/provenance.hpp"

namespace sotto::app {

/// Metrics are of metrics_for(loss) on test records; none where there are no such records.
struct SiteModel {
  std::filesystem::path path;  ///< model.json
  std::vector<double> metrics = {};
  std::vector<double> constant = {};  ///< of the best answer that looks at no feature
};

/// The models that the nodes of a rehearsal wrote. No promise covers what is measured on test records.
std::vector<SiteModel> models_of(const Rehearsal& rehearsal, const Manifest& manifest,
                                 const std::optional<Dataset>& test);

struct FederateReport {
  const Manifest& manifest;
  std::filesystem::path folder;
  double seconds;
  std::vector<std::vector<double>> results;  ///< x of each node
  std::vector<SiteModel> models = {};        ///< of each node; none where the mean is estimated
};

std::string federate_text(const FederateReport& report);
/// sotto.federate/1
std::string federate_json(const FederateReport& report);
std::string federate_html(const FederateReport& report, const RunIdentity& made_by);

}  // namespace sotto::app
