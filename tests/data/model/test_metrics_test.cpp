// SPDX-License-Identifier: MIT
// Test metrics against their definitions, and against scikit-learn.
#include "sotto/data/model/test_metrics.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <nlohmann/json.hpp>

#include "problem/models.hpp"
#include "sotto/input/invalid_input.hpp"
#include "support/subprocess.hpp"
#include "support/temporary_folder.hpp"

namespace sotto {
namespace {

using Json = nlohmann::json;

/// One feature and x = 1: a row is its margin.
LabelledRows rows_with(const std::vector<double>& margins, const std::vector<double>& labels, std::size_t width = 1) {
  return {Records{.dimension = width, .values = margins}, labels};
}

std::map<std::string, double> named(const Loss& loss, const std::vector<double>& x, const TestRows& on) {
  const std::vector<MetricKind> kinds = metrics_for(loss);
  const std::vector<double> values = measure(loss, x, on);
  EXPECT_EQ(kinds.size(), values.size());
  std::map<std::string, double> found;
  for (std::size_t k = 0; k < kinds.size(); ++k) found[std::string(kinds[k].name)] = values[k];
  return found;
}

std::map<std::string, double> of_margins(const Loss& loss, const std::vector<double>& margins,
                                         const std::vector<double>& labels, const AffineMap& label = {}) {
  const std::size_t width = margins_of(loss);
  std::vector<double> identity(width * width);
  for (std::size_t k = 0; k < width; ++k) identity[k * width + k] = 1;
  return named(loss, identity, {.rows = rows_with(margins, labels, width), .label = label});
}

struct Job {
  std::string name;
  Loss loss;
  std::vector<double> margins = {}, labels = {};
  AffineMap label = {};
};

/// Margins on a coarse grid: many are equal, many are 0.
std::vector<Job> jobs() {
  test::RandomPoints points(21);
  std::vector<test::NamedLoss> losses = test::all_losses();
  losses.push_back({"softmax", SoftmaxLoss{.classes = 2}});
  std::vector<Job> all;
  for (const auto& [name, loss] : losses) {
    Job job{.name = name, .loss = loss};
    if (metrics_for(loss)[0].name == "r2") job.label = {.offset = name == "poisson" ? 0.0 : 17, .factor = 0.04};
    for (int r = 0; r < 300; ++r) {
      for (std::size_t k = 0; k < margins_of(loss); ++k)
        job.margins.push_back(std::round(points.uniform({-2, 2}) * 4) / 4);
      job.labels.push_back(test::random_label(loss, points));
    }
    all.push_back(job);
  }
  return all;
}

Json by_scikit_learn(const std::vector<Job>& of) {
  Json described = Json::array();
  for (const Job& job : of) {
    Json margins = Json::array();
    const std::size_t width = margins_of(job.loss);
    for (std::size_t r = 0; r < job.labels.size(); ++r)
      margins.push_back(std::vector<double>(job.margins.begin() + static_cast<std::ptrdiff_t>(r * width),
                                            job.margins.begin() + static_cast<std::ptrdiff_t>((r + 1) * width)));
    described.push_back({{"loss", job.name},
                         {"margins", margins},
                         {"labels", job.labels},
                         {"offset", job.label.offset},
                         {"factor", job.label.factor}});
  }
  const test::TemporaryFolder folder;
  std::ofstream(folder.path() / "jobs.json") << described;
  const test::Transcript said = test::run_subprocess(
      {.words = {"/bin/sh", "-c",
                 "/usr/bin/python3 -W ignore " SOTTO_SOURCE_DIR "/tests/data/model/trusted_metrics.py < jobs.json"},
       .folder = folder.path()});
  EXPECT_EQ(said.code, 0) << said.err;
  return Json::parse(said.out);
}

TEST(TestMetrics, AreThoseOfScikitLearn) {
  const std::vector<Job> all = jobs();
  const Json theirs = by_scikit_learn(all);
  int compared = 0;
  for (std::size_t k = 0; k < all.size(); ++k) {
    const std::map<std::string, double> ours = of_margins(all[k].loss, all[k].margins, all[k].labels, all[k].label);
    for (const auto& [name, value] : theirs[k].items()) {
      ASSERT_TRUE(ours.contains(name)) << all[k].name << " " << name;
      EXPECT_NEAR(ours.at(name), value.get<double>(), 1e-12 * (1 + std::abs(value.get<double>())))
          << all[k].name << " " << name;
      ++compared;
    }
  }
  EXPECT_EQ(compared, 2 + 2 + 3 + 2 + 3 + 2 + 3);
}

/// Metrics of the constant answer and the loss that judges it.
struct Constant {
  std::map<std::string, double> metrics;
  double judged;
};
Constant constant_of(const Loss& loss, const std::vector<double>& labels, const AffineMap& label = {}) {
  const std::vector<MetricKind> kinds = metrics_for(loss);
  const std::size_t width = margins_of(loss);
  const LabelledRows rows = rows_with(std::vector<double>(width * labels.size(), 1.0), labels, width);
  const std::vector<double> values = measure_constant(loss, {.rows = rows, .label = label});
  Constant constant{.metrics = {}, .judged = values[judging_metric(kinds)]};
  for (std::size_t k = 0; k < kinds.size(); ++k) constant.metrics[std::string(kinds[k].name)] = values[k];
  return constant;
}

/// No margins that are the same for all rows have less loss.
TEST(ConstantAnswer, IsTheBestThatLooksAtNoFeature) {
  for (const Job& job : jobs()) {
    const std::size_t width = margins_of(job.loss);
    const double found = constant_of(job.loss, job.labels, job.label).judged;
    constexpr double slack = 1e-12;
    test::RandomPoints points(5);
    for (int tried = 0; tried < 500; ++tried) {
      std::vector<double> margin(width), all;
      for (double& m : margin) m = points.uniform({-2, 2});
      for (std::size_t r = 0; r < job.labels.size(); ++r) all.insert(all.end(), margin.begin(), margin.end());
      const std::vector<MetricKind> kinds = metrics_for(job.loss);
      const std::string judge(kinds[judging_metric(kinds)].name);
      EXPECT_LE(found, of_margins(job.loss, all, job.labels, job.label).at(judge) + slack) << job.name;
    }
  }
}

TEST(ConstantAnswer, HasTheMetricsOfTheShares) {
  const std::vector<double> labels{1, -1, -1, -1, -1};
  const Constant levels = constant_of(LogisticLoss{}, labels);
  EXPECT_DOUBLE_EQ(levels.metrics.at("accuracy"), 0.8);
  EXPECT_DOUBLE_EQ(levels.metrics.at("auc"), 0.5);
  EXPECT_NEAR(levels.metrics.at("log_loss"), -0.2 * std::log(0.2) - 0.8 * std::log(0.8), 1e-12);
  EXPECT_NEAR(levels.metrics.at("calibration_error"), 0, 1e-12);
  const Constant numbers = constant_of(SquaredLoss{}, {0.1, 0.2, 0.6});
  EXPECT_NEAR(numbers.metrics.at("r2"), 0, 1e-12);
  EXPECT_NEAR(constant_of(LogisticLoss{}, {1, 1, 1}).judged, 0, 1e-8);
}

/// The mean of these labels is 0.2, where the loss is 2.5 times as large.
TEST(ConstantAnswer, OfHubersLossIsNotMovedByOneLabelFarOut) {
  const HuberLoss loss{.width = 0.01, .label_bound = 1};
  const std::vector<double> labels{0, 0, 0, 0, 1};
  const std::vector<double> at_the_mean(5, 0.2);
  EXPECT_LT(constant_of(loss, labels).judged, 0.7 * of_margins(loss, at_the_mean, labels).at("huber_loss"));
  EXPECT_EQ(name_of_constant(metrics_for(loss)), "answering the best constant");
}

TEST(ConstantAnswer, IsCalledByWhatItAnswers) {
  EXPECT_EQ(name_of_constant(metrics_for(LogisticLoss{})), "answering the more frequent level");
  EXPECT_EQ(name_of_constant(metrics_for(SoftmaxLoss{.classes = 3})), "answering the most frequent level");
  EXPECT_EQ(name_of_constant(metrics_for(PoissonLoss{})), "answering the mean");
}

TEST(JudgingMetric, IsTheLossOfEveryKind) {
  const std::map<std::string, std::string> expected{{"squared", "mean_squared_error"}, {"huber", "huber_loss"},
                                                    {"logistic", "log_loss"},          {"smoothed hinge", "hinge_loss"},
                                                    {"poisson", "mean_deviance"},      {"softmax", "log_loss"}};
  for (const Job& job : jobs()) {
    const std::vector<MetricKind> kinds = metrics_for(job.loss);
    ASSERT_TRUE(expected.contains(job.name)) << job.name;
    EXPECT_EQ(kinds[judging_metric(kinds)].name, expected.at(job.name));
  }
}

TEST(TestMetrics, AreaUnderTheCurveIsTheShareOfPairsInOrder) {
  test::RandomPoints points(22);
  for (int repeat = 0; repeat < 20; ++repeat) {
    std::vector<double> margins, labels;
    for (int r = 0; r < 40; ++r) {
      margins.push_back(static_cast<double>(points.below(7)) - 3);
      labels.push_back(points.below(3) == 0 ? 1 : -1);
    }
    double in_order = 0, pairs = 0;
    for (std::size_t i = 0; i < 40; ++i)
      for (std::size_t j = 0; j < 40; ++j) {
        if (labels[i] < 0 || labels[j] > 0) continue;
        pairs += 1;
        in_order += margins[i] > margins[j] ? 1 : margins[i] == margins[j] ? 0.5 : 0;
      }
    EXPECT_EQ(of_margins(LogisticLoss{}, margins, labels).at("auc"), in_order / pairs);
    EXPECT_EQ(of_margins(SmoothedHingeLoss{}, margins, labels).at("auc"), in_order / pairs);
  }
}

/// Straight from the definition: every bin walks through all rows.
double calibration_by_definition(const std::vector<double>& probabilities, const std::vector<bool>& came_true) {
  double sum = 0;
  for (int bin = 0; bin < 10; ++bin) {
    double expected = 0, seen = 0;
    for (std::size_t r = 0; r < probabilities.size(); ++r) {
      const double p = probabilities[r];
      if (p * 10 < bin || (p * 10 >= bin + 1 && bin < 9)) continue;
      expected += p;
      seen += came_true[r] ? 1 : 0;
    }
    sum += std::abs(seen - expected);
  }
  return sum / static_cast<double>(probabilities.size());
}

TEST(TestMetrics, CalibrationOfTwoLevelsIsThatOfTheSecondAndOfMoreThatOfThePredictedOne) {
  test::RandomPoints points(23);
  std::vector<double> margins, labels, three_margins, three_labels, p, three_p;
  std::vector<bool> came_true, three_came_true;
  for (int r = 0; r < 500; ++r) {
    margins.push_back(points.uniform({-6, 6}));
    labels.push_back(points.below(2) == 0 ? -1 : 1);
    p.push_back(1 / (1 + std::exp(-margins.back())));
    came_true.push_back(labels.back() > 0);
    double m[3] = {points.gaussian(), points.gaussian(), points.gaussian()};
    three_labels.push_back(static_cast<double>(points.below(3)));
    const auto largest = std::max_element(m, m + 3);
    three_p.push_back(std::exp(*largest) / (std::exp(m[0]) + std::exp(m[1]) + std::exp(m[2])));
    three_came_true.push_back(three_labels.back() == static_cast<double>(largest - m));
    three_margins.insert(three_margins.end(), m, m + 3);
  }
  EXPECT_NEAR(of_margins(LogisticLoss{}, margins, labels).at("calibration_error"),
              calibration_by_definition(p, came_true), 1e-12);
  EXPECT_NEAR(of_margins(SoftmaxLoss{.classes = 3}, three_margins, three_labels).at("calibration_error"),
              calibration_by_definition(three_p, three_came_true), 1e-12);
}

TEST(TestMetrics, BinsSayWhatTheCalibrationErrorSums) {
  test::RandomPoints points(25);
  for (const auto& [name, loss] : test::all_losses()) {
    const auto [sparse, dense] = test::random_rows(loss, 4, 200, points);
    const std::vector<double> x = points.gaussian_vector(margins_of(loss) * 4);
    const TestMeasures found = measure_with_bins(loss, x, {.rows = dense});
    EXPECT_EQ(found.metrics, measure(loss, x, {.rows = dense})) << name;
    const auto metrics = named(loss, x, {.rows = dense});
    ASSERT_EQ(found.calibration.empty(), !metrics.contains("calibration_error")) << name;
    double sum = 0;
    std::uint64_t rows = 0;
    for (const CalibrationBin& bin : found.calibration) {
      sum += std::abs(bin.said - static_cast<double>(bin.came_true));
      rows += bin.rows;
    }
    if (found.calibration.empty()) continue;
    EXPECT_EQ(rows, 200U) << name;
    EXPECT_NEAR(sum / 200, metrics.at("calibration_error"), 1e-12) << name;
  }
}

TEST(TestMetrics, SureAndRightIsPerfectAndSureAndWrongIsTheWorst) {
  const auto right = of_margins(LogisticLoss{}, {1000, -1000, 800}, {1, -1, 1});
  EXPECT_EQ(right.at("accuracy"), 1);
  EXPECT_EQ(right.at("auc"), 1);
  EXPECT_EQ(right.at("log_loss"), 0);
  EXPECT_EQ(right.at("calibration_error"), 0);
  const auto wrong = of_margins(LogisticLoss{}, {1000, -1000}, {-1, 1});
  EXPECT_EQ(wrong.at("accuracy"), 0);
  EXPECT_EQ(wrong.at("auc"), 0);
  EXPECT_EQ(wrong.at("log_loss"), 1000);
  EXPECT_EQ(wrong.at("calibration_error"), 1);
}

TEST(TestMetrics, RowsThatARuleDroppedDoNotCount) {
  test::RandomPoints points(24);
  for (const auto& [name, loss] : test::all_losses()) {
    const auto [sparse, dense] = test::random_rows(loss, 4, 30, points);
    const std::vector<double> x = points.gaussian_vector(margins_of(loss) * 4);
    const std::vector<std::uint32_t> dropped{0, 3, 4, 17, 29};
    LabelledRows kept{Records{.dimension = 4}};
    for (std::uint32_t r = 0; r < 30; ++r) {
      if (std::count(dropped.begin(), dropped.end(), r) > 0) continue;
      auto& values = std::get<Records>(kept.features).values;
      const auto row = std::get<Records>(dense.features).row(r);
      values.insert(values.end(), row.begin(), row.end());
      kept.labels.push_back(dense.labels[r]);
    }
    EXPECT_EQ(measure(loss, x, {.rows = dense, .dropped = dropped}), measure(loss, x, {.rows = kept})) << name;
    const std::vector<double> from_sparse = measure(loss, x, {.rows = sparse, .dropped = dropped});
    const std::vector<double> from_dense = measure(loss, x, {.rows = kept});
    for (std::size_t k = 0; k < from_dense.size(); ++k) EXPECT_NEAR(from_sparse[k], from_dense[k], 1e-12) << name;
  }
}

TEST(TestMetrics, WhatDoesNotExistIsNotANumber) {
  const std::vector<std::uint32_t> both{0, 1};
  for (const auto& [name, loss] : test::all_losses()) {
    const std::vector<double> x(margins_of(loss), 0.5);
    for (const double value : measure(loss, x, {.rows = rows_with({1, 2}, {1, 1}), .dropped = both}))
      EXPECT_TRUE(std::isnan(value)) << name;
    for (const double value : measure(loss, x, {.rows = {Records{.dimension = 1}}})) EXPECT_TRUE(std::isnan(value));
  }
  const auto one_level = of_margins(LogisticLoss{}, {1, 2}, {1, 1});
  EXPECT_TRUE(std::isnan(one_level.at("auc")));
  EXPECT_EQ(one_level.at("accuracy"), 1);
  const auto constant = of_margins(SquaredLoss{}, {0.1, 0.2, 0.3}, {0.1, 0.1, 0.1});
  EXPECT_TRUE(std::isnan(constant.at("r2")));
  EXPECT_NEAR(constant.at("mean_squared_error"), 0.05 / 3, 1e-15);
}

TEST(TestMetrics, RowsWithoutLabelsAndCoefficientsOfAnotherSizeAreRefused) {
  EXPECT_THROW(measure(LogisticLoss{}, std::vector<double>{1}, {.rows = rows_with({1, 2}, {})}), InvalidInput);
  EXPECT_THROW(measure(LogisticLoss{}, std::vector<double>{1, 2}, {.rows = rows_with({1, 2}, {1, 1})}), InvalidInput);
}

TEST(TestMetrics, LabelsThatALossDoesNotAllowAreMovedAndNeverLeadOutOfBounds) {
  EXPECT_EQ(of_margins(SoftmaxLoss{.classes = 2}, {0, 1, 0, 1}, {-1, 7}).at("accuracy"), 0.5);
  EXPECT_EQ(of_margins(LogisticLoss{}, {1, -1}, {0.5, 0}).at("accuracy"), 1);
}

}  // namespace
}  // namespace sotto
