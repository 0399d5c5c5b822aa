// SPDX-License-Identifier: MIT
// Few are ill and sites differ: accuracy praises a model that hardly knows more than that few are ill.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>

#include "system/program.hpp"

namespace sotto::test {
namespace {

/// Made-up patients: the same everywhere, since they follow from integers, + and * but for one exp.
class Patients {
 public:
  struct Site {
    int rows;
    double shift, base;
  };

  std::string rows_of(const Site& site) {
    std::string rows;
    for (int r = 0; r < site.rows; ++r) {
      double margin = site.base;
      for (const double weight : {1.3, 1.0, -0.8}) {
        const double value = std::clamp(site.shift + bell(), -3.0, 3.0);
        margin += weight * (value - site.shift);
        char cell[32];
        std::snprintf(cell, sizeof cell, "%.6f,", value);
        rows += cell;
      }
      rows += share() < 1 / (1 + std::exp(-margin)) ? "yes\n" : "no\n";
    }
    return rows;
  }

 private:
  double share() {
    state_ = state_ * 6364136223846793005U + 1442695040888963407U;
    return static_cast<double>(state_ >> 11U) / 9007199254740992.0;
  }
  double bell() {
    double sum = -6;
    for (int k = 0; k < 12; ++k) sum += share();
    return sum;
  }
  std::uint64_t state_ = 12345;
};

const std::string cohort_toml = R"(
[problem]
kind = "logistic"
regularisation = 0.002
radius = 10.0
[data]
test_file = "test.csv"
[node.0]
file = "n0.csv"
records = 80
[node.1]
file = "n1.csv"
records = 80
[node.2]
file = "n2.csv"
records = 80
[[column]]
name = "a"
range = [-3, 3]
[[column]]
name = "b"
range = [-3, 3]
[[column]]
name = "c"
range = [-3, 3]
[[column]]
name = "ill"
role = "label"
type = "category"
levels = ["no", "yes"]
[graph]
kind = "ring"
nodes = 3
[privacy]
epsilon = 2.0
delta = 1e-4
[algorithm]
rounds = 6
[run]
trials = 40
)";

class Cohort : public ::testing::Test {
 protected:
  void SetUp() override {
    constexpr Patients::Site sites[] = {{80, -0.8, -3.2}, {80, 0.0, -2.6}, {80, 0.8, -2.0}};
    const std::string head = "a,b,c,ill\n";
    Patients patients;
    for (int i = 0; i < 3; ++i) sotto.folder.write("n" + std::to_string(i) + ".csv", head + patients.rows_of(sites[i]));
    std::string test = head;
    for (Patients::Site site : sites) {
      site.rows = 700;
      test += patients.rows_of(site);
    }
    sotto.folder.write("test.csv", test);
    sotto.folder.write("cohort.toml", cohort_toml);
  }
  Program sotto;
};

/// A verdict by accuracy would be the opposite: that is asserted too, so that such a verdict fails here.
TEST_F(Cohort, IsJudgedByItsLossWhereAccuracySaysTheOpposite) {
  const Json run = answer(sotto({"run", "cohort.toml", "--out", "r", "--json"}), "sotto.run/1");
  const auto mean = [&](const char* series, const char* metric) {
    return run.at("test").at(series).at(metric).at("mean").get<double>();
  };
  EXPECT_GT(mean("this plan", "accuracy"), mean("node_alone", "accuracy") + 0.003);
  EXPECT_GT(mean("this plan", "log_loss"), mean("node_alone", "log_loss") + 0.02);
  EXPECT_LT(mean("this plan", "auc"), mean("node_alone", "auc") - 0.05);
  EXPECT_NEAR(mean("this plan", "accuracy"), mean("constant", "accuracy"), 0.002)
      << "it answers the more frequent level";
  EXPECT_EQ(run.at("cooperation"), "does-not-pay");
  EXPECT_EQ(run.at("cooperation_judged_by"), "log_loss");
  const std::string text = sotto.folder.read("r/report.txt");
  EXPECT_TRUE(contains(text, "Cooperation did not pay: log loss ")) << text;
  EXPECT_TRUE(contains(text, " AUC is ")) << text;
  EXPECT_TRUE(contains(text, "But accuracy says the opposite: ")) << text;
  EXPECT_TRUE(contains(text, ", where answering the more frequent level reaches 0.")) << text;
}

TEST_F(Cohort, IsWarnedOfATestFileThatModelsAreFittedTo) {
  const char* const warning = "Warning   data.test_file is a file of records that models are fitted to";
  const Words run{"run", "cohort.toml", "--set", "run.trials=1", "--out"};
  EXPECT_FALSE(contains(sotto(run + Words{"a"}).out, warning));
  const Transcript warned = sotto(run + Words{"b", "--set", "data.test_file=n0.csv"});
  EXPECT_TRUE(contains(warned.out, warning)) << warned.out << warned.err;
}

TEST_F(Cohort, HasTheConstantAnswerInASweepToo) {
  sotto.folder.write("sweep.toml",
                     cohort_toml +
                         "[sweep]\nx = \"privacy.epsilon\"\nvalues = [1.0, 2.0]\nmetrics = [\"log_loss\", "
                         "\"accuracy\"]\n[sweep.series.\"our default\"]\n");
  const Transcript said = sotto({"run", "sweep.toml", "--trials", "3", "--out", "s"});
  EXPECT_EQ(said.code, 0) << said.err;
  const auto first = said.out.find("\n  constant answer "), last = said.out.rfind("\n  constant answer ");
  ASSERT_NE(first, std::string::npos) << said.out;
  EXPECT_NE(first, last) << "in the table of every metric";
  EXPECT_EQ(said.out, sotto.folder.read("s/report.txt"));
}

}  // namespace
}  // namespace sotto::test
