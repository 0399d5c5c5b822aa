// SPDX-License-Identifier: MIT
// The paper reproduced: figures, verdicts and tables, as files of a folder and as text.
#pragma once

#include "sotto/report/folder_files.hpp"
#include "sotto/study/paper_experiments.hpp"

namespace sotto {

struct Reproduction {
  std::vector<FinishedSweep> sweeps;
  std::vector<Observation> printed_bound;  ///< empty where it was not run
  std::vector<ClaimVerdict> verdicts;
  std::uint64_t seed;
};

/// Verdicts on everything that was run.
std::vector<ClaimVerdict> judge(const Reproduction& reproduction);

/// Tables and verdicts; and the same followed by every number.
std::string reproduction_summary(const Reproduction& reproduction);
std::string reproduction_text(const Reproduction& reproduction);
/// sotto.reproduction/1
std::string reproduction_json(const Reproduction& reproduction);
/// sotto.manifest/1
std::string reproduction_manifest_json(const RunIdentity& identity, const Reproduction& reproduction,
                                       const std::map<std::string, std::string>& digests);
/// figureN.csv, .vl.json and .toml each, verdicts.json, report.txt and the page.
Files reproduction_files(const Reproduction& reproduction, const RunIdentity& identity);

}  // namespace sotto
