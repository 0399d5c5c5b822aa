// SPDX-License-Identifier: MIT
// A page as the document in its template (sotto.page/1), and as the content that is drawn again (sotto.content/1).
#include "sotto/report/document/page.hpp"

#include "sotto/report/document/figure_parts.hpp"
#include "sotto/report/document/json_values.hpp"

namespace sotto {
namespace {

Json summary_json(const PageSummary& summary) {
  return {{"problem", summary.problem},
          {"promise", summary.promise},
          {"result", summary.result},
          {"verdict", summary.verdict},
          {"numbers", array_of(summary.numbers, [](const PageSummary::Number& one) {
             return Json{{"value", one.value}, {"label", one.label}};
           })}};
}

/// What both documents hold in the same order; each has its own beginning, and its own way to say a figure.
Json page_json(const ReportPage& page, Json json, Json (*figure_json)(const Figure&)) {
  std::vector<Figure> figures = page.figures;
  give_styles(figures);
  json["title"] = page.title;
  json["notice"] = page.notice;
  json["summary"] = summary_json(page.summary);
  json["is_private"] = page.is_private;
  json["not_private"] = page.not_private;
  json["verdicts"] = array_of(page.verdicts, [](const PageVerdict& v) {
    return Json{{"claim", v.claim},
                {"source", v.source},
                {"verdict", v.verdict},
                {"evidence", v.evidence},
                {"figure", v.figure}};
  });
  json["figures"] = array_of(figures, figure_json);
  json["tables"] = array_of(page.tables, [](const ReportTable& t) {
    return Json{{"title", t.title}, {"columns", t.columns}, {"rows", t.rows}, {"note", t.note}};
  });
  json["drawings"] = array_of(page.drawings, [](const PageDrawing& d) {
    return Json{{"title", d.title}, {"svg", d.svg}, {"night", d.night}};
  });
  json["repeat"] = array_of(page.repeat, [](const PageRun& r) {
    return Json{{"command", r.command}, {"seed", r.seed}, {"version", r.version}, {"commit", r.commit}};
  });
  return json;
}

Json drawn_figure(const Figure& figure) {
  return {{"id", figure.id},
          {"title", figure.title},
          {"caption", figure.caption},
          {"spec", Json::parse(vega_lite(figure))}};
}

Json axis_json(const FigureAxis& axis) {
  return {{"title", axis.title}, {"scale", name_of(axis.scale)}, {"labels", axis.labels}};
}

Json content_of(const Figure& figure) {
  const Json panels = array_of(figure.panels, [](const Figure::Panel& panel) {
    return Json{{"metric", panel.metric},
                {"title", panel.title},
                {"scale", panel.scale ? Json(name_of(*panel.scale)) : Json(nullptr)}};
  });
  return {{"id", figure.id},
          {"title", figure.title},
          {"caption", figure.caption},
          {"reading", figure.reading},
          {"x", axis_json(figure.x)},
          {"y", axis_json(figure.y)},
          {"series", series_json(figure)},
          {"panels", panels},
          {"observations", array_of(figure.observations, json_of)}};
}

template <class Enum>
Enum value_of_word(const Json& word) {
  for (const Enum value : all_of<Enum>)
    if (name_of(value) == word.get<std::string>()) return value;
  throw std::out_of_range("an unknown word");
}

FigureAxis axis_in(const Json& json) {
  return {.title = json.at("title"),
          .scale = value_of_word<FigureAxis::Scale>(json.at("scale")),
          .labels = json.at("labels")};
}

/// An id becomes a file's name: it must not lead out of a folder.
std::string id_in(const Json& json) {
  std::string id = json.get<std::string>();
  if (id.empty() || id.find('/') != std::string::npos || id.find('\0') != std::string::npos)
    throw std::out_of_range("a figure's id leads out of the folder");
  return id;
}

Figure::Panel panel_in(const Json& json) {
  Figure::Panel panel{json.at("metric"), json.at("title")};
  if (const Json& scale = json.at("scale"); !scale.is_null()) panel.scale = value_of_word<FigureAxis::Scale>(scale);
  return panel;
}

Figure figure_in(const Json& json) {
  Figure figure{.id = id_in(json.at("id")),
                .title = json.at("title"),
                .caption = json.at("caption"),
                .reading = json.value("reading", ""),
                .x = axis_in(json.at("x")),
                .y = axis_in(json.at("y"))};
  for (const Json& one : json.at("series"))
    figure.series.push_back(
        {.name = one.at("name"), .kind = value_of_word<FigureSeries::Kind>(one.at("kind")), .note = one.at("note")});
  for (const Json& panel : json.at("panels")) figure.panels.push_back(panel_in(panel));
  for (const Json& seen : json.at("observations")) figure.observations.push_back(observation_in(seen));
  return figure;
}

PageSummary summary_in(const Json& json) {
  PageSummary summary{.problem = json.at("problem"),
                      .promise = json.at("promise"),
                      .result = json.at("result"),
                      .verdict = json.at("verdict")};
  for (const Json& one : json.at("numbers")) summary.numbers.push_back({one.at("value"), one.at("label")});
  return summary;
}

ReportPage page_in(const Json& json) {
  ReportPage page{.title = json.at("title"), .notice = json.at("notice"), .summary = summary_in(json.at("summary"))};
  page.is_private = json.at("is_private").get<std::vector<std::string>>();
  page.not_private = json.at("not_private").get<std::vector<std::string>>();
  for (const Json& v : json.at("verdicts"))
    page.verdicts.push_back({v.at("claim"), v.at("source"), v.at("verdict"), v.at("evidence"), v.at("figure")});
  for (const Json& figure : json.at("figures")) page.figures.push_back(figure_in(figure));
  for (const Json& t : json.at("tables"))
    page.tables.push_back({t.at("title"), t.at("columns"), t.at("rows"), t.at("note")});
  for (const Json& d : json.at("drawings")) page.drawings.push_back({d.at("title"), d.at("svg"), d.at("night")});
  for (const Json& r : json.at("repeat"))
    page.repeat.push_back({r.at("command"), r.at("seed"), r.at("version"), r.at("commit")});
  return page;
}

}  // namespace

PageRun page_run(const RunIdentity& identity, std::uint64_t seed) {
  return {.command = identity.command_line,
          .seed = std::to_string(seed),
          .version = identity.version,
          .commit = identity.commit};
}

/// The document stands inside a script element: without '<' nothing in it can end that element.
std::string report_html(const ReportPage& page) {
  std::string safe;
  for (const char c : dump_line(page_json(page, Json::object({{"schema", "sotto.page/1"}}), drawn_figure)))
    if (c == '<')
      safe += "\\u003c";
    else
      safe += c;
  std::string html(page_template());
  return html.replace(html.find(page_placeholder), page_placeholder.size(), safe);
}

std::string content_json(const ReportPage& page) {
  return dump(page_json(page, Json::object({{"schema", "sotto.content/1"}, {"private", false}}), content_of));
}

ReportPage read_content(const NamedFile& file, const std::string& text) {
  return read_document(file, text, "sotto.content/1", page_in);
}

void add_page(Files& files, const ReportPage& page) {
  files.emplace_back("page.json", content_json(page));
  files.emplace_back("report.html", report_html(page));
}

}  // namespace sotto
