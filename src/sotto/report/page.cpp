// SPDX-License-Identifier: MIT
// The report page: a document (sotto.page/1) put into the template.
#include "sotto/report/page.hpp"

#include "sotto/report/json_values.hpp"
#include "sotto/report/page_template.hpp"

namespace sotto {
namespace {

Json verdict_json(const PageVerdict& verdict) {
  return {{"claim", verdict.claim},
          {"source", verdict.source},
          {"verdict", verdict.verdict},
          {"evidence", verdict.evidence},
          {"figure", verdict.figure}};
}

Json figure_json(const Figure& figure) {
  return {{"id", figure.id},
          {"title", figure.title},
          {"caption", figure.caption},
          {"spec", Json::parse(vega_lite(figure))}};
}

Json table_json(const PageTable& table) {
  return {{"title", table.title}, {"columns", table.columns}, {"rows", table.rows}, {"note", table.note}};
}

Json drawing_json(const PageDrawing& drawing) {
  return {{"title", drawing.title}, {"svg", drawing.svg}};
}

Json repeat_json(const PageRun& run) {
  return {{"command", run.command}, {"seed", run.seed}, {"version", run.version}, {"commit", run.commit}};
}

template <class Part>
Json array_of(const std::vector<Part>& parts, Json (*json_of)(const Part&)) {
  Json all = Json::array();
  for (const Part& part : parts) all.push_back(json_of(part));
  return all;
}

/// The page's document as it may stand inside a script element: without '<' nothing in it can end that element.
std::string document(const ReportPage& page) {
  const Json json{{"schema", "sotto.page/1"},
                  {"title", page.title},
                  {"notice", page.notice},
                  {"is_private", page.is_private},
                  {"not_private", page.not_private},
                  {"verdicts", array_of(page.verdicts, verdict_json)},
                  {"figures", array_of(page.figures, figure_json)},
                  {"tables", array_of(page.tables, table_json)},
                  {"drawings", array_of(page.drawings, drawing_json)},
                  {"repeat", array_of(page.repeat, repeat_json)}};
  std::string safe;
  for (const char c : json.dump(-1, ' ', false, Json::error_handler_t::replace))
    if (c == '<')
      safe += "\\u003c";
    else
      safe += c;
  return safe;
}

}  // namespace

std::string report_html(const ReportPage& page) {
  std::string html(page_template());
  return html.replace(html.find(page_placeholder), page_placeholder.size(), document(page));
}

}  // namespace sotto
