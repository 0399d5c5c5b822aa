// SPDX-License-Identifier: MIT
// A method looks the same on every page, no two of a page look the same, and few are shown at first.
#include "sotto/report/document/series_style.hpp"

#include <gtest/gtest.h>

#include <set>

#include "report/document/observations.hpp"
#include "sotto/report/document/figure.hpp"

namespace sotto {
namespace {

using Kind = FigureSeries::Kind;
using Names = std::vector<std::string>;

Figure figure_of(const std::vector<FigureSeries>& series) {
  return {.id = "f", .title = "", .caption = "", .x = {"x"}, .y = {"y"}, .series = series, .panels = {{"error", ""}}};
}

std::pair<std::string, std::string> look(const FigureSeries& series) {
  return {series.style.colour, series.style.mark};
}

Names at_first(const Figure& figure) {
  Names names;
  for (const FigureSeries& one : figure.series)
    if (one.at_first) names.push_back(one.name);
  return names;
}

std::vector<FigureSeries> plans(int count) {
  std::vector<FigureSeries> all;
  for (int k = 0; k < count; ++k) all.push_back({.name = "plan " + std::to_string(k)});
  return all;
}

TEST(SeriesStyle, OfAMethodIsTheSameInEveryFigureAndOnEveryPage) {
  std::vector<Figure> one{figure_of({{"our default"}, {"curator", Kind::baseline}, {"node_alone", Kind::baseline}})};
  std::vector<Figure> other{figure_of({{"mine"}, {"node_alone", Kind::baseline}}),
                            figure_of({{"node_alone", Kind::baseline}, {"curator", Kind::baseline}, {"our default"}})};
  give_styles(one);
  give_styles(other);
  EXPECT_EQ(look(one[0].series[2]), look(other[0].series[1]));
  EXPECT_EQ(look(other[0].series[1]), look(other[1].series[0]));
  EXPECT_EQ(look(one[0].series[0]), look(other[1].series[2]));
  EXPECT_EQ(one[0].series[1].style.dash, other[1].series[1].style.dash);
}

/// There are 56 pairs for any series; this page asks for 55 of them.
TEST(SeriesStyle, NoTwoSeriesOfAPageShareMarkAndColour) {
  std::vector<FigureSeries> many = plans(30);
  for (const char* name : {"our default", "the paper's plan", "our default, delta = 1e-3", "A: our default",
                           "masked sums, q = 1", "masked sums, q = 3", "our default, delta = 1e-6"})
    many.push_back({.name = name});
  for (const char* name :
       {"node_alone", "node_alone_private", "curator", "minimiser", "constant", "no_privacy", "one_shot",
        "huang_mitra_vaidya", "gossip_pairs", "extra", "gradient_tracking", "A: curator"})
    many.push_back({.name = name, .kind = Kind::baseline});
  for (const char* name : {"printed_hand_over_non_private", "A: printed_hand_over_non_private"})
    many.push_back({.name = name, .kind = Kind::non_private});
  std::vector<Figure> page{figure_of(many), figure_of(plans(38))};
  give_styles(page);
  std::set<std::pair<std::string, std::string>> looks;
  std::set<std::string> names;
  for (const Figure& figure : page)
    for (const FigureSeries& one : figure.series)
      if (names.insert(one.name).second) EXPECT_TRUE(looks.insert(look(one)).second) << one.name;
  EXPECT_GT(looks.size(), 55U);
}

TEST(SeriesStyle, ACaseOfAMethodHasItsColour) {
  std::vector<Figure> page{figure_of({{"our default"}, {"our default, delta = 1e-3"}, {"A: our default"}})};
  give_styles(page);
  for (const FigureSeries& one : page[0].series) EXPECT_EQ(one.style.colour, page[0].series[0].style.colour);
}

TEST(SeriesStyle, HasWordsOfPeopleForMethods) {
  EXPECT_EQ(label_of_method("node_alone"), "node alone");
  EXPECT_EQ(label_of_method("first run: node_alone"), "first run: node alone");
  EXPECT_EQ(label_of_method("our default"), "our default");
}

TEST(SeriesStyle, ShowsSixAtFirstThePlansAndWhatTheVerdictSpeaksOf) {
  std::vector<FigureSeries> series{{"extra", Kind::baseline}, {"one_shot", Kind::baseline}};
  const std::vector<FigureSeries> eight = plans(8);
  series.insert(series.end(), eight.begin(), eight.end());
  series.insert(series.end(),
                {{"minimiser", Kind::baseline}, {"curator", Kind::baseline}, {"node_alone", Kind::baseline}});
  std::vector<Figure> page{figure_of(series), figure_of(eight), figure_of(plans(6))};
  page[1].observations = {test::seen_at("plan 7", "1", "error", 1)};
  give_styles(page);
  EXPECT_EQ(at_first(page[0]), (Names{"plan 0", "plan 1", "plan 2", "plan 3", "curator", "node_alone"}));
  EXPECT_EQ(at_first(page[1]).size(), most_at_first);
  EXPECT_EQ(at_first(page[1]).back(), "plan 7") << "it alone is drawn";
  EXPECT_EQ(at_first(page[2]).size(), 6U) << "nothing is left out where all fit";
}

}  // namespace
}  // namespace sotto
