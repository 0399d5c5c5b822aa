// SPDX-License-Identifier: MIT
// `sotto predict`: a model on the rows of a file.
#include <gtest/gtest.h>

#include <cmath>

#include "system/program.hpp"

namespace sotto::test {
namespace {

/// Margin of a row: (age - 50)/50 - [sex is m] + 0.5. Rows without an age are dropped.
const std::string illness_model =
    R"json({"schema": "sotto.model/1", "private": false, "why_not_private": "drawn by hand",
"loss": {"kind": "logistic"},
"data": {"intercept": true, "missing": {"action": "drop"}, "columns": [
  {"name": "age", "range": [0, 100]}, {"name": "sex", "type": "category", "levels": ["f", "m"]},
  {"name": "ill", "role": "label", "type": "category", "levels": ["no", "yes|1"]}]},
"coefficients": [{"name": "age", "encoded": [1]}, {"name": "sex=f", "encoded": [0]}, {"name": "sex=m", "encoded": [-1]},
  {"name": "(intercept)", "encoded": [0.5]}]}
)json";

/// Litres: 30 + 0.2 * km, once km is scaled onto [-1, 1] and litres from [0, 60].
const std::string fuel_model = R"json({"schema": "sotto.model/1", "private": true, "certificate": {"epsilon": 1},
"loss": {"kind": "squared", "label_bound": 1},
"data": {"intercept": true, "columns": [{"name": "km", "range": [-100, 100]},
  {"name": "litres", "role": "label", "range": [0, 60]}]},
"coefficients": [{"name": "km", "encoded": [0.66666666666666663]}, {"name": "(intercept)", "encoded": [0]}]}
)json";

class ProgramWithModels : public Program {
 public:
  ProgramWithModels() {
    folder.write("ill.json", illness_model);
    folder.write("fuel.json", fuel_model);
    folder.write("rows.csv", "sex,age\nf,100\nm,0\nf,\n");
    folder.write("labelled.csv", "age,sex,ill\n100,f,yes\n0,m,no\n50,f,no\n,f,1\n60,m,1\n");
  }
};

TEST(PredictCommand, PrintsALevelAndItsProbabilityForEveryRowOfAFileWithoutLabels) {
  const ProgramWithModels sotto;
  const Transcript said = sotto({"predict", "ill.json", "rows.csv"});
  EXPECT_EQ(said.code, 0) << said.err;
  const Json same = answer(sotto({"predict", "ill.json", "rows.csv", "--json"}), "sotto.predictions/1");
  const double sure = 1 / (1 + std::exp(-1.5));
  EXPECT_EQ(same.at("predictions").at(0).at("prediction"), "yes");
  EXPECT_NEAR(same.at("predictions").at(0).at("probability").get<double>(), sure, 1e-15);
  EXPECT_EQ(same.at("predictions").at(1).at("prediction"), "no");
  EXPECT_NEAR(same.at("predictions").at(1).at("probability").get<double>(), sure, 1e-15);
  EXPECT_NEAR(same.at("predictions").at(0).at("probabilities").at("yes").get<double>(), sure, 1e-15);
  EXPECT_NEAR(same.at("predictions").at(1).at("probabilities").at("yes").get<double>(), 1 - sure, 1e-15);
  EXPECT_NEAR(same.at("predictions").at(1).at("probabilities").at("no").get<double>(), sure, 1e-15);
  EXPECT_TRUE(same.at("predictions").at(2).at("prediction").is_null());
  EXPECT_EQ(same.at("private_model"), false);
  EXPECT_TRUE(said.out.starts_with("row,prediction,probability,probability of no,probability of yes\n1,yes,0.81757"));
  EXPECT_TRUE(said.out.ends_with("\n3,,,,\n")) << said.out;
  EXPECT_TRUE(contains(said.err, "not private: drawn by hand"));
  EXPECT_FALSE(contains(said.err, "dropped")) << "a log keeps no counts of records";
  Launch launch = sotto.launch({"predict", "ill.json", "rows.csv"});
  launch.terminal = true;
  EXPECT_TRUE(contains(run_subprocess(launch).err, "1 rows are dropped"));
  EXPECT_EQ(sotto({"predict", "ill.json", "rows.csv", "--quiet"}).err, "");
}

TEST(PredictCommand, PrintsValuesInTheLabelsUnitFromEveryFormat) {
  const ProgramWithModels sotto;
  sotto.folder.write("km.csv", "km\n100\n-50\n");
  sotto.folder.write("plain.txt", "100\n-50\n");
  sotto.folder.write("km.libsvm", "1:100\n1:-50\n");
  const auto values = [&](const Words& file) {
    std::vector<double> found;
    const Json said = answer(sotto(Words{"predict", "fuel.json"} + file + Words{"--json"}), "sotto.predictions/1");
    for (const Json& row : said.at("predictions")) found.push_back(row.at("prediction"));
    return found;
  };
  const std::vector<double> first = values({"km.csv"});
  ASSERT_EQ(first.size(), 2U);
  EXPECT_NEAR(first[0], 50, 1e-12);
  EXPECT_NEAR(first[1], 20, 1e-12);
  EXPECT_EQ(values({"plain.txt", "--format", "csv", "--header", "none"}), first);
  EXPECT_EQ(values({"km.libsvm"}), first);
  EXPECT_EQ(sotto({"predict", "fuel.json", "km.csv"}).err, "") << "a private model needs no remark";
}

