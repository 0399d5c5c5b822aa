// SPDX-License-Identifier: MIT
// The page of a run: errors round by round and method by method, the graph, what is private and what is not.
#pragma once

#include "sotto/report/json_report.hpp"
#include "sotto/report/page.hpp"

namespace sotto {

ReportPage comparison_page(const Scenario& scenario, const Comparison& comparison, const RunIdentity& identity);

/// What stands in every page of a simulation: its notice, and what is and is not private.
ReportPage simulation_page(const std::string& title, const std::string& notice, Randomness randomness);

PageRun page_run(const RunIdentity& identity, std::uint64_t seed);

/// The graph with its weights; nothing where it is too large to be drawn.
std::vector<PageDrawing> graph_drawing(const Scenario& scenario);

}  // namespace sotto
