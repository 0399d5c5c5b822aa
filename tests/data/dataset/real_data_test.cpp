// SPDX-License-Identifier: MIT
// Public data sets: what is known about them is found again.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "sotto/data/dataset/encoding.hpp"
#include "sotto/data/dataset/read_dataset.hpp"

namespace sotto {
namespace {

const std::filesystem::path folder = std::filesystem::path(SOTTO_SOURCE_DIR) / "../shared/data";

class RealData : public testing::Test {
 protected:
  void SetUp() override {
    if (!std::filesystem::exists(folder)) GTEST_SKIP() << "../shared/data is absent";
  }
};

std::string path_of(const char* name) {
  return (folder / name).string();
}

Column category(const char* name, const std::vector<std::string>& levels) {
  return {.name = name, .type = ColumnType::category, .levels = levels};
}

Column label(const char* name, const std::vector<std::string>& levels) {
  return {.name = name, .role = ColumnRole::label, .type = ColumnType::category, .levels = levels};
}

/// As the federated literature has it: columns 10 to 12 are left out, chest pain and electrocardiogram are levels.
Schema heart_disease() {
  return {.columns = {{.name = "age", .range = PublicRange{20, 90}},
                      category("sex", {"0", "1"}),
                      category("chest_pain", {"1", "2", "3", "4"}),
                      {.name = "blood_pressure", .range = PublicRange{80, 200}},
                      {.name = "cholesterol", .range = PublicRange{0, 600}},
                      category("blood_sugar", {"0", "1"}),
                      category("electrocardiogram", {"0", "1", "2"}),
                      {.name = "heart_rate", .range = PublicRange{60, 220}},
                      category("angina", {"0", "1"}),
                      {.name = "depression", .range = PublicRange{-3, 7}},
                      {.name = "unused", .role = ColumnRole::ignore, .repeat = 3},
                      label("num", {"0", "1|2|3|4"})},
          .missing = {MissingAction::drop}};
}

TEST_F(RealData, HeartDiseaseOfFourHospitalsHasTheUsefulRowsThatAreKnown) {
  const struct {
    const char* file;
    std::uint64_t rows, useful;
  } hospitals[] = {{"processed.cleveland.data", 303, 303},
                   {"processed.hungarian.data", 294, 261},
                   {"processed.switzerland.data", 123, 46},
                   {"processed.va.data", 200, 130}};
  std::size_t ill_in_switzerland = 0;
  for (const auto& hospital : hospitals) {
    const Dataset data = read_dataset({.path = path_of(hospital.file),
                                       .format = FileFormat::csv,
                                       .csv_header = CsvHeader::none,
                                       .declared_rows = hospital.rows},
                                      heart_disease());
    EXPECT_EQ(data.counts.rows - data.counts.dropped_rows, hospital.useful) << hospital.file;
    EXPECT_EQ(std::get<Records>(data.rows.features).count(), hospital.rows) << hospital.file;
    const auto ill = std::count(data.rows.labels.begin(), data.rows.labels.end(), 1);
    if (hospital.useful == 46) ill_in_switzerland = static_cast<std::size_t>(ill);
  }
  EXPECT_EQ(ill_in_switzerland, 45u);
  EXPECT_EQ(encoded_dimension(heart_disease()), 5u + 2 + 4 + 2 + 3 + 2 + 1);
}

TEST_F(RealData, AdultsStaySparseFromFileToMatrix) {
  const Schema schema{.columns = {label("income", {"-1", "+1"}),
                                  {.name = "x", .repeat = 123, .range = PublicRange{0, 1}, .scaling = Scaling::none}},
                      .sparse = true};
  const Dataset data = read_dataset({.path = path_of("a9a.libsvm"), .declared_rows = 32561}, schema);
  const auto& rows = std::get<SparseRows>(data.rows.features);
  EXPECT_EQ(rows.count(), 32561u);
  EXPECT_EQ(rows.dimension, 124u);
  EXPECT_EQ(std::count(data.rows.labels.begin(), data.rows.labels.end(), 1), 7841);
  EXPECT_EQ(rows.values.size(), 451592u + 32561u) << "the entries of the file, and an intercept for each row";
  EXPECT_EQ(data.counts.clipped_rows, 0u);
}

TEST_F(RealData, BreastCancerHasAFirstLineThatIsNeitherNamesNorARow) {
  const Schema schema{
      .columns = {{.name = "x", .repeat = 30, .range = PublicRange{0, 5000}}, label("benign", {"0", "1"})}};
  const Dataset data = read_dataset(
      {.path = path_of("breast_cancer.csv"), .csv_header = CsvHeader::skipped, .declared_rows = 569}, schema);
  EXPECT_EQ(std::count(data.rows.labels.begin(), data.rows.labels.end(), -1), 212);
  EXPECT_EQ(data.counts.clipped_cells, 0u);
}

TEST_F(RealData, HousingHasATextColumnAndMissingBedrooms) {
  Schema schema{.columns = {{.name = "longitude", .range = PublicRange{-125, -114}},
                            {.name = "latitude", .range = PublicRange{32, 42}},
                            {.name = "housing_median_age", .range = PublicRange{0, 52}},
                            {.name = "total_rooms", .range = PublicRange{0, 10000}},
                            {.name = "total_bedrooms", .range = PublicRange{0, 2000}},
                            {.name = "population", .range = PublicRange{0, 5000}},
                            {.name = "households", .range = PublicRange{0, 2000}},
                            {.name = "median_income", .range = PublicRange{0, 15}},
                            {.name = "median_house_value", .role = ColumnRole::label, .range = PublicRange{0, 500001}},
                            category("ocean_proximity", {"<1H OCEAN", "INLAND", "ISLAND", "NEAR BAY", "NEAR OCEAN"})},
                .missing = {MissingAction::drop}};
  const DataSource source{.path = path_of("california_housing.csv"), .declared_rows = 20640};
  const Dataset data = read_dataset(source, schema);
  EXPECT_EQ(data.counts.dropped_rows, 207u);
  EXPECT_EQ(data.rows.labels.size(), 20640u);
  double islands = 0;
  const auto& records = std::get<Records>(data.rows.features);
  for (std::size_t k = 0; k < records.count(); ++k) islands += records.row(k)[8 + 2];
  EXPECT_EQ(islands, 5);
  schema.columns.back().role = ColumnRole::node;
  schema.columns.back().levels = {"INLAND", "<1H OCEAN|NEAR BAY|NEAR OCEAN|ISLAND"};
  const Dataset grouped = read_dataset(source, schema);
  EXPECT_EQ(std::count(grouped.groups.begin(), grouped.groups.end(), 0u), 6551);
}

TEST(FashionMnist, IsReadFromDebiansPackage) {
  const std::filesystem::path images = "/usr/share/datasets/fashion-mnist";
  if (!std::filesystem::exists(images)) GTEST_SKIP() << "the package dataset-fashion-mnist is not installed";
  const Schema schema{
      .columns = {{.name = "pixel", .repeat = 784, .range = PublicRange{0, 255}, .scaling = Scaling::unit},
                  label("kind", {"0", "1", "2", "3", "4", "5", "6", "7", "8", "9"})}};
  const Dataset data = read_dataset({.path = (images / "t10k-images-idx3-ubyte.gz").string(),
                                     .labels_path = (images / "t10k-labels-idx1-ubyte.gz").string(),
                                     .declared_rows = 10000},
                                    schema);
  for (int kind = 0; kind < 10; ++kind)
    EXPECT_EQ(std::count(data.rows.labels.begin(), data.rows.labels.end(), kind), 1000) << kind;
}

}  // namespace
}  // namespace sotto
