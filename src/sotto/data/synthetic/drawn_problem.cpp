// SPDX-License-Identifier: MIT
#include "sotto/data/synthetic/drawn_problem.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

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
  const double affordable = static_cast<double>(problem.assumed.numbers) / numbers_in_row(problem);
  return static_cast<std::uint32_t>(std::clamp(std::min(affordable, 10 * declared(problem)), 1000.0, 4000.0));
}

/// The rows that a test is made of, and the model that all labels follow from.
class Population {
 public:
  Population(const DrawnProblem& problem, std::uint64_t seed) : problem_(problem), seed_(seed) {
    if (!problem.loss) return;
    test_ = draw(of_test, rows_of_test(problem));
    model_.emplace(plant_model(
        *problem.loss, problem.domain, test_->rows.features,
        {.signal = problem.assumed.signal, .intercept = problem.encoding.schema().intercept, .seed = seed}));
    draw_labels(*model_, seed, of_test, test_->rows);
  }

  const std::optional<Dataset>& test() const { return test_; }

  Dataset rows_of(std::uint32_t node) const {
    Dataset data = draw(node + 1, rows_of_node(problem_, node));
    if (model_) draw_labels(*model_, seed_, node + 1, data.rows);
    return data;
  }

 private:
  static constexpr std::uint32_t of_test = 0;  // nodes have sets 1, 2, ...

  Dataset draw(std::uint32_t set, std::uint32_t rows) const {
    return draw_rows(problem_.encoding, {.seed = seed_, .set = set, .rows = rows, .density = problem_.assumed.density});
  }

  const DrawnProblem& problem_;
  std::uint64_t seed_;
  std::optional<Dataset> test_;
  std::optional<PlantedModel> model_;
};

}  // namespace

std::size_t model_dimension(const std::optional<Loss>& loss, const Encoding& encoding) {
  return encoding.dimension() * (loss ? margins_of(*loss) : 1);
}

double numbers_in_row(const DrawnProblem& problem) {
  const auto coordinates = static_cast<double>(model_dimension(problem.loss, problem.encoding));
  return problem.encoding.schema().sparse ? std::max(1.0, coordinates * problem.assumed.density) : coordinates;
}

std::uint64_t rows_in_all(const DrawnProblem& problem) {
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < problem.sizes.size(); ++i) sum += rows_of_node(problem, i);
  return sum;
}

DrawnData draw_data(const DrawnProblem& problem, std::uint64_t seed) {
  const Population population(problem, seed);
  DrawnData data;
  for (std::uint32_t i = 0; i < problem.sizes.size(); ++i) data.nodes.push_back(population.rows_of(i));
  data.test = population.test();
  return data;
}

Dataset draw_data_of(std::uint32_t node, const DrawnProblem& problem, std::uint64_t seed) {
  return Population(problem, seed).rows_of(node);
}

}  // namespace sotto
