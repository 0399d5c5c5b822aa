// SPDX-License-Identifier: MIT
// The paper reproduced: figures, verdicts and tables, as text, as JSON and as the files of a folder.
#pragma once

#include "sotto/report/document/provenance.hpp"
#include "sotto/report/document/table.hpp"
#include "sotto/simulation/comparison/scenario.hpp"
#include "sotto/study/paper_experiments.hpp"

namespace sotto {

/// Tables and verdicts.
std::string reproduction_summary(const Reproduction& reproduction);
/// sotto.reproduction/1
std::string reproduction_json(const Reproduction& reproduction);
/// figureN.csv, .vl.json and .toml each, verdicts.json, report.txt, the page and the provenance. `first`: the scenario
/// of the first sweep's first point, whose graph is drawn; null where there is no sweep.
Files reproduction_files(const Reproduction& reproduction, const Scenario* first, const RunIdentity& made_by);

/// The numbers that THEORY predicts, beside what was measured: of those experiments that were run.
std::vector<ReportTable> reproduction_tables(const Reproduction& reproduction);

}  // namespace sotto
