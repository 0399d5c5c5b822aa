// SPDX-License-Identifier: MIT
// The page of a run: errors round by round and method by method, the graph, what is private and what is not.
#pragma once

#include "sotto/report/document/page.hpp"
#include "sotto/simulation/comparison/comparison.hpp"

namespace sotto {

ReportPage comparison_page(const Scenario& scenario, const Comparison& comparison, const RunIdentity& identity);

/// What stands in every page of a simulation: its notice, and what is and is not private.
ReportPage simulation_page(const std::string& title, const std::string& notice, Randomness randomness);

/// The graph with its weights; nothing where it is too large to be drawn.
std::vector<PageDrawing> graph_drawing(const Scenario& scenario);

/// How a baseline is drawn, and what a reader must know of it.
FigureSeries series_of(const std::string& name, const BaselineKind& kind);

/// How models do on the test file: method by method, and node by node where nodes differ. Nothing without such a file.
std::vector<Figure> test_figures(const Comparison& comparison);
std::vector<ReportTable> test_tables(const Comparison& comparison);

}  // namespace sotto
