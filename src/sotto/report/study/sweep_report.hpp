// SPDX-License-Identifier: MIT
// A sweep's results: as text, as JSON, as a figure, as arrays, and as the files of their folder.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "sotto/report/document/figure.hpp"
#include "sotto/report/document/page.hpp"
#include "sotto/report/document/provenance.hpp"
#include "sotto/simulation/comparison/scenario.hpp"
#include "sotto/study/run_sweep.hpp"

namespace sotto {

/// A table for every metric: a line for a series, a column for a point of the x axis.
std::string sweep_text(const Sweep& sweep, const std::vector<Observation>& observations);

/// sotto.sweep/1
std::string sweep_json(const Sweep& sweep, const std::vector<Observation>& observations);

/// How the page and the notebook draw it: what was measured, against another metric where the sweep says so; then
/// proved bounds and baselines, each beside what they are to be compared with, where there are some.
std::vector<Figure> sweep_figures(const std::string& id, const Sweep& sweep,
                                  const std::vector<Observation>& observations);

/// What a reader calls a key on an axis.
std::string axis_title(const std::string& key);

/// What each node ends with, where test records tell nodes apart: a panel for each of the first twelve. `names`: of the
/// nodes; a name that is the node's number is shown as "Node 3".
std::optional<Figure> sweep_nodes_figure(const FinishedSweep& finished, const std::vector<std::string>& names);

/// Means as a NumPy array [series][x][metric], NaN where there is none; and what its places mean, as JSON.
std::string sweep_means_npy(const Sweep& sweep, const std::vector<Observation>& observations);
std::string sweep_axes_json(const Sweep& sweep);

/// What stands on top of all that a sweep hands out.
std::string sweep_notice();

/// At how many points each series of private nodes does better than a node alone, judged by a loss where one was
/// measured. Empty where no node alone was.
std::string sweep_verdict(const FinishedSweep& finished);

/// The tables, and the verdict.
std::string finished_sweep_text(const FinishedSweep& finished);

/// What stands on top of its page. `first`: the scenario of the first point.
PageSummary sweep_summary(const FinishedSweep& finished, const Scenario& first);

/// `first`: the scenario of the first point, whose graph is drawn.
Files sweep_files(const FinishedSweep& finished, const Scenario& first, const RunIdentity& made_by);

}  // namespace sotto
