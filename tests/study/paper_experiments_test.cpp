// SPDX-License-Identifier: MIT
// The experiments that the program carries are the files of experiments/, and ask for what the paper's figures show.
#include "sotto/study/paper_experiments.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>

#include "sotto/simulation/baseline/baseline.hpp"
#include "sotto/study/claims.hpp"
#include "sotto/study/sweep_points.hpp"

namespace sotto {
namespace {

const std::filesystem::path experiments_folder = std::filesystem::path(SOTTO_SOURCE_DIR) / "experiments";

struct Experiment {
  Sweep sweep;
  std::vector<SweepPoint> points;
};

Experiment experiment(std::string_view id) {
  for (const ExperimentText& text : experiment_texts()) {
    if (text.id != id) continue;
    Settings settings;
    settings.add_file_text(std::string(id) + ".toml", std::string(text.toml));
    Experiment made{.sweep = read_sweep(settings.sweep().value()), .points = {}};
    for (const SweepGroup& group : groups_of(made.sweep, settings))
      made.points.insert(made.points.end(), group.points.begin(), group.points.end());
    return made;
  }
  throw std::invalid_argument("there is no such experiment");
}

/// Every figure says what the paper's setting is, but for its own axis and series.
void expect_papers_setting(const Configuration& configuration) {
  EXPECT_EQ(configuration.problem.dimension, 10U);
  EXPECT_EQ(configuration.problem.radius, 10);
  EXPECT_EQ(configuration.graph.nodes, 10U);
  EXPECT_EQ(configuration.run.trials, 400U);
  EXPECT_EQ(configuration.run.seed, 1U);
}

/// Values of a configuration along the axis, for the series with this name.
template <class Value>
std::vector<Value> along(const Experiment& of, const std::string& series, Value (*value)(const Configuration&)) {
  std::vector<Value> values(of.sweep.x.values.size());
  std::size_t found = 0;
  for (const SweepPoint& point : of.points)
    if (of.sweep.series[point.series].name == series) {
      values[point.x] = value(point.configuration);
      ++found;
    }
  EXPECT_EQ(found, values.size()) << series;
  return values;
}

Round rounds_of(const Configuration& c) {
  return c.algorithm.rounds;
}
double delta_of(const Configuration& c) {
  return c.privacy.budget.delta;
}
double epsilon_of_point(const Configuration& c) {
  return c.privacy.budget.epsilon;
}
std::size_t records_of(const Configuration& c) {
  return c.problem.records_per_node;
}

TEST(ExperimentTexts, AreTheFilesOfTheFolder) {
  std::set<std::string> carried, there;
  for (const ExperimentText& text : experiment_texts()) {
    carried.insert(std::string(text.id) + ".toml");
    std::ifstream file(experiments_folder / (std::string(text.id) + ".toml"), std::ios::binary);
    std::ostringstream bytes;
    bytes << file.rdbuf();
    EXPECT_EQ(bytes.str(), text.toml) << text.id;
  }
  for (const auto& entry : std::filesystem::directory_iterator(experiments_folder))
    there.insert(entry.path().filename().string());
  EXPECT_EQ(carried, there);
}

TEST(ExperimentTexts, AllReadAndMakePointsWithPlans) {
  for (const ExperimentText& text : experiment_texts()) {
    const Experiment made = experiment(text.id);
    EXPECT_EQ(made.points.size(), made.sweep.series.size() * made.sweep.x.values.size()) << text.id;
    EXPECT_FALSE(made.sweep.title.empty()) << text.id;
    EXPECT_FALSE(made.sweep.caption.empty()) << text.id;
  }
}

TEST(PapersFigures, HaveAllPlansAndAllBaselines) {
  for (const char* id : {"figure1", "figure2", "figure3", "figure4"}) {
    const Experiment figure = experiment(id);
    const auto has = [&](const auto& wanted) {
      return std::any_of(figure.sweep.series.begin(), figure.sweep.series.end(), wanted);
    };
    for (const BaselineKind& kind : all_baselines())
      EXPECT_TRUE(has([&](const SweepSeries& series) { return series.baseline == &kind; })) << id << kind.name;
    for (const char* plan : {papers_plan, normalised_plan, our_default})
      EXPECT_TRUE(has([&](const SweepSeries& series) { return series.name.starts_with(plan); })) << id << plan;
    for (const SweepPoint& point : figure.points) expect_papers_setting(point.configuration);
  }
}

TEST(PapersFigures, CallAPlanThePapersWhereItIs) {
  for (const char* id : {"figure1", "figure2", "figure3", "figure4"}) {
    const Experiment figure = experiment(id);
    for (const SweepPoint& point : figure.points) {
      const std::string& name = figure.sweep.series[point.series].name;
      const auto& [privacy, algorithm] = std::tie(point.configuration.privacy, point.configuration.algorithm);
      if (name.starts_with(papers_plan)) {
        EXPECT_EQ(privacy.accountant, Accountant::paper) << id << name;
        EXPECT_EQ(privacy.schedule, NoiseSchedule::paper) << id << name;
        EXPECT_EQ(algorithm.step, StepRule::paper) << id << name;
      } else if (name.starts_with(normalised_plan)) {
        EXPECT_EQ(privacy.accountant, Accountant::paper) << id << name;
        EXPECT_EQ(privacy.schedule, NoiseSchedule::paper_normalised) << id << name;
        EXPECT_EQ(algorithm.step, StepRule::paper) << id << name;
      } else if (name.starts_with(our_default)) {
        EXPECT_EQ(privacy.accountant, Accountant::exact) << id << name;
        EXPECT_EQ(privacy.schedule, NoiseSchedule::constant) << id << name;
        EXPECT_EQ(algorithm.step, StepRule::shifted) << id << name;
      }
    }
  }
}

TEST(PapersFigures, Figure1GoesThroughRounds) {
  const Experiment figure = experiment("figure1");
  EXPECT_EQ(along(figure, papers_plan, rounds_of), (std::vector<Round>{1, 2, 5, 10, 20, 50, 100, 200, 500, 1000}));
  for (const SweepPoint& point : figure.points) {
    EXPECT_EQ(epsilon_of_point(point.configuration), 4);
    EXPECT_EQ(delta_of(point.configuration), 1e-3);
    EXPECT_EQ(records_of(point.configuration), 100U);
  }
}

TEST(PapersFigures, Figure2GoesThroughTwelveEpsilonsForThreeDeltas) {
  const Experiment figure = experiment("figure2");
  for (const auto& [text, delta] : {std::pair{"1e-3", 1e-3}, std::pair{"1e-6", 1e-6}, std::pair{"1e-9", 1e-9}})
    for (const char* plan : {papers_plan, normalised_plan, our_default}) {
      const std::string series = std::string(plan) + ", delta = " + text;
      const std::vector<double> epsilons = along(figure, series, epsilon_of_point);
      ASSERT_EQ(epsilons.size(), 12U);
      EXPECT_EQ(epsilons.front(), 0.1);
      EXPECT_EQ(epsilons.back(), 10);
      for (std::size_t k = 0; k < 12; ++k)  // evenly on a log axis, to two digits
        EXPECT_NEAR(epsilons[k] / std::pow(10, -1 + 2 * static_cast<double>(k) / 11), 1, 0.04) << epsilons[k];
      EXPECT_EQ(along(figure, series, delta_of), std::vector<double>(12, delta));
      EXPECT_EQ(along(figure, series, rounds_of), std::vector<Round>(12, 1000));
    }
}

TEST(PapersFigures, Figure3GoesThroughEdgeProbabilitiesOnFreshGraphs) {
  const Experiment figure = experiment("figure3");
  for (const auto& [text, T] : {std::pair{"100", Round{100}}, std::pair{"1000", Round{1000}}})
    for (const char* plan : {papers_plan, normalised_plan, our_default}) {
      const std::string series = std::string(plan) + ", T = " + text;
      EXPECT_EQ(along(figure, series, rounds_of), std::vector<Round>(4, T));
      EXPECT_EQ(along<double>(figure, series, [](const Configuration& c) { return c.graph.edge_probability; }),
                (std::vector<double>{0.1, 0.3, 0.6, 1}));
    }
  for (const SweepPoint& point : figure.points) {
    EXPECT_EQ(point.configuration.run.fresh, Fresh::graph);
    EXPECT_EQ(delta_of(point.configuration), 1e-3);
  }
  for (const char* metric : {"first_node_error", "first_node_end_error"})
    EXPECT_EQ(std::count(figure.sweep.metrics.begin(), figure.sweep.metrics.end(), metric), 1) << metric;
}

TEST(PapersFigures, Figure4GoesThroughRecordsWithDeltaAlongAndFixed) {
  const Experiment figure = experiment("figure4");
  const std::vector<std::size_t> records{10, 20, 50, 100, 200, 500, 1000};
  for (const char* plan : {papers_plan, normalised_plan, our_default}) {
    const std::string as_printed = std::string(plan) + ", as printed", fixed = std::string(plan) + ", delta fixed";
    EXPECT_EQ(along(figure, as_printed, records_of), records);
    EXPECT_EQ(along(figure, fixed, records_of), records);
    EXPECT_EQ(along(figure, fixed, delta_of), std::vector<double>(7, 1e-3));
    const std::vector<double> deltas = along(figure, as_printed, delta_of);
    for (std::size_t k = 0; k < records.size(); ++k)
      EXPECT_NEAR(deltas[k] * 10 * static_cast<double>(records[k]), 1, 1e-12);  // 1/(N N_i)
    EXPECT_EQ(along(figure, fixed, rounds_of), std::vector<Round>(7, 1000));
  }
}

TEST(ConsensusExperiment, ComparesPlainAndAcceleratedOnFourGraphs) {
  const Experiment made = experiment("consensus");
  EXPECT_EQ(made.sweep.against, DrawnAgainst::spectral_gap);
  EXPECT_EQ(made.sweep.series.size(), 8U);
}

}  // namespace
}  // namespace sotto
