// SPDX-License-Identifier: MIT
// Are these numbers independent standard normals?
#include "sotto/audit/whiteness.hpp"

#include <algorithm>
#include <cmath>

namespace sotto {
namespace {

std::size_t pairs(std::size_t n) {
  return n * (n - 1) / 2;
}

/// A sum of `count` squares of standard normals as a standard normal (Wilson and Hilferty's cube root).
double deviations_of_squares(double squares, double count) {
  const double ninth = 2 / (9 * count);
  return (std::cbrt(squares / count) - (1 - ninth)) / std::sqrt(ninth);
}

}  // namespace

Whiteness::Whiteness(Shape shape)
    : shape_(shape),
      cells_(shape.size()),
      lags_(std::min(most_lags, shape.rounds - 1)),
      node_pairs_(pairs(std::min(most_nodes, shape.nodes))),
      coordinate_pairs_(pairs(std::min(most_coordinates, shape.dimension))) {}

void Whiteness::add(std::span<const double> sample) {
  const auto [rounds, nodes, dimension] = shape_;
  const std::size_t round_size = nodes * dimension;
  ++samples_;
  for (std::size_t k = 0; k < sample.size(); ++k) {
    cells_[k].sum += sample[k];
    cells_[k].squares += sample[k] * sample[k];
  }
  for (std::size_t lag = 1; lag <= lags_.size(); ++lag)
    for (std::size_t k = lag * round_size; k < sample.size(); ++k)
      lags_[lag - 1] += sample[k] * sample[k - lag * round_size];
  for (std::size_t t = 0; t < rounds; ++t) {
    const double* round = &sample[t * round_size];
    std::size_t pair = 0;
    for (std::size_t j = 1; j < std::min(most_nodes, nodes); ++j)
      for (std::size_t i = 0; i < j; ++i, ++pair)
        for (std::size_t k = 0; k < dimension; ++k)
          node_pairs_[pair] += round[i * dimension + k] * round[j * dimension + k];
    for (std::size_t i = 0; i < nodes; ++i) {
      pair = 0;
      for (std::size_t l = 1; l < std::min(most_coordinates, dimension); ++l)
        for (std::size_t k = 0; k < l; ++k, ++pair)
          coordinate_pairs_[pair] += round[i * dimension + k] * round[i * dimension + l];
    }
  }
}

template <class Group>
std::vector<Whiteness::Cell> Whiteness::grouped(std::size_t groups, Group group) const {
  std::vector<Cell> sums(groups);
  for (std::size_t k = 0; k < cells_.size(); ++k) {
    Cell& cell =
        sums[group(k / (shape_.nodes * shape_.dimension), k / shape_.dimension % shape_.nodes, k % shape_.dimension)];
    cell.sum += cells_[k].sum;
    cell.squares += cells_[k].squares;
  }
  return sums;
}

template <class Name>
void Whiteness::judge_groups(std::vector<Finding>& out, const std::vector<Cell>& groups, Name name) const {
  const double count = static_cast<double>(samples_ * shape_.size()) / static_cast<double>(groups.size());
  for (std::size_t g = 0; g < groups.size(); ++g) {
    const auto [sum, squares] = groups[g];
    out.push_back({"mean of " + name(g), sum / count, 0, sum / std::sqrt(count)});
    out.push_back({"variance of " + name(g), squares / count, 1, deviations_of_squares(squares, count)});
  }
}

/// Means alone: a place has too few numbers to judge its variance by, but a shift of its mean is seen nowhere else.
Finding Whiteness::worst_cell() const {
  const auto worst = std::max_element(cells_.begin(), cells_.end(),
                                      [](const Cell& a, const Cell& b) { return std::abs(a.sum) < std::abs(b.sum); });
  const auto c = static_cast<std::size_t>(worst - cells_.begin());
  const std::size_t t = c / (shape_.nodes * shape_.dimension), i = c / shape_.dimension % shape_.nodes;
  const auto count = static_cast<double>(samples_);
  return {"mean of round " + std::to_string(t + 1) + ", node " + std::to_string(i) + ", coordinate " +
              std::to_string(c % shape_.dimension),
          worst->sum / count, 0, worst->sum / std::sqrt(count)};
}

void Whiteness::judge_correlations(std::vector<Finding>& out) const {
  const auto judge = [&](std::string what, double products, std::size_t per_sample) {
    const auto count = static_cast<double>(samples_ * per_sample);
    out.push_back({"correlation of " + std::move(what), products / count, 0, products / std::sqrt(count)});
  };
  const auto [rounds, nodes, dimension] = shape_;
  for (std::size_t lag = 1; lag <= lags_.size(); ++lag)
    judge("rounds that are " + std::to_string(lag) + " apart", lags_[lag - 1], (rounds - lag) * nodes * dimension);
  const auto judge_pairs = [&](const char* name, const std::vector<double>& products, std::size_t per_sample) {
    std::size_t pair = 0;
    for (std::size_t j = 1; pair < products.size(); ++j)
      for (std::size_t i = 0; i < j; ++i, ++pair)
        judge(name + std::to_string(i) + " and " + std::to_string(j), products[pair], per_sample);
  };
  judge_pairs("nodes ", node_pairs_, rounds * dimension);
  judge_pairs("coordinates ", coordinate_pairs_, rounds * nodes);
}

std::vector<Finding> Whiteness::findings() const {
  std::vector<Finding> out;
  judge_groups(out, grouped(1, [](auto, auto, auto) { return std::size_t{0}; }),
               [](std::size_t) { return std::string("all messages"); });
  judge_groups(out, grouped(shape_.rounds, [](std::size_t t, auto, auto) { return t; }),
               [](std::size_t t) { return "round " + std::to_string(t + 1); });
  judge_groups(out, grouped(shape_.nodes, [](auto, std::size_t i, auto) { return i; }),
               [](std::size_t i) { return "node " + std::to_string(i); });
  judge_groups(out, grouped(shape_.dimension, [](auto, auto, std::size_t k) { return k; }),
               [](std::size_t k) { return "coordinate " + std::to_string(k); });
  out.push_back(worst_cell());
  judge_correlations(out);
  return out;
}

std::size_t Whiteness::tests() const {
  const std::size_t groups = 1 + shape_.rounds + shape_.nodes + shape_.dimension;
  return 2 * groups + cells_.size() + lags_.size() + node_pairs_.size() + coordinate_pairs_.size();
}

}  // namespace sotto
