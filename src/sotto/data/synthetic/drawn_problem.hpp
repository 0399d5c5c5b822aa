// SPDX-License-Identifier: MIT
// Records in the place of files: drawn from what is declared, one population for all nodes and the test.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "sotto/data/dataset/dataset.hpp"
#include "sotto/data/dataset/encoding.hpp"
#include "sotto/problem/domain.hpp"
#include "sotto/problem/labelled_rows.hpp"
#include "sotto/problem/losses.hpp"

namespace sotto {

/// What is assumed of records that are drawn from what is declared.
struct RecordAssumptions {
  double signal;          ///< spread of the margins that labels follow from
  double density;         ///< share of a sparse row's columns that are not 0
  std::uint64_t numbers;  ///< at most so many coordinates, each counted once for each class, are simulated
};

struct DrawnProblem {
  const Encoding& encoding;
  const std::optional<Loss>& loss;
  const Domain& domain;
  RecordAssumptions assumed;
  const std::vector<std::uint64_t>& sizes;  ///< N_i, declared
};

/// How many coordinates x has.
std::size_t model_dimension(const std::optional<Loss>& loss, const Encoding& encoding);

/// Coordinates that may not be 0, each counted once for each margin.
double numbers_in_row(const DrawnProblem& problem);

/// Fewer than declared where they are too many: each then stands for several.
std::uint64_t rows_in_all(const DrawnProblem& problem);

struct DrawnData {
  std::vector<Dataset> nodes;
  std::optional<Dataset> test;  ///< where there are labels
};
DrawnData draw_data(const DrawnProblem& problem, std::uint64_t seed);

/// The same rows of one node alone.
Dataset draw_data_of(std::uint32_t node, const DrawnProblem& problem, std::uint64_t seed);

/// Rows that nobody has, so that a plan can be tried before any file is opened.
struct RowDraw {
  std::uint64_t seed;
  std::uint32_t set;  ///< another number: other rows
  std::uint32_t rows;
  double density = 1;  ///< of sparse rows: the share of columns that are not 0
};

/// Unlike each other and skewed, as files are: a column's numbers lie around a place of their own in their range ([-1,
/// 1] where none is declared) with a deviation of an eighth of it, half of their variance from one common cause; of
/// levels, and of the columns that a sparse row fills, some are far more frequent than others. Rows are then scaled and
/// clipped as a file's would be. Labels mean nothing yet.
Dataset draw_rows(const Encoding& declared, const RowDraw& draw);

/// A known model, which explains labels as well as is assumed.
struct PlantedModel {
  const Loss& loss;
  std::vector<double> x;  ///< as a LinearModel's point: one vector of features for each margin
  double signal;          ///< how far its margins spread: their root mean square around their mean
};

struct PlantedSignal {
  double signal;
  bool intercept;  ///< the last feature is one
  std::uint64_t seed;
};

/// A random direction, as long as the signal asks on these rows and the domain allows. Where there is an intercept, the
/// margins of levels lie around half the signal below 0, so that one is more frequent; of classes, around places of
/// their own; of numbers, around 0.
PlantedModel plant_model(const Loss& loss, const Domain& domain, const FeatureRows& rows, const PlantedSignal& wanted);

/// Draws every row's label by its margins: levels and counts with the probabilities that the model gives them, numbers
/// with as much noise as makes a model of this signal explain four fifths of their variance.
void draw_labels(const PlantedModel& model, std::uint64_t seed, std::uint32_t set, LabelledRows& rows);

}  // namespace sotto
