// SPDX-License-Identifier: MIT
// A sweep's results handed out: tables, arrays that NumPy reads, and what is drawn of them.
#include "sotto/report/study/sweep_report.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <nlohmann/json.hpp>

#include "report/document/observations.hpp"
#include "simulation/comparison/files.hpp"
#include "sotto/digest/digest.hpp"
#include "sotto/study/run_sweep.hpp"
#include "study/some_sweep.hpp"

namespace sotto {
namespace {

using SweepJson = nlohmann::json;
using Kind = FigureSeries::Kind;

const Sweep& two_by_two() {
  static const Sweep sweep = test::sweep_of(R"(
title = "A title"
x = "algorithm.rounds"
values = [1, 10]
metrics = ["normalised_error", "theory_exact"]
baselines = ["curator", "printed_hand_over_non_private"]
[sweep.series.a]
[sweep.series."b, c"]
)");
  return sweep;
}

/// One for each series, x and metric, but that baselines have errors alone and "b, c" lacks the theory at 10.
std::vector<Observation> its_observations() {
  std::vector<Observation> all;
  double mean = 0.5;
  for (const SweepSeries& series : two_by_two().series)
    for (const char* x : {"1", "10"})
      for (const std::string& metric : two_by_two().metrics) {
        mean += 1;
        const bool is_there = metric == "normalised_error" ||
                              (series.baseline == nullptr && !(series.name == "b, c" && std::strcmp(x, "10") == 0));
        if (is_there) all.push_back(test::seen_at(series.name, x, metric, mean));
      }
  return all;
}

TEST(SweepMeans, AreAnArrayThatNumPyReads) {
  const std::string bytes = sweep_means_npy(two_by_two(), its_observations());
  ASSERT_EQ(bytes.substr(0, 8), std::string("\x93NUMPY\x01\x00", 8));
  const std::size_t length = static_cast<unsigned char>(bytes[8]) + 256U * static_cast<unsigned char>(bytes[9]);
  EXPECT_EQ((10 + length) % 64, 0U);
  const std::string header = bytes.substr(10, length);
  EXPECT_TRUE(header.starts_with("{'descr': '<f8', 'fortran_order': False, 'shape': (4, 2, 2), }")) << header;
  EXPECT_EQ(header.find_first_not_of(' ', header.find('}') + 1), length - 1);
  EXPECT_EQ(header.back(), '\n');
  ASSERT_EQ(bytes.size(), 10 + length + sizeof(double) * 16);
  for (std::size_t k = 0; k < 16; ++k) {
    double value = 0;
    std::memcpy(&value, bytes.data() + 10 + length + k * sizeof value, sizeof value);
    const bool missing = k == 7 || (k > 7 && k % 2 == 1);  // theory of "b, c" at 10, and of baselines
    if (missing)
      EXPECT_TRUE(std::isnan(value)) << k;
    else
      EXPECT_EQ(value, 1.5 + static_cast<double>(k));
  }
  const SweepJson axes = SweepJson::parse(sweep_axes_json(two_by_two()));
  EXPECT_EQ(axes["series"], SweepJson({"a", "b, c", "curator", "printed_hand_over_non_private"}));
  EXPECT_EQ(axes["x"], SweepJson({"1", "10"}));
  EXPECT_EQ(axes["metric"], SweepJson({"normalised_error", "theory_exact"}));
}

TEST(SweepMeans, HaveAHeaderOfWholeLinesForAnyShape) {
  for (int values : {1, 9, 10, 99, 100, 1234, 9999}) {
    Sweep sweep = two_by_two();
    sweep.x.values.assign(static_cast<std::size_t>(values), sweep.x.values[0]);
    const std::string bytes = sweep_means_npy(sweep, {});
    const std::size_t length = static_cast<unsigned char>(bytes[8]) + 256U * static_cast<unsigned char>(bytes[9]);
    EXPECT_EQ((10 + length) % 64, 0U) << values;
    EXPECT_EQ(bytes[9 + length], '\n') << values;
    EXPECT_EQ(bytes.size(), 10 + length + 16 * 4 * static_cast<std::size_t>(values));
  }
}

TEST(SweepJsonAndText, HoldEveryObservationUnderTheNotice) {
  const SweepJson json = SweepJson::parse(sweep_json(two_by_two(), its_observations()));
  EXPECT_EQ(json["schema"], "sotto.sweep/1");
  EXPECT_EQ(json["private"], false);
  EXPECT_EQ(json["observations"].size(), its_observations().size());
  const std::string text = sweep_text(two_by_two(), its_observations());
  EXPECT_TRUE(text.starts_with("SIMULATION: no privacy."));
  for (const char* part : {"A title", "b, c", "the loop as printed", "algorithm.rounds", "13.5"})
    EXPECT_NE(text.find(part), std::string::npos) << part;
}

/// A node alone has more accuracy at both points and less loss at neither.
TEST(SweepVerdict, IsByTheLossThoughAccuracyStandsFirst) {
  const Sweep sweep = test::sweep_of(R"(
x = "privacy.epsilon"
values = [1, 10]
metrics = ["accuracy", "log_loss"]
baselines = ["node_alone"]
[sweep.series.ours]
)");
  FinishedSweep finished{.id = "s", .resolved = "", .sweep = sweep, .first = {}, .observations = {}};
  const auto add = [&](const char* series, const char* x, const char* metric, double mean) {
    Observation seen = test::seen_at(series, x, metric, mean);
    seen.standard_error = 0.001;
    finished.observations.push_back(seen);
  };
  for (const char* x : {"1", "10"}) {
    add("ours", x, "accuracy", 0.80);
    add("node_alone", x, "accuracy", 0.81);
    add("node_alone", x, "log_loss", 0.50);
  }
  add("ours", "1", "log_loss", 0.499);
  add("ours", "10", "log_loss", 0.40);
  EXPECT_EQ(sweep_verdict(finished),
            "Judged by log loss on the test file; a difference counts when it is more than two standard errors. Beside "
            "a node alone \"ours\" is better at 1 of 2 points and worse at 0. But accuracy on the test file says the "
            "opposite "
            "at 1 of 2 points.");
  EXPECT_TRUE(finished_sweep_text(finished).ends_with(sweep_verdict(finished) + "\n"));
  std::erase_if(finished.observations, [](const Observation& seen) { return seen.metric == "log_loss"; });
  EXPECT_EQ(
      sweep_verdict(finished),
      "Judged by accuracy on the test file, since this sweep measures no loss; a difference counts when it is more "
      "than two standard errors. Beside a node alone \"ours\" is better at 0 of 2 points and worse at 2.");
  std::erase_if(finished.observations, [](const Observation& seen) { return seen.series == "node_alone"; });
  EXPECT_EQ(sweep_verdict(finished), "");
}

/// AUC stands beside the loss, and no series is left out without a word.
TEST(SweepVerdict, NamesAucBesideTheLossAndEverySeries) {
  std::string toml =
      "x = \"privacy.epsilon\"\nvalues = [1]\nmetrics = [\"auc\", \"log_loss\"]\nbaselines = [\"node_alone\"]\n";
  FinishedSweep finished{.id = "s", .resolved = "", .sweep = {}, .first = {}, .observations = {}};
  const auto add = [&](const std::string& series, const char* metric, double mean) {
    finished.observations.push_back(test::seen_at(series, "1", metric, mean));
  };
  for (int k = 0; k < 8; ++k) {
    toml += fmt::format("[sweep.series.s{}]\n", k);
    add(fmt::format("s{}", k), "auc", 0.7);
    add(fmt::format("s{}", k), "log_loss", 0.4);
  }
  add("node_alone", "auc", 0.8);
  add("node_alone", "log_loss", 0.5);
  finished.sweep = test::sweep_of(toml);
  const std::string said = sweep_verdict(finished);
  for (int k = 0; k < 8; ++k)
    EXPECT_NE(said.find(fmt::format("\"s{}\" is better at 1 of 1 points and worse at 0. But by AUC on the test file "
                                    "it is better at 0 of 1 points and worse at 1.",
                                    k)),
              std::string::npos)
        << said;
}

/// The best answer that looks at no feature stands in the figures too.
TEST(SweepFigure, DrawsTheConstantAnswerThatNobodyAskedFor) {
  const Sweep sweep = test::sweep_of("x = 'privacy.epsilon'\nvalues = [1]\nmetrics = ['log_loss']\n[sweep.series.a]");
  const std::string constant = "answering the more frequent level";
  std::vector<Figure> figures = sweep_figures(
      "f", sweep, {test::seen_at("a", "1", "log_loss", 0.4), test::seen_at(constant, "1", "log_loss", 0.6)});
  ASSERT_EQ(figures.size(), 1U);
  ASSERT_EQ(figures[0].series.size(), 2U);
  EXPECT_EQ(figures[0].series[1].name, constant);
  EXPECT_EQ(figures[0].series[1].kind, FigureSeries::Kind::baseline);
  give_styles(figures);
  EXPECT_EQ(figures[0].series[1].style.mark, "bar");
}

std::vector<std::pair<std::string, double>> drawn(const Figure& figure, const std::string& metric) {
  std::vector<std::pair<std::string, double>> points;
  for (const Observation& seen : figure.observations)
    if (seen.metric == metric && seen.x == "1") points.emplace_back(seen.series, seen.mean);
  return points;
}

TEST(SweepFigure, DrawsBaselinesApartAndTheoryOfTheFirstSeriesAsALine) {
  using Points = std::vector<std::pair<std::string, double>>;
  const std::vector<Figure> figures = sweep_figures("figure9", two_by_two(), its_observations());
  ASSERT_EQ(figures.size(), 2U) << "there are no bounds";
  const Figure& figure = figures[0];
  const std::string theory = "exact theory";
  EXPECT_EQ(drawn(figure, "normalised_error"), (Points{{"a", 1.5}, {theory, 2.5}, {"b, c", 5.5}}));
  EXPECT_EQ(figures[1].id, "figure9_baselines");
  EXPECT_EQ(drawn(figures[1], "baselines"),
            (Points{{"a", 1.5}, {"curator", 9.5}, {"printed_hand_over_non_private", 13.5}}));
  ASSERT_EQ(figure.panels.size(), 1U);
  EXPECT_EQ(figure.panels[0].metric, "normalised_error");
  std::map<std::string, Kind> kinds;
  for (const Figure& one : figures)
    for (const FigureSeries& series : one.series) kinds[series.name] = series.kind;
  EXPECT_EQ(kinds, (std::map<std::string, Kind>{{"a", Kind::plan},
                                                {"b, c", Kind::plan},
                                                {theory, Kind::theory},
                                                {"curator", Kind::baseline},
                                                {"printed_hand_over_non_private", Kind::non_private}}));
}

/// Baselines alone compare nothing: the error of the sweep's own methods is no metric of it.
TEST(SweepFigure, OfBaselinesWithoutAMethodIsLeftOut) {
  const Sweep sweep = test::sweep_of(
      "x = 'privacy.epsilon'\nvalues = [1]\nmetrics = ['accuracy']\nbaselines = ['curator']\n[sweep.series.a]");
  const std::vector<Figure> figures =
      sweep_figures("f", sweep,
                    {test::seen_at("a", "1", "accuracy", 0.8), test::seen_at("curator", "1", "accuracy", 0.9),
                     test::seen_at("curator", "1", "normalised_error", 0.1)});
  ASSERT_EQ(figures.size(), 1U);
  EXPECT_EQ(figures[0].series.size(), 2U);
}

TEST(SweepFigure, ItsAxisIsWhatItsValuesAllow) {
  const auto scale = [](const std::string& values, const std::string& more = "") {
    return sweep_figures("f", test::sweep_of("x = 'graph.nodes'\nvalues = " + values + "\n" + more), {})[0].x.scale;
  };
  EXPECT_EQ(scale("[1, 2.5]"), FigureAxis::Scale::logarithmic);
  EXPECT_EQ(scale("[5e-324, 1e308]"), FigureAxis::Scale::logarithmic);
  EXPECT_EQ(scale("[0, 1]"), FigureAxis::Scale::linear);
  EXPECT_EQ(scale("[1, 2]", "scale = 'linear'"), FigureAxis::Scale::linear);
  EXPECT_EQ(scale("[1, 2]", "scale = 'words'"), FigureAxis::Scale::words);
  EXPECT_EQ(scale("['ring', 'star']"), FigureAxis::Scale::words);
  EXPECT_EQ(scale("[1, 'auto']"), FigureAxis::Scale::words);
}

TEST(SweepFigure, AgainstAnotherMetricPutsItsMeanOnTheAxis) {
  const Sweep sweep = test::sweep_of(
      "x = 'graph.kind'\nvalues = ['ring', 'star']\nmetrics = ['consensus_rounds']\nagainst = 'spectral_gap'\n"
      "baselines = []\n[sweep.series.a]");
  const Figure figure = sweep_figures(
      "f", sweep,
      {test::seen_at("a", "ring", "consensus_rounds", 70), test::seen_at("a", "ring", "spectral_gap", 0.1),
       test::seen_at("a", "star", "consensus_rounds", 7), test::seen_at("a", "star", "spectral_gap", 0.5)})[0];
  EXPECT_EQ(figure.x.scale, FigureAxis::Scale::logarithmic);
  EXPECT_EQ(figure.x.title, "Spectral gap 1 - beta");
  EXPECT_EQ(figure.observations[0].x, "0.1");
  EXPECT_EQ(figure.observations[2].x, "0.5");
  EXPECT_NO_THROW(vega_lite(figure));
}

TEST(SweepFiles, AreTheseAndTheSameEachTime) {
  const test::WholeSweep whole =
      test::whole_sweep(test::small_file + "[sweep]\nx = 'privacy.epsilon'\nvalues = [1]\nbaselines = []\n");
  const FinishedSweep finished{.id = "f",
                               .resolved = "resolved",
                               .sweep = whole.sweep,
                               .first = whole.groups[0].points[0].configuration,
                               .observations = {test::seen_at(only_series, "1", "node_error", 0.1)}};
  const RunIdentity identity{.kind = "sweep", .version = "1", .commit = "abc", .command_line = "sotto run a.toml"};
  const Scenario first(finished.first);
  const Files files = sweep_files(finished, first, identity);
  std::vector<std::string> names;
  for (const auto& [name, bytes] : files) names.push_back(name);
  EXPECT_EQ(names,
            (std::vector<std::string>{"configuration.toml", "report.txt", "sweep.json", "results.csv", "means.npy",
                                      "axes.json", "figure.vl.json", "page.json", "report.html", "manifest.json"}));
  EXPECT_EQ(files, sweep_files(finished, first, identity));
}

TEST(SweepSummary, SaysThatMaskedSeriesPromiseLessAgainstAllOthers) {
  const auto promise = [](const std::string& series) {
    const test::WholeSweep whole =
        test::whole_sweep(test::small_file + "[sweep]\nx = 'privacy.epsilon'\nvalues = [1]\n" + series);
    const FinishedSweep finished{.id = "f",
                                 .resolved = "",
                                 .sweep = whole.sweep,
                                 .first = whole.groups[0].points[0].configuration,
                                 .observations = {}};
    return sweep_summary(finished, Scenario(finished.first)).promise;
  };
  const std::string words = "against all other members together its epsilon is larger";
  EXPECT_EQ(promise("[sweep.series.a]\n").find(words), std::string::npos);
  EXPECT_NE(promise("[sweep.series.a]\n[sweep.series.b.privacy]\ntrust = 'all-but-q'\ncolluders = 1\n").find(words),
            std::string::npos);
}

TEST(Manifest, OfASweepReadsBack) {
  const test::WholeSweep whole =
      test::whole_sweep(test::small_file + "run.seed = 77\n[sweep]\nx = 'privacy.epsilon'\nvalues = [1]\n");
  const Files files = sweep_files({.id = "f",
                                   .resolved = "resolved",
                                   .sweep = whole.sweep,
                                   .first = whole.groups[0].points[0].configuration,
                                   .observations = {test::seen_at(only_series, "1", "node_error", 0.1)}},
                                  Scenario(whole.groups[0].points[0].configuration),
                                  {.kind = "sweep", .version = "1", .commit = "c", .command_line = "sotto \"x\""});
  const Provenance facts = read_provenance({.field = "DIR", .path = "manifest.json"}, files.back().second);
  EXPECT_EQ(facts.made_by.kind, "sweep");
  EXPECT_EQ(facts.made_by.command_line, "sotto \"x\"");
  EXPECT_EQ(facts.seed, 77U);
  EXPECT_EQ(facts.digests.at("configuration.toml"), sha256("resolved"));
}

/// Accuracy over epsilon on a small file, with a node alone and a curator beside it.
struct AccuracySweep {
  test::FileProblem files;
  test::WholeSweep whole = test::whole_sweep(files.toml("records = 60\nhold_out = 3\n") + R"(
[sweep]
x = "privacy.epsilon"
values = [1, 8]
metrics = ["accuracy"]
baselines = ["node_alone", "curator"]
)");
  std::vector<Observation> seen =
      run_sweeps({{whole.sweep, whole.groups}}, {.known = [](const SweepGroup&) { return std::nullopt; },
                                                 .finished = [](const SweepGroup&, const std::vector<Observation>&) {},
                                                 .progress = [](std::uint64_t, std::uint64_t) {},
                                                 .interrupt = test::never})
          .front()
          .observations;

