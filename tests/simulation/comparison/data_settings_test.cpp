// SPDX-License-Identifier: MIT
// What is said of data and would go unheard is refused, with the key that the configuration has for it.
#include "sotto/agreement/data_settings.hpp"

#include <gtest/gtest.h>

#include "simulation/comparison/files.hpp"

namespace sotto {
namespace {

using test::refusal;

void expect_refused(const std::string& toml, const std::string& words) {
  EXPECT_NE(refusal(toml).find(words), std::string::npos) << words << " is not in\n" << refusal(toml);
}

TEST(DataSettings, WhatIsSaidOfOneFileIsRefusedWhereNodesHaveTheirOwn) {
  const test::FilesOfNodes files({10, 30});
  EXPECT_EQ(refusal(files.toml()), "");
  expect_refused(files.toml("records = 40\n"), "data.records = 40: is of one file for all nodes");
  expect_refused(files.toml("labels_file = \"y.npy\"\n"), "data.labels_file = \"y.npy\": is of one file for all nodes");
  for (const std::string key :
       {"partition = \"iid\"", "partition = \"shards\"", "concentration = 0.5", "shards_per_node = 2"})
    expect_refused(files.toml(key + "\n"), "data." + key + ": divides one file among all nodes");
  const std::string once = to_toml(test::read_toml(files.toml()));
  EXPECT_EQ(to_toml(test::read_toml(once)), once) << "what is written down reads back";
}

TEST(DataSettings, WhatIsSaidOfAFileThatIsNotThereIsRefused) {
  const test::FileProblem files;
  expect_refused(files.toml("records = 60\ntest_labels_file = \"t.npy\"\n"), "data.test_labels_file = \"t.npy\"");
  expect_refused(files.toml("records = 60\n", "", "[node.1]\nrecords = 15\n"), "node.1.records = 15: goes with");
}

TEST(DataSettings, FaultsOfDeclarationsNameTheKeysThatAConfigurationHas) {
  const test::FileProblem files;
  const std::string bad_level = "[[column]]\nname = \"sex\"\ntype = \"category\"\nlevels = [\"f\", \"f\"]\n";
  expect_refused(files.toml() + bad_level, "column sex.levels = f: is declared twice");
  expect_refused(files.toml() + "[[column]]\nname = \"z\"\nscale = \"none\"\n", "data.row_norm must be");
  expect_refused(files.toml() + "[[column]]\nname = \"z\"\nrole = \"label\"\nrange = [0, 1]\n", "column = 2 labels");
  expect_refused(files.toml("records = 3\n"), "graph.nodes = 4: every node must hold a row");
  expect_refused(files.toml("records = 60\npartition = \"by-column\"\n"), "data.partition = by-column: no column");
  expect_refused(files.toml("records = 60\ntest_file = \"t.csv\"\ntest_labels_file = \"/l.csv\"\n"),
                 "data.test_labels_file = /l.csv: only NPY and IDX");
  const test::FilesOfNodes own({10, 30});
  std::string labels = own.toml();
  labels.insert(labels.find("[node.1]\n") + 9, "labels_file = \"/l.csv\"\n");
  expect_refused(labels, "node.1.labels_file = /l.csv: only NPY and IDX");
}

TEST(DataSettings, HoldingOutMustLeaveRowsOfTheOneFile) {
  const test::FileProblem files(1);
  expect_refused(files.toml("records = 1\nhold_out = 2\n"), "data.hold_out = 2: leaves none of the rows of data.file");
  std::string alone = test::FileProblem(2).toml("records = 2\nhold_out = 2\n");
  alone.replace(alone.find("\"ring\"\nnodes = 4"), 16, "\"path\"\nnodes = 1");
  EXPECT_EQ(refusal(alone).find("hold_out"), std::string::npos) << "one row is left";
}

/// Mean estimation on the two numbers of the small file.
std::string mean_on_files(const test::FileProblem& files, const std::string& data, const std::string& problem = "") {
  const std::string model = "\"logistic\"\nregularisation = 0.05";
  std::string toml = files.toml("records = 60\n" + data, problem);
  return toml.replace(toml.find(model), model.size(), "\"mean-estimation\"");
}

TEST(DataSettings, TheMeanRefusesWhatOnlyLinearModelsHave) {
  const test::FileProblem files;
  EXPECT_EQ(refusal(mean_on_files(files, "")), "");
  for (const char* line : {"regularisation = 0.05", "width = 2.0", "clip = 0.5"}) {
    const std::string said = refusal(mean_on_files(files, "", std::string(line) + "\n"));
    EXPECT_NE(said.find("problem." + std::string(line).substr(0, 5)), std::string::npos) << said;
    EXPECT_NE(said.find("is for linear models"), std::string::npos) << said;
  }
  expect_refused(mean_on_files(files, "", "weighting = \"nodes\"\n"),
                 "problem.weighting = \"nodes\": is for linear models");
  expect_refused(files.toml("records = 60\n", "width = 2.0\n"), "problem.width = 2.0: is for huber and svm");
  expect_refused("[problem]\nclip = 1.0\n[privacy]\nepsilon = 1.0\ndelta = 1e-6\n", "problem.clip = 1.0");
  const std::string once = to_toml(test::read_toml(mean_on_files(files, "")));
  EXPECT_EQ(to_toml(test::read_toml(once)), once) << "what is written down reads back";
}

TEST(DataSettings, TheMeanRefusesTestRecordsOnWhichNothingIsMeasured) {
  const test::FileProblem files;
  expect_refused(mean_on_files(files, "hold_out = 5\n"), "data.hold_out = 5: must be 0 for mean estimation");
  expect_refused(mean_on_files(files, "test_file = \"t.csv\"\n"),
                 "data.test_file = \"t.csv\": must be absent for mean");
}

}  // namespace
}  // namespace sotto
