// SPDX-License-Identifier: MIT
// Records in the place of files.
#include "sotto/experiment/drawn_files.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "sotto/experiment/loss_of_columns.hpp"
#include "sotto/synthetic/drawn_rows.hpp"
#include "sotto/synthetic/planted_model.hpp"

namespace sotto {
namespace {

double declared(const DrawnProblem& problem) {
  return std::accumulate(problem.sizes.begin(), problem.sizes.end(), 0.0,
                         [](double sum, std::uint64_t size) { return sum + static_cast<double>(size); });
}

/// The mean has no weights that could make a row stand for several.
std::uint32_t rows_of_node(const DrawnProblem& problem, std::size_t node) {
  const double wanted = declared(problem) * numbers_in_row(problem);
  const double share = problem.loss ? std::min(1.0, static_cast<double>(problem.assumed.numbers) / wanted) : 1.0;
  const double rows = std::ceil(share * static_cast<double>(problem.sizes[node]));
  return static_cast<std::uint32_t>(std::clamp(rows, 1.0, static_cast<double>(UINT32_MAX)));
}

std::uint32_t rows_of_test(const DrawnProblem& problem) {
  const auto coordinates = static_cast<double>(model_dimension(problem.loss, problem.encoding));
  const double affordable = static_cast<double>(problem.assumed.numbers) / coordinates;
  return static_cast<std::uint32_t>(std::clamp(std::min(affordable, 10 * declared(problem)), 1000.0, 10'000.0));
}

}  // namespace

double numbers_in_row(const DrawnProblem& problem) {
  const auto coordinates = static_cast<double>(model_dimension(problem.loss, problem.encoding));
  return problem.encoding.schema().sparse ? std::max(1.0, coordinates * problem.assumed.density) : coordinates;
}

std::uint64_t rows_in_all(const DrawnProblem& problem) {
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < problem.sizes.size(); ++i) sum += rows_of_node(problem, i);
  return sum;
}

ProblemFiles draw_files(const DrawnProblem& problem, std::uint64_t seed) {
  constexpr std::uint32_t of_test = 0;  // nodes have sets 1, 2, ...
  const auto draw = [&](std::uint32_t set, std::uint32_t rows) {
    return draw_rows(problem.encoding, {.seed = seed, .set = set, .rows = rows, .density = problem.assumed.density});
  };
  ProblemFiles files;
  for (std::uint32_t i = 0; i < problem.sizes.size(); ++i) files.data.push_back(draw(i + 1, rows_of_node(problem, i)));
  if (!problem.loss) return files;
  files.test = draw(of_test, rows_of_test(problem));
  const bool intercept = problem.encoding.schema().intercept;
  const PlantedModel model = plant_model(*problem.loss, problem.domain, files.test->rows.features,
                                         {.signal = problem.assumed.signal, .intercept = intercept, .seed = seed});
  draw_labels(model, seed, of_test, files.test->rows);
  for (std::uint32_t i = 0; i < files.data.size(); ++i) draw_labels(model, seed, i + 1, files.data[i].rows);
  return files;
}

}  // namespace sotto