TEST(PredictCommand, HintsAtItsFlagsAndNotAtAConfigurationsKeys) {
  const ProgramWithModels sotto;
  sotto.folder.write("plain.csv", "100\n-50\n");
  const std::string said = sotto({"predict", "fuel.json", "plain.csv"}).err;
  EXPECT_TRUE(contains(said, "--header none if the first line is a row")) << said;
  EXPECT_TRUE(
      blames(faults(sotto({"predict", "fuel.json", "plain.csv", "--labels", "y.csv", "--json"}), 2), "predict.labels"));
}

TEST(PredictCommand, JudgesAModelByTheFilesLabelsAndSaysThatNoGuaranteeCoversIt) {
  const ProgramWithModels sotto;
  const Json judged =
      answer(sotto({"predict", "ill.json", "labelled.csv", "--evaluate", "--json"}), "sotto.predictions/1")
          .at("metrics");
  EXPECT_EQ(judged.at("covered"), false);
  EXPECT_TRUE(contains(judged.at("note"), "not covered by the guarantee"));
  EXPECT_EQ(judged.at("values").at("accuracy"), 0.5);  // rows 1 and 2 of the four that count
  EXPECT_EQ(judged.at("values").at("auc"), 0.75);      // margins 1.5, -0.3 against -1.5, 0.5
  const Transcript text = sotto({"predict", "ill.json", "labelled.csv", "--evaluate"});
  EXPECT_TRUE(contains(text.out, "accuracy") && contains(text.out, "not covered by the guarantee")) << text.out;
  EXPECT_TRUE(contains(text.out, "log loss") && !contains(text.out, "log_loss")) << text.out;
  EXPECT_TRUE(contains(text.out, "answering the more frequent level")) << text.out;
  EXPECT_TRUE(blames(faults(sotto({"predict", "ill.json", "rows.csv", "--evaluate", "--json"}), 3), "FILE"));
}

TEST(PredictCommand, WritesANewFileAndOverwritesNone) {
  const ProgramWithModels sotto;
  const Words words{"predict", "ill.json", "rows.csv", "--out", "said.csv", "--json"};
  EXPECT_EQ(answer(sotto(words), "sotto.predictions/1").at("written"), "said.csv");
  const std::string written = sotto.folder.read("said.csv");
  EXPECT_EQ(written, sotto({"predict", "ill.json", "rows.csv"}).out);
  EXPECT_TRUE(blames(faults(sotto(words), 2), "predict.out"));
  EXPECT_EQ(sotto.folder.read("said.csv"), written);
  EXPECT_TRUE(
      blames(faults(sotto({"predict", "ill.json", "rows.csv", "--out", "no/x.csv", "--json"}), 7), "predict.out"));
}

TEST(PredictCommand, RefusesBadModelsBadRowsAndBadWords) {
  const ProgramWithModels sotto;
  sotto.folder.write("bad.json", R"({"schema": "sotto.model/1", "private": false})");
  sotto.folder.write("bad.csv", "sex,age\nf,s3cr3t\n");
  sotto.folder.write("other.csv", "sex,height\nf,1\n");
  sotto.folder.write("rows.dat", "f,1\n");
  EXPECT_TRUE(blames(faults(sotto({"predict", "bad.json", "rows.csv", "--json"}), 3), "loss"));
  EXPECT_TRUE(blames(faults(sotto({"predict", "none.json", "rows.csv", "--json"}), 3), "model"));
  EXPECT_TRUE(blames(faults(sotto({"predict", "ill.json", "none.csv", "--json"}), 3), "FILE"));
  EXPECT_TRUE(blames(faults(sotto({"predict", "ill.json", "other.csv", "--json"}), 3), "FILE"));
  EXPECT_TRUE(blames(faults(sotto({"predict", "ill.json", "rows.dat", "--json"}), 2), "predict.format"));
  EXPECT_TRUE(
      blames(faults(sotto({"predict", "ill.json", "rows.csv", "--format", "xls", "--json"}), 2), "predict.format"));
  faults(sotto({"predict", "ill.json", "--json"}), 2);
  const Transcript said = sotto({"predict", "ill.json", "bad.csv"});
  expect_text_refusal(said, 3);
  EXPECT_FALSE(contains(said.err, "s3cr3t"));
  EXPECT_TRUE(contains(said.err, "bad.csv:2"));
}

}  // namespace
}  // namespace sotto::test
