// SPDX-License-Identifier: MIT
#include "sotto/audit/whiteness.hpp"

#include <algorithm>
#include <cmath>

#include "sotto/audit/rates.hpp"

namespace sotto {
namespace {

std::size_t pairs(std::size_t n) {
  return n * (n - 1) / 2;
}

/// How far out a standard normal would be that is no less unlikely than e^-exponent; far out, about that.
double deviations(double exponent, double sign) {
  const double far =
      exponent < 700 ? normal_quantile_of_tail(std::min(0.5, std::exp(-exponent))) : std::sqrt(2 * exponent);
  return std::copysign(far, sign);
}

/// `count` squares of standard normals: P(their mean is r or further out) <= e^-I, I = (count/2)(r - 1 - ln r)
/// (Chernoff).
double deviations_of_squares(double squares, double count) {
  const double r = squares / count;
  return deviations(count / 2 * (r - 1 - std::log(r)), r - 1);
}

/// A sum of products of standard normals.
struct SumOfProducts {
  double products;
  double count;
};

/// Chernoff's exponent: independent products have E e^(u XY) = (1 - u^2)^(-1/2), so that P(sum >= s) <= e^-I with
/// I = max over u of u s + (count/2) ln(1 - u^2). Their tails are heavier than a normal's, and few products have them.
double exponent(const SumOfProducts& sum) {
  const double s = std::abs(sum.products), n = sum.count, u = 2 * s / (n + std::sqrt(n * n + 4 * s * s));
  return u * s + n / 2 * std::log1p(-u * u);
}

double deviations_of(const SumOfProducts& sum) {
  return deviations(exponent(sum), sum.products);
}

/// Products of neighbours in a chain share factors: x1 x2 + x2 x3 + ... is a quadratic form whose eigenvalues lie in
/// [-2, 2]/2 with the same sum of squares, hence E e^(u sum) <= (1 - 4 u^2)^(-count/8), and I is a quarter of that at 2
/// s.
double deviations_in_chain(const SumOfProducts& sum) {
  return deviations(exponent({2 * sum.products, sum.count}) / 4, sum.products);
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
  const auto judge = [&](std::string what, const SumOfProducts& sum, double far) {
    out.push_back({"correlation of " + std::move(what), sum.products / sum.count, 0, far});
  };
  const auto counted = [&](double products, std::size_t per_sample) {
    return SumOfProducts{products, static_cast<double>(samples_ * per_sample)};
  };
  const auto [rounds, nodes, dimension] = shape_;
  for (std::size_t lag = 1; lag <= lags_.size(); ++lag) {
    const SumOfProducts sum = counted(lags_[lag - 1], (rounds - lag) * nodes * dimension);
    judge("rounds that are " + std::to_string(lag) + " apart", sum, deviations_in_chain(sum));
  }
  const auto judge_pairs = [&](const char* name, const std::vector<double>& products, std::size_t per_sample) {
    std::size_t pair = 0;
    for (std::size_t j = 1; pair < products.size(); ++j)
      for (std::size_t i = 0; i < j; ++i, ++pair) {
        const SumOfProducts sum = counted(products[pair], per_sample);
        judge(name + std::to_string(i) + " and " + std::to_string(j), sum, deviations_of(sum));
      }
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