  double mean(const std::string& series, const std::string& x, const std::string& metric) const {
    for (const Observation& one : seen)
      if (one.series == series && one.x == x && one.metric == metric) return one.mean;
    return std::nan("");
  }
};

TEST(SweepOfModels, SeesEveryNodeByItself) {
  const AccuracySweep sweep;
  for (const char* series : {only_series, "node_alone"})
    for (const char* x : {"1", "8"}) {
      double sum = 0;
      for (std::size_t i = 0; i < 4; ++i) sum += sweep.mean(series, x, metric_of_node("accuracy", i)) / 4;
      EXPECT_NEAR(sum, sweep.mean(series, x, "accuracy"), 1e-12) << series << " at " << x;
    }
  EXPECT_NE(sweep.mean("node_alone", "1", "accuracy_node_0"), sweep.mean("node_alone", "1", "accuracy_node_1"));
  EXPECT_TRUE(std::isnan(sweep.mean("curator", "1", "accuracy_node_0"))) << "a curator is not a node";
}

TEST(SweepOfModels, DrawsBaselinesBesideAndNodesInPanelsOfTheirOwn) {
  const AccuracySweep sweep;
  const Figure all = sweep_figures("sweep", sweep.whole.sweep, sweep.seen)[0];
  EXPECT_EQ(all.panels[0].scale, FigureAxis::Scale::linear) << "a share";
  for (const char* series : {only_series, "node_alone", "curator"})
    EXPECT_EQ(std::count_if(all.observations.begin(), all.observations.end(),
                            [&](const Observation& one) { return one.series == series && one.metric == "accuracy"; }),
              2)
        << series;
  const std::optional<Figure> nodes = sweep_nodes_figure(
      {.id = "sweep", .resolved = "", .sweep = sweep.whole.sweep, .first = {}, .observations = sweep.seen},
      {"north", "1"});
  ASSERT_TRUE(nodes);
  ASSERT_EQ(nodes->panels.size(), 4U);
  EXPECT_EQ(nodes->panels[0].title, "north: Accuracy on the test file");
  EXPECT_EQ(nodes->panels[1].title, "Node 1: Accuracy on the test file");
  EXPECT_EQ(nodes->series.size(), 2U);
  EXPECT_EQ(nodes->observations.size(), 4U * 2U * 2U);
  EXPECT_FALSE(sweep_nodes_figure(
      {.id = "sweep", .resolved = "", .sweep = two_by_two(), .first = {}, .observations = its_observations()}, {}))
      << "nothing was tested";
}

}  // namespace
}  // namespace sotto
