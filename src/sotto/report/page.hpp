// SPDX-License-Identifier: MIT
// What a report page shows: figures, tables, verdicts, drawings, and how to repeat them. One offline HTML file.
#pragma once

#include <string>
#include <vector>

#include "sotto/report/figure.hpp"

namespace sotto {

struct PageTable {
  std::string title;
  std::vector<std::string> columns;
  std::vector<std::vector<std::string>> rows;
  std::string note = {};
};

/// A claim, judged by numbers of this page.
struct PageVerdict {
  std::string claim;
  std::string source;    ///< where it was made: "Theorem 2", "Figure 1 and its text"
  std::string verdict;   ///< "holds", "holds in part" or "does not hold"
  std::string evidence;  ///< the rule that was applied, and the numbers
  std::string figure;    ///< id of the figure that shows it; may be empty
};

struct PageDrawing {
  std::string title;
  std::string svg;  ///< of our own making: trusted
};

struct PageRun {
  std::string command;
  std::string seed;
  std::string version;
  std::string commit;
};

struct ReportPage {
  std::string title;
  std::string notice;                        ///< "SIMULATION: no privacy ..."; stands on top
  std::vector<std::string> is_private = {};  ///< sentences: what of this page the promise covers
  std::vector<std::string> not_private = {};
  std::vector<PageVerdict> verdicts = {};
  std::vector<Figure> figures = {};
  std::vector<PageTable> tables = {};
  std::vector<PageDrawing> drawings = {};
  std::vector<PageRun> repeat = {};
};

/// One HTML file that needs nothing else, not even a network.
std::string report_html(const ReportPage& page);

}  // namespace sotto
