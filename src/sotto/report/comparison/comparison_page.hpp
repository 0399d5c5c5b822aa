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

/// x*, beside other methods.
FigureSeries series_of_minimiser();

/// What nodes are called: by their files where each has one, otherwise by their numbers.
std::vector<std::string> node_names(const Scenario& scenario);

/// What stands on top, and parts of it: what is solved, and what a plan promises to whom.
PageSummary comparison_summary(const Scenario& scenario, const Comparison& comparison);
std::string problem_sentence(const Scenario& scenario);
std::string words_for(ProblemKind kind);
std::string promise_sentence(const Plan& plan);

/// The coefficients of a model on files, with their noise over trials. Nothing where there is no model.
std::vector<Figure> coefficient_figures(const Scenario& scenario, const Comparison& comparison);
std::vector<ReportTable> coefficient_tables(const Scenario& scenario, const Comparison& comparison);

/// How models do on the test file: method by method, node by node where nodes differ, and how often what they say comes
/// true. Nothing without such a file.
std::vector<Figure> test_figures(const Scenario& scenario, const Comparison& comparison);
std::vector<ReportTable> test_tables(const Comparison& comparison);
/// A cell of such a table: with its standard error, where trials differ.
std::string shown_test(const MetricKind& kind, const RunningStatistic& seen);

}  // namespace sotto
