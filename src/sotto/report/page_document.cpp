// SPDX-License-Identifier: MIT
// A page's content as a document.
#include "sotto/report/page_document.hpp"

#include <algorithm>
#include <array>
#include <map>

#include "sotto/report/json_values.hpp"
#include "sotto/report/observation_json.hpp"

namespace sotto {
namespace {

constexpr std::array scale_words{"linear", "log", "words"};
constexpr std::array kind_words{"plan", "baseline", "theory", "non_private"};

template <class Value, std::size_t size>
Value value_of_word(const Json& word, const std::array<const char*, size>& words) {
  const auto found = std::find(words.begin(), words.end(), word.get<std::string>());
  if (found == words.end()) throw std::out_of_range("an unknown word");
  return static_cast<Value>(found - words.begin());
}

Json content_of(const FigureAxis& axis) {
  return {{"title", axis.title}, {"scale", scale_words[static_cast<std::size_t>(axis.scale)]}};
}

FigureAxis axis_in(const Json& json) {
  return {.title = json.at("title"), .scale = value_of_word<FigureAxis::Scale>(json.at("scale"), scale_words)};
}

Json content_of(const Figure& figure) {
  Json series = Json::array(), panels = Json::array(), observations = Json::array();
  for (const FigureSeries& one : figure.series)
    series.push_back(
        {{"name", one.name}, {"kind", kind_words[static_cast<std::size_t>(one.kind)]}, {"note", one.note}});
  for (const Figure::Panel& panel : figure.panels) panels.push_back({{"metric", panel.metric}, {"title", panel.title}});
  for (const Observation& seen : figure.observations) observations.push_back(json_of(seen));
  return {{"id", figure.id},           {"title", figure.title},       {"caption", figure.caption},
          {"x", content_of(figure.x)}, {"y", content_of(figure.y)},   {"series", series},
          {"panels", panels},          {"observations", observations}};
}

/// An id becomes a file's name: it must not lead out of a folder.
std::string id_in(const Json& json) {
  std::string id = json.get<std::string>();
  if (id.empty() || id.find('/') != std::string::npos || id.find('\0') != std::string::npos)
    throw std::out_of_range("a figure's id leads out of the folder");
  return id;
}

Figure figure_in(const Json& json) {
  Figure figure{.id = id_in(json.at("id")),
                .title = json.at("title"),
                .caption = json.at("caption"),
                .x = axis_in(json.at("x")),
                .y = axis_in(json.at("y")),
                .series = {},
                .panels = {},
                .observations = {}};
  for (const Json& one : json.at("series"))
    figure.series.push_back({.name = one.at("name"),
                             .kind = value_of_word<FigureSeries::Kind>(one.at("kind"), kind_words),
                             .note = one.at("note")});
  for (const Json& panel : json.at("panels")) figure.panels.push_back({panel.at("metric"), panel.at("title")});
  for (const Json& seen : json.at("observations")) figure.observations.push_back(observation_in(seen));
  return figure;
}

ReportPage page_in(const Json& json) {
  ReportPage page{.title = json.at("title"), .notice = json.at("notice")};
  page.is_private = json.at("is_private").get<std::vector<std::string>>();
  page.not_private = json.at("not_private").get<std::vector<std::string>>();
  for (const Json& v : json.at("verdicts"))
    page.verdicts.push_back({v.at("claim"), v.at("source"), v.at("verdict"), v.at("evidence"), v.at("figure")});
  for (const Json& figure : json.at("figures")) page.figures.push_back(figure_in(figure));
  for (const Json& t : json.at("tables"))
    page.tables.push_back({t.at("title"), t.at("columns"), t.at("rows"), t.at("note")});
  for (const Json& d : json.at("drawings")) page.drawings.push_back({d.at("title"), d.at("svg")});
  for (const Json& r : json.at("repeat"))
    page.repeat.push_back({r.at("command"), r.at("seed"), r.at("version"), r.at("commit")});
  return page;
}

bool same_axis(const FigureAxis& a, const FigureAxis& b) {
  return a.title == b.title && a.scale == b.scale;
}

}  // namespace

std::string content_json(const ReportPage& page) {
  Json json{{"schema", "sotto.content/1"},   {"private", false},
            {"title", page.title},           {"notice", page.notice},
            {"is_private", page.is_private}, {"not_private", page.not_private},
            {"verdicts", Json::array()},     {"figures", Json::array()},
            {"tables", Json::array()},       {"drawings", Json::array()},
            {"repeat", Json::array()}};
  for (const PageVerdict& v : page.verdicts)
    json["verdicts"].push_back({{"claim", v.claim},
                                {"source", v.source},
                                {"verdict", v.verdict},
                                {"evidence", v.evidence},
                                {"figure", v.figure}});
  for (const Figure& figure : page.figures) json["figures"].push_back(content_of(figure));
  for (const PageTable& t : page.tables)
    json["tables"].push_back({{"title", t.title}, {"columns", t.columns}, {"rows", t.rows}, {"note", t.note}});
  for (const PageDrawing& d : page.drawings) json["drawings"].push_back({{"title", d.title}, {"svg", d.svg}});
  for (const PageRun& r : page.repeat)
    json["repeat"].push_back({{"command", r.command}, {"seed", r.seed}, {"version", r.version}, {"commit", r.commit}});
  return dump(json);
}

ReportPage read_content(const std::string& path) {
  return read_document({.field = "DIR", .path = path}, "sotto.content/1", page_in);
}

ReportPage overlaid(const std::vector<NamedPage>& pages) {
  if (pages.size() == 1) return pages.front().page;
  ReportPage all{.title = "", .notice = pages.front().page.notice};
  const auto add_new = [](std::vector<std::string>& into, const std::vector<std::string>& sentences) {
    for (const std::string& sentence : sentences)
      if (std::find(into.begin(), into.end(), sentence) == into.end()) into.push_back(sentence);
  };
  std::map<std::string, std::string> first_ids;  // id here -> id in its own page
  for (const auto& [name, page] : pages) {
    std::map<std::string, std::string> new_ids;  // and back, of this page
    if (all.notice.find(page.notice) == std::string::npos) all.notice += " " + page.notice;
    all.title += (all.title.empty() ? "" : " and ") + name;
    add_new(all.is_private, page.is_private);
    add_new(all.not_private, page.not_private);
    for (Figure figure : page.figures) {
      for (FigureSeries& series : figure.series) series.name = name + ": " + series.name;
      for (Observation& seen : figure.observations) seen.series = name + ": " + seen.series;
      const auto same = std::find_if(all.figures.begin(), all.figures.end(), [&](const Figure& other) {
        return first_ids[other.id] == figure.id && same_axis(other.x, figure.x) && same_axis(other.y, figure.y);
      });
      if (same == all.figures.end()) {
        const std::string first_id = figure.id;
        if (first_ids.contains(figure.id)) figure.id = name + "-" + figure.id;
        first_ids[figure.id] = first_id;
        new_ids[first_id] = figure.id;
        all.figures.push_back(std::move(figure));
        continue;
      }
      new_ids[figure.id] = same->id;
      same->series.insert(same->series.end(), figure.series.begin(), figure.series.end());
      same->observations.insert(same->observations.end(), figure.observations.begin(), figure.observations.end());
      for (const Figure::Panel& panel : figure.panels)
        if (std::none_of(same->panels.begin(), same->panels.end(),
                         [&](const auto& p) { return p.metric == panel.metric; }))
          same->panels.push_back(panel);
    }
    for (PageVerdict verdict : page.verdicts) {
      verdict.source += " (" + name + ")";
      if (const auto id = new_ids.find(verdict.figure); id != new_ids.end()) verdict.figure = id->second;
      all.verdicts.push_back(std::move(verdict));
    }
    for (PageTable table : page.tables) {
      table.title = name + ": " + table.title;
      all.tables.push_back(std::move(table));
    }
    for (PageDrawing drawing : page.drawings) {
      drawing.title = name + ": " + drawing.title;
      all.drawings.push_back(std::move(drawing));
    }
    all.repeat.insert(all.repeat.end(), page.repeat.begin(), page.repeat.end());
  }
  return all;
}

}  // namespace sotto
