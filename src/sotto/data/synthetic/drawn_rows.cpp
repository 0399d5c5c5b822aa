// SPDX-License-Identifier: MIT
// Rows drawn from what is declared of the columns alone.
#include <algorithm>
#include <cmath>

#include "sotto/data/dataset/row_encoder.hpp"
#include "sotto/data/synthetic/drawn_problem.hpp"
#include "sotto/random/gaussian.hpp"
#include "sotto/random/uniform.hpp"

namespace sotto {
namespace {

/// Draws of one kind, at places that no other kind has.
enum Kind : std::uint32_t { of_cells = 0, of_columns = 3, of_numbers = 4 };

Place place_of(Kind kind, std::uint32_t set, std::uint32_t which) {
  return {.stream = Stream::synthetic, .trial = set, .node = kind, .round = which};
}

/// Where a column's numbers lie within their range, and which way the common cause moves them: the same in all sets.
struct ColumnHabits {
  double centre;
  double direction;
  std::uint64_t first_level;  ///< the one that occurs most
};
constexpr double deviation = 1.0 / 8;  // of a range

std::vector<ColumnHabits> habits_of(const Encoding& encoding, std::uint64_t seed) {
  std::vector<ColumnHabits> habits;
  for (std::uint32_t k = 0; k < encoding.positions(); ++k) {
    RandomSequence random(seed, place_of(of_columns, 0, k));
    habits.push_back({.centre = 0.25 + 0.5 * random.uniform(),
                      .direction = random.uniform() < 0.5 ? -1.0 : 1.0,
                      .first_level = random.bits()});
  }
  return habits;
}

/// 0 .. bound-1, the first ones more often: one of the first quarter in half of all draws.
std::uint64_t skewed_below(RandomSequence& random, std::uint64_t bound) {
  const double u = random.uniform();
  return static_cast<std::uint64_t>(u * u * static_cast<double>(bound));
}

/// One row, as far as its cells depend on each other.
struct RowChance {
  RandomSequence random;
  std::vector<double> gaussians;  ///< the common cause, then one for each feature
};

void draw_cell(const Encoding& encoding, const FileCell& cell, const ColumnHabits& habits, RowChance& chance,
               double gaussian, RowEncoder& rows) {
  const Column& column = encoding.at(cell.position).column;
  if (column.type == ColumnType::category) {
    const std::size_t levels = column.levels.size();
    const std::uint64_t level = (skewed_below(chance.random, levels) + habits.first_level % levels) % levels;
    return rows.text(cell, spellings(column.levels[level]).front());
  }
  const PublicRange range = column.range.value_or(PublicRange{.lowest = -1, .highest = 1});
  const double common = habits.direction * chance.gaussians[0];
  const double share = std::clamp(habits.centre + deviation * std::sqrt(0.5) * (common + gaussian), 0.0, 1.0);
  rows.number(cell, (1 - share) * range.lowest + share * range.highest);
}

std::vector<std::uint32_t> feature_positions(const Encoding& encoding) {
  std::vector<std::uint32_t> positions;
  for (std::uint32_t k = 0; k < encoding.positions(); ++k)
    if (encoding.at(k).column.role == ColumnRole::feature) positions.push_back(k);
  return positions;
}

/// A number that is declared to mean "missing" is a number here: nothing is missing.
Schema nothing_missing(Schema schema) {
  schema.missing_words.clear();
  for (Column& column : schema.columns) column.missing_words.reset();
  return schema;
}

}  // namespace

Dataset draw_rows(const Encoding& declared, const RowDraw& draw) {
  const Encoding encoding(nothing_missing(declared.schema()));
  DataFaults faults("data", "drawn rows");
  RowEncoder rows(encoding, faults, {.path = "drawn rows", .declared_rows = draw.rows});
  const std::vector<std::uint32_t> features = feature_positions(encoding);
  const std::vector<ColumnHabits> habits = habits_of(encoding, draw.seed);
  const auto filled =
      static_cast<std::size_t>(std::max(1.0, std::round(draw.density * static_cast<double>(features.size()))));
  const bool sparse = encoding.schema().sparse;
  const std::size_t cells = sparse ? filled : features.size();
  RowChance chance{RandomSequence(draw.seed, {}), std::vector<double>(cells + 1)};
  for (std::uint32_t r = 0; r < draw.rows; ++r) {
    chance.random = RandomSequence(draw.seed, place_of(of_cells, draw.set, r));
    fill_gaussian(draw.seed, place_of(of_numbers, draw.set, r), chance.gaussians);
    sparse ? rows.begin_row_of_zeros() : rows.begin_row();
    for (std::size_t k = 0; k < cells; ++k) {
      const std::uint32_t position = features[sparse ? skewed_below(chance.random, features.size()) : k];
      draw_cell(encoding, {.position = position, .column = std::uint64_t{position} + 1}, habits[position], chance,
                chance.gaussians[k + 1], rows);
    }
    rows.end_row();
  }
  return rows.finish();
}

}  // namespace sotto
