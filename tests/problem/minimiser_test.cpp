// SPDX-License-Identifier: MIT
// Minimisers of every loss against solvers of other people.
#include "sotto/problem/minimiser.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>

#include "problem/models.hpp"
#include "sotto/input/long_wait.hpp"
#include "support/subprocess.hpp"
#include "support/temporary_folder.hpp"

namespace sotto {
namespace {

using Json = nlohmann::json;

constexpr std::size_t rows_in_all = 60;

struct Problem {
  std::string name;
  LinearModelSetting setting;
  LabelledRows rows;
};

std::vector<Problem> problems() {
  test::RandomPoints points(11);
  std::vector<Problem> all;
  for (const auto& [name, loss] : test::all_losses()) {
    LinearModelSetting setting = test::setting_for(loss);
    setting.records = rows_in_all;
    all.push_back({name, setting, test::random_rows(loss, test::features, rows_in_all, points).dense});
  }
  return all;
}

double width_of(const Loss& loss) {
  if (const auto* huber = std::get_if<HuberLoss>(&loss)) return huber->width;
  if (const auto* hinge = std::get_if<SmoothedHingeLoss>(&loss)) return hinge->width;
  return 1;
}

Json described(const Problem& problem, const LinearModel& model) {
  Json rows = Json::array();
  for (std::size_t r = 0; r < rows_in_all; ++r) {
    const auto row = std::get<Records>(model.rows().features).row(r);
    rows.push_back(std::vector<double>(row.begin(), row.end()));
  }
  return {{"loss", problem.name},
          {"width", width_of(problem.setting.loss)},
          {"classes", margins_of(problem.setting.loss)},
          {"weight", problem.setting.weight},
          {"mu", problem.setting.strong_convexity},
          {"rows", rows},
          {"labels", model.rows().labels}};
}

Json solved_by_others(const Json& jobs) {
  const test::TemporaryFolder folder;
  std::ofstream(folder.path() / "jobs.json") << jobs;
  const test::Transcript said = test::run_subprocess(
      {.words = {"/bin/sh", "-c",
                 "/usr/bin/python3 -W ignore " SOTTO_SOURCE_DIR "/tests/problem/trusted_solver.py < jobs.json"},
       .folder = folder.path()});
  EXPECT_EQ(said.code, 0) << said.err;
  return Json::parse(said.out);
}

TEST(Minimiser, OfEveryLossIsThatOfScipyAndScikitLearn) {
  Json jobs = Json::array();
  std::vector<std::vector<double>> ours;
  for (const Problem& problem : problems()) {
    const Domain far = Ball{.dimension = margins_of(problem.setting.loss) * test::features, .radius = 50};
    LinearModelSetting setting = problem.setting;
    if (std::holds_alternative<PoissonLoss>(setting.loss)) setting.row_norm = 0.1;  // exp(5) is curved enough
    const LinearModel model(far, setting, problem.rows);
    const Objective* only = &model;
    ours.push_back(non_private_minimiser({&only, 1}, far));
    jobs.push_back(described(problem, model));
  }
  const Json answers = solved_by_others(jobs);
  int compared = 0;
  for (std::size_t k = 0; k < ours.size(); ++k)
    for (const char* solver : {"scipy", "sklearn"}) {
      if (answers[k][solver].is_null()) continue;
      const auto theirs = answers[k][solver].get<std::vector<double>>();
      ASSERT_EQ(theirs.size(), ours[k].size());
      EXPECT_LE(test::norm(test::difference(theirs, ours[k])), 1e-6) << jobs[k]["loss"] << " by " << solver;
      ++compared;
    }
  EXPECT_EQ(compared, 6 + 4);
}

TEST(Minimiser, IsWhereNoDirectionWithinTheDomainLeadsDown) {
  test::RandomPoints points(12);
  for (const Problem& problem : problems()) {
    const Domain near = Ball{.dimension = margins_of(problem.setting.loss) * test::features, .radius = 0.2};
    const LinearModel model(near, problem.setting, problem.rows);
    const Objective* only = &model;
    const std::vector<double> x = non_private_minimiser({&only, 1}, near), g = test::gradient_of(model, x);
    for (int k = 0; k < 300; ++k) {
      const std::vector<double> u = test::random_point(near, points);
      EXPECT_GE(dot(g, test::difference(u, x)), -1e-9) << problem.name;
    }
  }
}

TEST(Minimiser, SaysHowFarItIsToWhoListens) {
  const Problem problem = problems().front();
  const Domain far = Ball{.dimension = margins_of(problem.setting.loss) * test::features, .radius = 50};
  const LinearModel model(far, problem.setting, problem.rows);
  const Objective* only = &model;
  std::vector<double> shares;
  {
    const ListeningToWaits ears([&](const char*, double share, WaitOn on) {
      EXPECT_EQ(on, WaitOn::records);
      shares.push_back(share);
    });
    non_private_minimiser({&only, 1}, far, 1e-6);
  }
  ASSERT_GE(shares.size(), 3U);
  EXPECT_TRUE(std::is_sorted(shares.begin(), shares.end()));
  EXPECT_EQ(shares.front(), 0.0);
  EXPECT_EQ(shares.back(), 1.0);
}

}  // namespace
}  // namespace sotto
