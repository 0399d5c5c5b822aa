// SPDX-License-Identifier: MIT
// Pages over each other.
#include <algorithm>
#include <map>

#include "sotto/report/document/page.hpp"

namespace sotto {
namespace {

void add_new(std::vector<std::string>& into, const std::vector<std::string>& sentences) {
  for (const std::string& sentence : sentences)
    if (std::find(into.begin(), into.end(), sentence) == into.end()) into.push_back(sentence);
}

template <class Part>
void add_titled(std::vector<Part>& into, const std::vector<Part>& parts, const std::string& name) {
  for (Part part : parts) {
    part.title = name + ": " + part.title;
    into.push_back(std::move(part));
  }
}

class Overlay {
 public:
  explicit Overlay(const std::string& notice) : all_{.title = "", .notice = notice} {}

  void add(const std::string& name, const ReportPage& page) {
    if (all_.notice.find(page.notice) == std::string::npos) all_.notice += " " + page.notice;
    all_.title += (all_.title.empty() ? "" : " and ") + name;
    add_summary(name, page.summary);
    add_new(all_.is_private, page.is_private);
    add_new(all_.not_private, page.not_private);
    std::map<std::string, std::string> new_ids;  // id in its own page -> id here
    for (const Figure& figure : page.figures) new_ids[figure.id] = add_figure(name, figure);
    for (PageVerdict verdict : page.verdicts) {
      verdict.source += " (" + name + ")";
      if (const auto id = new_ids.find(verdict.figure); id != new_ids.end()) verdict.figure = id->second;
      all_.verdicts.push_back(std::move(verdict));
    }
    add_titled(all_.tables, page.tables, name);
    add_titled(all_.drawings, page.drawings, name);
    all_.repeat.insert(all_.repeat.end(), page.repeat.begin(), page.repeat.end());
  }

  ReportPage take() { return std::move(all_); }

 private:
  /// Every page's sentences under its name, and the first number of each.
  void add_summary(const std::string& name, const PageSummary& summary) {
    const auto add = [&](std::string& into, const std::string& text) {
      if (!text.empty()) into += (into.empty() ? "" : " ") + name + ": " + text;
    };
    add(all_.summary.problem, summary.problem);
    add(all_.summary.promise, summary.promise);
    add(all_.summary.result, summary.result);
    add(all_.summary.verdict, summary.verdict);
    if (!summary.numbers.empty() && all_.summary.numbers.size() < 3)
      all_.summary.numbers.push_back({summary.numbers[0].value, name + ": " + summary.numbers[0].label});
  }

  /// Its id here: that of a figure with the same id and axes, which it joins, or one of its own.
  std::string add_figure(const std::string& name, Figure figure) {
    for (FigureSeries& series : figure.series) series.name = name + ": " + series.name;
    for (Observation& seen : figure.observations) {
      if (figure.x.scale == FigureAxis::Scale::words && seen.x == seen.series) seen.x = name + ": " + seen.x;
      seen.series = name + ": " + seen.series;
    }
    const auto same = std::find_if(all_.figures.begin(), all_.figures.end(), [&](const Figure& other) {
      return first_ids_[other.id] == figure.id && other.x == figure.x && other.y == figure.y;
    });
    if (same == all_.figures.end()) {
      const std::string first_id = figure.id;
      if (first_ids_.contains(figure.id)) figure.id = name + "-" + figure.id;
      first_ids_[figure.id] = first_id;
      all_.figures.push_back(std::move(figure));
      return all_.figures.back().id;
    }
    same->series.insert(same->series.end(), figure.series.begin(), figure.series.end());
    same->observations.insert(same->observations.end(), figure.observations.begin(), figure.observations.end());
    for (const Figure::Panel& panel : figure.panels)
      if (std::none_of(same->panels.begin(), same->panels.end(),
                       [&](const auto& p) { return p.metric == panel.metric; }))
        same->panels.push_back(panel);
    return same->id;
  }

  ReportPage all_;
  std::map<std::string, std::string> first_ids_;  // id here -> id in its own page
};

}  // namespace

ReportPage overlaid(const std::vector<NamedPage>& pages) {
  Overlay all(pages.front().page.notice);
  if (pages.size() > 1)
    for (const auto& [name, page] : pages) all.add(name, page);
  ReportPage page = pages.size() > 1 ? all.take() : pages.front().page;
  give_styles(page.figures);
  return page;
}

}  // namespace sotto
