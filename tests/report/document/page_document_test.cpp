// SPDX-License-Identifier: MIT
// A page's content written and read back; pages over each other.
#include <gtest/gtest.h>

#include <cmath>

#include "report/document/observations.hpp"
#include "sotto/input/invalid_input.hpp"
#include "sotto/report/document/page.hpp"

namespace sotto {
namespace {

using Kind = FigureSeries::Kind;
using Scale = FigureAxis::Scale;
using Texts = std::vector<std::string>;

Figure figure_named(const std::string& id, const std::string& x_title = "rounds", Scale scale = Scale::logarithmic) {
  return {.id = id,
          .title = "a title",
          .caption = "a \"caption\"\n</script>",
          .reading = "what lines are",
          .x = {x_title, scale},
          .y = {"error", Scale::linear},
          .series = {{"a", Kind::plan, ""}, {"b", Kind::non_private, "a note"}},
          .panels = {{"error", "Error"}},
          .observations = {test::seen_at("a", "1", "error", 0.1), test::seen_at("b", "1", "error", 0.2)}};
}

ReportPage whole_page() {
  Figure words = figure_named("words", "kind", Scale::words), awkward = figure_named("awkward", "x", Scale::words);
  words.series = {{"c", Kind::theory, ""}, {"d", Kind::baseline, ""}};
  words.x.labels = {{"1", "the first"}};
  words.panels[0].scale = Scale::logarithmic;
  awkward.observations = test::awkward_observations(7);
  return {.title = "A title",
          .notice = "SIMULATION: no privacy",
          .summary = {"a problem", "a promise", "a result", "a verdict", {{"1", "one"}, {"2", "two"}, {"3", "three"}}},
          .is_private = {"messages"},
          .not_private = {"errors", "\xE2\x82\xAC"},
          .verdicts = {{"a claim", "Theorem 2", "holds in part", "the evidence", "words"}},
          .figures = {figure_named("figure1"), words, awkward},
          .tables = {{"a table", {"one", "two"}, {{"1", "2"}, {"", "\"3\""}}, "a note"}, {"empty", {}, {}, ""}},
          .drawings = {{"a graph", "<svg/>", {{"#000000", "#ffffff"}}}},
          .repeat = {{"sotto run", "18446744073709551615", "0.1.0", "abc"}}};
}

ReportPage content_in(const std::string& text) {
  return read_content({.field = "DIR", .path = "folder/page.json"}, text);
}

std::string with_instead(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return text.replace(at, from.size(), to);
}

TEST(PageDocument, ReadsBackTheSame) {
  const ReportPage page = whole_page(), back = content_in(content_json(page));
  EXPECT_EQ(content_json(back), content_json(page));
  EXPECT_EQ(report_html(back), report_html(page)) << "and so the page can be drawn again";
  ASSERT_EQ(back.figures.size(), 3U);
  for (std::size_t k = 0; k < 3; ++k) {
    EXPECT_EQ(back.figures[k].observations, page.figures[k].observations);
    EXPECT_EQ(back.figures[k].x.scale, page.figures[k].x.scale);
    for (std::size_t s = 0; s < 2; ++s) EXPECT_EQ(back.figures[k].series[s].kind, page.figures[k].series[s].kind);
  }
  EXPECT_EQ(back.figures[1].x, page.figures[1].x);
  EXPECT_EQ(back.figures[1].panels[0].scale, Scale::logarithmic);
  EXPECT_EQ(back.summary.promise, "a promise");
  EXPECT_EQ(back.summary.numbers[2].label, "three");
  EXPECT_EQ(back.drawings[0].night, page.drawings[0].night);
  EXPECT_EQ(back.tables[0].rows, page.tables[0].rows);
  EXPECT_EQ(back.verdicts[0].figure, "words");
  EXPECT_EQ(back.repeat[0].seed, page.repeat[0].seed);
}

TEST(PageDocument, AnythingElseIsRefusedNamingTheFile) {
  const std::string whole = content_json(whole_page());
  const std::vector<std::string> damaged{"",
                                         "{}",
                                         "[]",
                                         "null",
                                         "\xff",
                                         whole.substr(0, whole.size() / 2),
                                         with_instead(whole, "sotto.content/1", "sotto.content/2"),
                                         with_instead(whole, "\"notice\"", "\"notes\""),
                                         with_instead(whole, "\"log\"", "\"cubic\""),
                                         with_instead(whole, "\"non_private\"", "\"private\""),
                                         with_instead(whole, "\"trials\": 400", "\"trials\": -1"),
                                         with_instead(whole, "\"trials\": 400", "\"trials\": \"400\""),
                                         with_instead(whole, "\"mean\": 0.1", "\"mean\": 1e999"),
                                         with_instead(whole, "\"id\": \"figure1\"", "\"id\": \"../figure1\""),
                                         with_instead(whole, "\"id\": \"figure1\"", "\"id\": \"\""),
                                         with_instead(whole, "\"id\": \"figure1\"", "\"id\": 3")};
  for (const std::string& text : damaged) {
    try {
      content_in(text);
      ADD_FAILURE() << "taken: " << text.substr(0, 200);
    } catch (const InvalidInput& refused) {
      EXPECT_EQ(refused.kind(), FaultKind::data);
      EXPECT_NE(std::string(refused.what()).find("page.json"), std::string::npos) << refused.what();
    }
  }
}

TEST(PageDocument, ANumberThatIsNoneIsNotWritten) {
  ReportPage page = whole_page();
  page.figures[0].observations[0].mean = NAN;
  EXPECT_THROW(content_json(page), InvalidInput);
}

ReportPage page_with(const std::vector<Figure>& figures) {
  ReportPage page{.title = "t", .notice = "SIMULATION"};
  page.figures = figures;
  return page;
}

Texts ids_of(const ReportPage& page) {
  Texts ids;
  for (const Figure& figure : page.figures) ids.push_back(figure.id);
  return ids;
}

TEST(Overlaid, OnePageIsItself) {
  EXPECT_EQ(content_json(overlaid({{"one", whole_page()}})), content_json(whole_page()));
}

TEST(Overlaid, FiguresWithTheSameIdAndAxesBecomeOne) {
  Figure other = figure_named("figure1");
  other.panels.push_back({"gap", "Gap"});
  const ReportPage all = overlaid({{"one", page_with({figure_named("figure1")})}, {"two", page_with({other})}});
  ASSERT_EQ(ids_of(all), Texts{"figure1"});
  EXPECT_EQ(all.title, "one and two");
  Texts series, seen;
  for (const FigureSeries& one : all.figures[0].series) series.push_back(one.name);
  for (const Observation& one : all.figures[0].observations) seen.push_back(one.series);
  EXPECT_EQ(series, (Texts{"one: a", "one: b", "two: a", "two: b"}));
  EXPECT_EQ(seen, series);
  EXPECT_EQ(all.figures[0].series[3].kind, Kind::non_private) << "what is not private stays marked";
  ASSERT_EQ(all.figures[0].panels.size(), 2U);
  EXPECT_EQ(all.figures[0].panels[1].metric, "gap");
}

/// Or the places of an axis of words would be names that no series has, and nobody's words.
TEST(Overlaid, AnAxisOfSeriesStaysOne) {
  Figure figure = figure_named("methods", "", Scale::words);
  for (Observation& seen : figure.observations) seen.x = seen.series;
  const ReportPage all = overlaid({{"one", page_with({figure})}, {"two", page_with({figure})}});
  ASSERT_EQ(all.figures.size(), 1U);
  for (const Observation& seen : all.figures[0].observations) EXPECT_EQ(seen.x, seen.series);
}

TEST(Overlaid, FiguresWithOtherAxesStayApart) {
  Figure other_y = figure_named("figure1");
  other_y.y.scale = Scale::logarithmic;
  for (const Figure& other :
       {figure_named("figure1", "nodes"), figure_named("figure1", "rounds", Scale::linear), other_y}) {
    ReportPage third = page_with({other});
    third.verdicts = {{"a claim", "Theorem 2", "holds", "the evidence", "figure1"}};
    const ReportPage all =
        overlaid({{"one", page_with({figure_named("figure1")})}, {"two", page_with({other})}, {"three", third}});
    EXPECT_EQ(ids_of(all), (Texts{"figure1", "two-figure1"})) << "the third is drawn over the second";
    EXPECT_EQ(all.figures[1].series.size(), 4U);
    EXPECT_EQ(all.verdicts[0].figure, "two-figure1") << "and its verdict points there";
    EXPECT_EQ(all.verdicts[0].source, "Theorem 2 (three)");
  }
}

TEST(Overlaid, KeepsWhatEveryPageSaysOfPrivacyOnceEach) {
  ReportPage one = whole_page(), two = whole_page();
  two.notice = "NOT PRIVATE: errors are shown.";
  two.not_private.emplace_back("something more");
  const ReportPage all = overlaid({{"one", one}, {"two", two}, {"three", one}});
  EXPECT_EQ(all.notice, "SIMULATION: no privacy NOT PRIVATE: errors are shown.");
  EXPECT_EQ(all.is_private, Texts{"messages"});
  EXPECT_EQ(all.not_private, (Texts{"errors", "\xE2\x82\xAC", "something more"}));
  EXPECT_EQ(all.repeat.size(), 3U);
  EXPECT_EQ(all.summary.verdict, "one: a verdict two: a verdict three: a verdict");
  EXPECT_EQ(all.summary.numbers.size(), 3U);
  EXPECT_EQ(all.tables[2].title, "two: a table");
  EXPECT_EQ(all.drawings[2].title, "three: a graph");
}

}  // namespace
}  // namespace sotto
