// SPDX-License-Identifier: MIT
// What a report page shows: figures, tables, verdicts, drawings, and how to repeat them. One offline HTML file.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "sotto/files/opened_file.hpp"
#include "sotto/report/document/figure.hpp"
#include "sotto/report/document/provenance.hpp"
#include "sotto/report/document/table.hpp"

namespace sotto {

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
  std::string svg;                                ///< of our own making: trusted
  std::map<std::string, std::string> night = {};  ///< what its colours are in the dark
};

struct PageRun {
  std::string command;
  std::string seed;
  std::string version;
  std::string commit;
};
PageRun page_run(const RunIdentity& identity, std::uint64_t seed);

/// What a reader takes along who reads no further. A part that is empty is left out.
struct PageSummary {
  std::string problem = {};
  std::string promise = {};  ///< both epsilons where sums are masked
  std::string result = {};
  std::string verdict = {};
  struct Number {
    std::string value;
    std::string label;
  };
  std::vector<Number> numbers = {};  ///< three
};

struct ReportPage {
  std::string title;
  std::string notice;                        ///< "SIMULATION: no privacy ..."; stands on top
  PageSummary summary = {};                  ///< stands below it
  std::vector<std::string> is_private = {};  ///< sentences: what of this page the promise covers
  std::vector<std::string> not_private = {};
  std::vector<PageVerdict> verdicts = {};
  std::vector<Figure> figures = {};
  std::vector<ReportTable> tables = {};
  std::vector<PageDrawing> drawings = {};
  std::vector<PageRun> repeat = {};
};

/// One HTML file that needs nothing else, not even a network.
std::string report_html(const ReportPage& page);

/// sotto.content/1: all that the page shows, before it is drawn; `sotto report` draws it again, alone or over others.
std::string content_json(const ReportPage& page);
/// Reads it back. InvalidInput (data) names the file for anything that is not such a document.
ReportPage read_content(const NamedFile& file, const std::string& text);

/// page.json, and the page itself.
void add_page(Files& files, const ReportPage& page);

/// Pages over each other: figures with the same id and axes become one, its series named after their pages.
struct NamedPage {
  std::string name;
  ReportPage page;
};
ReportPage overlaid(const std::vector<NamedPage>& pages);

/// The page without its content: what web/ builds, embedded in the program. The document goes where the placeholder is.
std::string_view page_template();
inline constexpr std::string_view page_placeholder = "SOTTO_PAGE_DOCUMENT";

}  // namespace sotto
