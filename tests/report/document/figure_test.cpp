// SPDX-License-Identifier: MIT
// A figure's specification: it holds every number, its scales are the figure's, and what has no place breaks nothing.
#include "sotto/report/document/figure.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <nlohmann/json.hpp>
#include <set>

#include "sotto/input/invalid_input.hpp"

namespace sotto {
namespace {

using FigureJson = nlohmann::json;
using Kind = FigureSeries::Kind;
using Scale = FigureAxis::Scale;

Observation seen(const std::string& series, const std::string& x, double mean, const std::string& metric = "error") {
  return {.series = series,
          .x = x,
          .metric = metric,
          .trials = 400,
          .mean = mean,
          .standard_error = mean / 20,
          .q10 = mean / 3,
          .median = {},
          .q90 = 3 * mean};
}

/// One series of each kind, two panels, a metric and a series that are not drawn.
Figure small_figure() {
  Figure figure{
      .id = "figure1",
      .title = "Error against rounds",
      .caption = "A caption.",
      .x = {"rounds"},
      .y = {"error"},
      .series = {{"ours"}, {"alone", Kind::baseline}, {"bound", Kind::theory}, {"raw", Kind::non_private, "why"}},
      .panels = {{"error", "Errors"}, {"spread", "Spreads"}},
      .observations = {}};
  for (const char* metric : {"error", "spread", "not drawn"})
    for (const char* series : {"ours", "alone", "bound", "raw", "not listed"})
      for (const char* x : {"1", "10", "0.1", "1e3"})
        figure.observations.push_back(seen(series, x, 0.3 + 1.0 / 7, metric));
  return figure;
}

FigureJson spec_of(const Figure& figure) {
  return FigureJson::parse(vega_lite(figure));
}

const FigureJson& panels_of(const FigureJson& spec) {
  return spec["vconcat"][0]["concat"];
}

/// The value of a parameter, such as the colours.
FigureJson parameter(const FigureJson& spec, const std::string& name) {
  for (const FigureJson& one : spec["params"])
    if (one["name"] == name) return one["value"];
  return {};
}

/// The range of a channel that tells series apart, wherever it is used first.
FigureJson range_of(const FigureJson& spec, const std::string& channel) {
  for (const FigureJson& layer : panels_of(spec)[0]["layer"])
    if (layer.contains("encoding") && layer["encoding"].contains(channel))
      return layer["encoding"][channel]["scale"]["range"];
  return {};
}

TEST(VegaLite, HoldsEveryObservationAndNoOtherNumber) {
  const Figure figure = small_figure();
  const FigureJson rows = spec_of(figure)["data"]["values"];
  ASSERT_EQ(rows.size(), figure.observations.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const Observation& observation = figure.observations[i];
    EXPECT_EQ(rows.at(i).at("series"), observation.series);
    EXPECT_EQ(rows.at(i).at("metric"), observation.metric);
    EXPECT_EQ(rows.at(i).at("x").get<double>(), std::stod(observation.x));
    EXPECT_EQ(rows.at(i).at("trials"), observation.trials);
    EXPECT_EQ(rows.at(i).at("mean"), observation.mean);
    EXPECT_EQ(rows.at(i).at("standard_error"), *observation.standard_error);
    EXPECT_EQ(rows.at(i).at("q10"), *observation.q10);
    EXPECT_EQ(rows.at(i).at("q90"), *observation.q90);
    EXPECT_FALSE(rows[i].contains("median")) << "what is not known has no key";
  }
}

TEST(VegaLite, HasAPanelForEachMetricAndTheScalesOfTheFigure) {
  Figure figure = small_figure();
  FigureJson spec = spec_of(figure);
  ASSERT_EQ(panels_of(spec).size(), 2u);
  EXPECT_EQ(panels_of(spec)[1]["title"], "Spreads");
  EXPECT_EQ(panels_of(spec)[1]["transform"][0]["filter"]["equal"], "spread");
  EXPECT_EQ(panels_of(spec)[0]["encoding"]["x"]["scale"]["type"], "log");
  EXPECT_EQ(panels_of(spec)[0]["encoding"]["y"]["scale"]["type"], "log");
  EXPECT_EQ(panels_of(spec)[0]["encoding"]["y"]["axis"]["title"], "error");
  figure.y.scale = Scale::linear;
  figure.x.scale = Scale::words;
  spec = spec_of(figure);
  EXPECT_EQ(panels_of(spec)[0]["encoding"]["x"]["scale"]["type"], "linear") << "words stand below each other";
  EXPECT_EQ(panels_of(spec)[0]["encoding"]["y"]["type"], "nominal");
  EXPECT_EQ(panels_of(spec)[0]["encoding"]["y"]["sort"], FigureJson({"1", "10", "0.1", "1e3"})) << "in their own order";
  EXPECT_FALSE(panels_of(spec)[0]["encoding"].contains("yOffset")) << "marks stand on their ticks";
}

TEST(VegaLite, APanelMayHaveAScaleOfItsOwn) {
  Figure figure = small_figure();
  figure.panels[1].scale = Scale::linear;
  const FigureJson spec = spec_of(figure);
  EXPECT_EQ(panels_of(spec)[0]["encoding"]["y"]["scale"]["type"], "log");
  EXPECT_EQ(panels_of(spec)[1]["encoding"]["y"]["scale"]["type"], "linear");
  EXPECT_EQ(panels_of(spec)[1]["encoding"]["y"]["scale"]["zero"], false) << "it shows what differs";
}

TEST(VegaLite, HasNoPanelWithoutAPlan) {
  Figure figure = small_figure();
  std::erase_if(figure.observations, [](const Observation& o) { return o.series == "ours" && o.metric == "spread"; });
  EXPECT_EQ(panels_of(spec_of(figure)).size(), 1u);
  figure.series.erase(figure.series.begin());
  EXPECT_EQ(panels_of(spec_of(figure)).size(), 2u) << "there is none to be shown";
}

TEST(VegaLite, LeavesOutWhatIsNotShownAtFirst) {
  Figure figure = small_figure();
  EXPECT_EQ(parameter(spec_of(figure), "show_all"), true);
  for (int k = 0; k < 5; ++k) figure.series.push_back({.name = "more " + std::to_string(k)});
  const FigureJson spec = spec_of(figure);
  EXPECT_EQ(parameter(spec, "show_all"), false);
  EXPECT_EQ(parameter(spec, "first").size(), 6u);
  EXPECT_EQ(spec["vconcat"][1]["data"]["values"].size(), 9u) << "all are in the legend's data";
}

/// A name at the end of a line needs room, and lines whose ends look like one have no name there.
TEST(VegaLite, NamesLinesAtTheirEndsWhereThereIsRoom) {
  Figure figure = small_figure();
  const auto named = [&] {
    const FigureJson spec = spec_of(figure);
    for (const FigureJson& layer : panels_of(spec)[0]["layer"])
      if (layer.contains("name") && layer["name"] == "ends_error")
        return layer["transform"][0]["filter"].get<std::string>();
    return std::string();
  };
  EXPECT_NE(named().find("show_all ? [] : []"), std::string::npos) << named();
  for (Observation& o : figure.observations)
    if (o.series == "alone") o.mean *= 50;
  EXPECT_NE(named().find("? [\"alone\"] :"), std::string::npos) << named();
  for (Observation& o : figure.observations)
    if (o.series == "bound" || o.series == "raw") o.mean *= 7;
  EXPECT_NE(named().find("[\"ours\",\"alone\"]"), std::string::npos) << named();
}

TEST(VegaLite, TellsSeriesApartByColourByDashAndByShape) {
  Figure figure = small_figure();
  figure.series.insert(figure.series.end(), {{"second"}, {"third"}, {"other", Kind::baseline}});
  const FigureJson spec = spec_of(figure);
  for (const FigureJson& range : {parameter(spec, "palette"), range_of(spec, "strokeDash"), range_of(spec, "shape")}) {
    ASSERT_EQ(range.size(), 7u);
    EXPECT_EQ(std::set<FigureJson>(range.begin(), range.end()).size(), 7u) << range;
  }
}

TEST(VegaLite, DrawsBandsForPlansAndNoMarksForTheory) {
  const FigureJson spec = spec_of(small_figure());
  const FigureJson& layers = panels_of(spec)[0]["layer"];
  EXPECT_EQ(layers[0]["mark"]["type"], "area");
  EXPECT_EQ(layers[0]["transform"][0]["filter"]["oneOf"], FigureJson({"ours"}));
  EXPECT_EQ(layers[2]["mark"]["type"], "point");
  EXPECT_EQ(layers[2]["transform"][0]["filter"]["oneOf"], FigureJson({"ours", "alone", "raw"}));
}

TEST(VegaLite, MarksWhatIsNotPrivateAndNothingElse) {
  const FigureJson spec = spec_of(small_figure());
  for (const FigureJson& entry : spec["vconcat"][1]["data"]["values"])
    EXPECT_EQ(entry["label"].get<std::string>().find("NOT PRIVATE") != std::string::npos, entry["series"] == "raw");
  const FigureJson& raw = spec["usermeta"]["series"][3];
  EXPECT_TRUE(raw["name"] == "raw" && raw["kind"] == "non_private" && raw["note"] == "why") << raw;
  EXPECT_EQ(raw["mark"], "cross");
}

/// Zero, negative and what is not finite have no place on a log axis; a panel of them alone is left out.
TEST(VegaLite, CountsWhatHasNoPlaceAndStaysValid) {
  Figure figure = small_figure();
  constexpr double infinite = std::numeric_limits<double>::infinity();
  for (const double mean : {0.0, -1.0, infinite, std::numeric_limits<double>::quiet_NaN()})
    figure.observations.push_back(seen("ours", "100", mean));
  figure.observations.push_back(seen("ours", "-1", 1));
  figure.observations.push_back(seen("ours", "1", -1, "lost"));
  figure.panels.push_back({"lost", "Lost"});
  FigureJson spec = spec_of(figure);
  EXPECT_EQ(spec["usermeta"]["without_place"], 5) << "those of the panel that is not drawn do not count";
  EXPECT_EQ(spec["data"]["values"].size(), figure.observations.size());
  EXPECT_EQ(panels_of(spec).size(), 2u);
  figure.x.scale = figure.y.scale = Scale::linear;
  spec = spec_of(figure);
  EXPECT_EQ(spec["usermeta"]["without_place"], 2);
  EXPECT_EQ(panels_of(spec).size(), 3u);
}

TEST(VegaLite, AWordOnAnAxisOfNumbersIsRefusedByName) {
  for (const char* x : {"ring", "", "1 ", "nan", "inf", "0x10"}) {
    Figure figure = small_figure();
    figure.observations.push_back(seen("ours", x, 1));
    try {
      vega_lite(figure);
      ADD_FAILURE() << "drawn: " << x;
    } catch (const InvalidInput& refused) {
      EXPECT_EQ(refused.faults()[0].field, "figure1.x");
    }
  }
}

TEST(VegaLite, IsTheSameBytesEachTimeAndNeedsNoPanelSeriesOrObservation) {
  EXPECT_EQ(vega_lite(small_figure()), vega_lite(small_figure()));
  Figure empty = small_figure();
  empty.observations.clear();
  EXPECT_TRUE(panels_of(spec_of(empty)).empty());
  empty.series.clear();
  empty.panels.clear();
  EXPECT_TRUE(panels_of(spec_of(empty)).empty());
}

}  // namespace
}  // namespace sotto
