// SPDX-License-Identifier: MIT
// Writes a page of made-up numbers, for the browser: every kind of series and axis, and texts that try to break out.
#include <fmt/format.h>

#include <cmath>
#include <fstream>
#include <iostream>
#include <limits>

#include "sotto/report/document/page.hpp"

namespace sotto {
namespace {

using Kind = FigureSeries::Kind;
using Scale = FigureAxis::Scale;

/// Ends a script, a comment and an attribute, if it can.
constexpr const char* hostile = "</script><img src=x onerror=document.title='broken'>\"'<!-- {{style}} & <b>bold</b>";

struct Spread {
  std::uint64_t trials = 400;
  double relative = 0.45;
};

Observation measured(const std::string& series, const std::string& x, const std::string& metric, double mean,
                     const Spread& spread = {}) {
  return {.series = series,
          .x = x,
          .metric = metric,
          .trials = spread.trials,
          .mean = mean,
          .standard_error = mean * spread.relative / std::sqrt(static_cast<double>(spread.trials)),
          .q10 = mean * (1 - 1.2 * spread.relative),
          .median = mean * (1 - 0.15 * spread.relative),
          .q90 = mean * (1 + 1.4 * spread.relative)};
}

Observation value(const std::string& series, const std::string& x, const std::string& metric, double mean) {
  return {.series = series,
          .x = x,
          .metric = metric,
          .trials = 0,
          .mean = mean,
          .standard_error = {},
          .q10 = {},
          .median = {},
          .q90 = {}};
}

/// Six series of four kinds against rounds, on log axes and in two panels.
Figure error_against_rounds() {
  Figure figure{.id = "figure1",
                .title = "Figure 1: error against gradient rounds",
                .caption =
                    "Squared error of what the network releases, at epsilon = 4 and delta = 0.001, on a random "
                    "graph of 10 nodes with 100 records each.",
                .x = {"gradient rounds T"},
                .y = {"mean squared error, normalised"},
                .series = {{"default"},
                           {"paper, exactly normalised"},
                           {"paper"},
                           {"node alone", Kind::baseline, "every node optimises its own records"},
                           {"curator", Kind::baseline, "a trusted curator with the same promise"},
                           {"corrected bound", Kind::theory, "Theorem 2, with its constants put right"},
                           {"printed hand-over", Kind::non_private, "x(T) enters Stage II without noise"}},
                .panels = {{"released_error", "Released average"}, {"node_error", "A node's own estimate"}},
                .observations = {}};
  for (const int rounds : {1, 2, 5, 10, 20, 50, 100, 200, 500, 1000}) {
    const std::string x = std::to_string(rounds);
    for (const double panel : {1.0, 2.2}) {
      const std::string metric = panel < 2 ? "released_error" : "node_error";
      const double start = 0.04 * panel / std::pow(rounds, 1.3);
      figure.observations.push_back(measured("default", x, metric, 1.1e-4 * panel + start));
      figure.observations.push_back(
          measured("paper, exactly normalised", x, metric, 1.8e-4 * panel * (1 + std::log(rounds) / 20) + start));
      figure.observations.push_back(
          measured("paper", x, metric, 2.6e-4 * panel * (1 + std::log(rounds) / 10) + 2 * start));
      figure.observations.push_back(measured("node alone", x, metric, 9e-4 * panel + start));
      figure.observations.push_back(value("curator", x, metric, 2.1e-5 * panel));
      figure.observations.push_back(
          value("corrected bound", x, metric, 7e-4 * panel * (1 + std::log(rounds)) + 0.1 * panel / rounds));
      figure.observations.push_back(value("printed hand-over", x, metric, 4e-5 * panel + start));
    }
  }
  return figure;
}

/// Exact slopes for three deltas, from 0.1 to 10.
Figure error_against_epsilon() {
  Figure figure{.id = "figure2",
                .title = "Figure 2: error against epsilon",
                .caption = "More privacy costs accuracy: slopes near -2 where nothing is clipped.",
                .x = {"epsilon"},
                .y = {"mean squared error, normalised"},
                .series = {{"delta = 1e-3"}, {"delta = 1e-6"}, {"delta = 1e-9"}, {"exact, delta = 1e-3", Kind::theory}},
                .panels = {{"released_error", "Released average"}},
                .observations = {}};
  for (int k = 0; k < 12; ++k) {
    const double epsilon = 0.1 * std::pow(100.0, k / 11.0);
    for (const int digits : {3, 6, 9}) {
      const double error = 2e-3 * digits / (epsilon * epsilon) + 4e-5;
      const std::string x = fmt::format("{}", epsilon);
      figure.observations.push_back(measured(fmt::format("delta = 1e-{}", digits), x, "released_error", error));
      if (digits == 3) figure.observations.push_back(value("exact, delta = 1e-3", x, "released_error", error));
    }
  }
  return figure;
}

Figure rounds_of_graphs() {
  Figure figure{.id = "graphs",
                .title = "Rounds to agreement on four graphs",
                .caption = "Stage II with plain averaging and with Chebyshev's recursion.",
                .x = {"graph", Scale::words},
                .y = {"rounds until nodes agree"},
                .series = {{"plain averaging"}, {"Chebyshev"}, {"spectral bound", Kind::theory}},
                .panels = {{"rounds", "64 nodes"}},
                .observations = {}};
  double rounds = 1900;
  for (const char* graph : {"ring", "grid", "Erdos-Renyi", "expander"}) {
    figure.observations.push_back(measured("plain averaging", graph, "rounds", rounds, {.relative = 0.2}));
    figure.observations.push_back(measured("Chebyshev", graph, "rounds", 3 * std::sqrt(rounds), {.relative = 0.2}));
    figure.observations.push_back(value("spectral bound", graph, "rounds", 1.3 * rounds));
    rounds /= 6;
  }
  return figure;
}

/// Numbers without a place on log axes, many points on a linear axis, and names that are markup.
Figure hard_to_draw() {
  Figure figure{.id = "hard",
                .title = std::string("A figure that is hard to draw ") + hostile,
                .caption = hostile,
                .x = {hostile, Scale::linear},
                .y = {"error"},
                .series = {{hostile, Kind::non_private, hostile}, {"with gaps"}, {"a long one"}},
                .panels = {{"error", hostile}, {"nothing", "without numbers"}},
                .observations = {}};
  for (int k = 1; k <= 200; ++k) {
    const std::string x = std::to_string(k);
    figure.observations.push_back(measured("a long one", x, "error", 1.0 / k));
    if (k % 50 == 0) figure.observations.push_back(value(hostile, x, "error", 0.5 / k));
    if (k % 20 == 0) figure.observations.push_back(measured("with gaps", x, "error", 0.1, {.relative = 1.1}));
  }
  figure.observations.push_back(value("with gaps", "30", "error", 0));
  figure.observations.push_back(value("with gaps", "31", "error", -1));
  figure.observations.push_back(value("with gaps", "32", "error", std::numeric_limits<double>::quiet_NaN()));
  figure.observations.push_back(value("with gaps", "33", "error", std::numeric_limits<double>::infinity()));
  return figure;
}

/// Axes without a length: one point, and numbers at the ends of what a double holds.
Figure few_points() {
  Figure figure{.id = "few",
                .title = "One point, and the ends of the numbers",
                .caption = "",
                .x = {"rounds"},
                .y = {"error"},
                .series = {{"one"}, {"two"}},
                .panels = {{"one", "one point"}, {"ends", "from end to end"}},
                .observations = {}};
  figure.observations.push_back(measured("one", "10", "one", 0.1));
  figure.observations.push_back(value("two", "10", "ends", 1e-290));
  figure.observations.push_back(value("two", "1e200", "ends", 1e290));
  return figure;
}

Figure nothing() {
  Figure figure = few_points();
  figure.id = "nothing";
  figure.title = "Nothing to draw";
  figure.observations = {value("one", "10", "one", 0)};
  return figure;
}

std::string drawing() {
  std::string svg =
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 960 480\" width=\"960\" height=\"480\">"
      "<script>document.title='broken'</script><rect width=\"960\" height=\"480\" fill=\"#fdfcf9\"/>";
  for (int k = 0; k < 10; ++k) {
    const double x = 480 + 180 * std::cos(0.2 * M_PI * k), y = 240 + 180 * std::sin(0.2 * M_PI * k);
    const double to_x = 480 + 180 * std::cos(0.2 * M_PI * (3 * k + 1)),
                 to_y = 240 + 180 * std::sin(0.2 * M_PI * (3 * k + 1));
    svg += fmt::format(
        "<path d=\"M{} {}L{} {}\" stroke=\"#22304a\" opacity=\".5\"/><circle cx=\"{}\" cy=\"{}\" r=\"14\" "
        "fill=\"#308aa8\"/>",
        x, y, to_x, to_y, x, y);
  }
  return svg + "</svg>";
}

ReportPage page() {
  return {
      .title = "The paper's four figures, measured again",
      .notice = "SIMULATION: no privacy. Noise comes from a seed, and errors are measured against private records.",
      .is_private =
          {"Every message of a node during gradient rounds: (4, 0.001)-differentially private for one record of it.",
           "What follows from messages alone: averages, Stage II, the released estimate."},
      .not_private = {"This page: it compares with x*, which depends on every record.",
                      "The curve named printed hand-over: it starts Stage II from an estimate without noise.", hostile},
      .verdicts = {{"The error falls with the number of gradient rounds.", "Figure 1 and its text", "holds in part",
                    "From T = 1 to 50 the slope is -1.21 +- 0.02; beyond T = 200 it is 0.08 +- 0.01.", "figure1"},
                   {"The error grows like 1/epsilon^2.", "Theorem 2", "holds",
                    "Slope -1.94 +- 0.03 for delta = 0.001, against -2 claimed; rule: within 0.1.", "figure2"},
                   {"Stage II keeps the promise as printed.", "Algorithm 1, line 9", "does not hold",
                    "The hand-over sends x(T) without noise.", "figure1"},
                   {hostile, hostile, "holds", hostile, "hard"}},
      .figures = {error_against_rounds(), error_against_epsilon(), rounds_of_graphs(), hard_to_draw(), few_points(),
                  nothing()},
      .tables = {{"Errors at T = 1000",
                  {"series", "mean", "standard error", "10 %", "median", "90 %", "against the paper"},
                  {{"default", "1.14e-4", "2.5e-6", "5.1e-5", "1.05e-4", "1.9e-4", "2.36 x"},
                   {"paper, exactly normalised", "2.01e-4", "4.4e-6", "9e-5", "1.8e-4", "3.3e-4", "1.34 x"},
                   {"paper", "2.70e-4", "6.1e-6", "1.2e-4", "2.4e-4", "4.4e-4", "1.00 x"},
                   {hostile, "", "", "", "", "", ""}},
                  "400 trials a point; errors in units of (p/N)(c D0)^2/alpha."}},
      .drawings = {{"Ten nodes; a stronger line is a larger weight.", drawing()}},
      .repeat = {{"sotto reproduce --trials 400 --seed 20140101 --out runs/reproduction", "20140101", "0.1.0",
                  "eb5211a3c0b1d7e6f00c2c2b1a9f8e7d6c5b4a39"}}};
}

}  // namespace
}  // namespace sotto

int main(int count, char** words) {
  if (count != 2) return 2;
  std::ofstream file(words[1], std::ios::binary);
  file << sotto::report_html(sotto::page()) << std::flush;
  return file ? 0 : 1;
}
