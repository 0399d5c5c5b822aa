// SPDX-License-Identifier: MIT
// The seeded Gaussians as experiments meet them: their law, their tails to 5 sigma, and that neighbours are
// independent.
//
// Seeds are fixed, so a test that passes once passes always; the false-alarm rates say how often a perfect generator
// would fail for another seed: at most 2e-5 for each test. Every test must also reject planted faults.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "sotto/simulation/blocks/aligned_array.hpp"
#include "sotto/simulation/blocks/kernel.hpp"

namespace sotto {
namespace {

constexpr TileShape shape{.nodes = 32, .dimension = 16, .lanes = 32, .first_trial = 1000};
constexpr std::uint64_t its_seed = 0x5EED0F4;

void fill(std::uint64_t from_seed, std::uint32_t round, AlignedArray& tile) {
  fastest_kernel().fill_noise(shape, {.seed = from_seed, .stream = 0, .round = round}, tile.data());
}

/// Calls use(value) for the noise of so many rounds: 16384 numbers each.
template <class Use>
void for_each_value(std::uint32_t rounds, const Use& use) {
  AlignedArray tile(shape.size());
  for (std::uint32_t t = 1; t <= rounds; ++t) {
    fill(its_seed, t, tile);
    for (std::size_t k = 0; k < tile.size(); ++k) use(tile[k]);
  }
}

double upper_tail(double x) {
  return 0.5 * std::erfc(x / std::sqrt(2.0));
}

/// A^2 of Anderson and Darling against the standard normal, of 2e6 numbers after `change`. In the limit A^2 is
/// sum_j chi^2_j / (j (j+1)), whose tail is P(A^2 > z) = sqrt(3) erfc(sqrt(z)) for large z: 1.4e-5 at 10.
template <class Change>
double anderson_darling(const Change& change) {
  std::vector<double> sample;
  for_each_value(122, [&](double x) { sample.push_back(change(x)); });
  std::sort(sample.begin(), sample.end());
  const std::size_t n = sample.size();
  double sum = 0;
  for (std::size_t k = 0; k < n; ++k)
    sum +=
        static_cast<double>(2 * k + 1) * (std::log(upper_tail(-sample[k])) + std::log(upper_tail(sample[n - 1 - k])));
  return -static_cast<double>(n) - sum / static_cast<double>(n);
}

TEST(SeededGaussians, FollowTheNormalLawByAndersonAndDarling) {
  EXPECT_LT(anderson_darling([](double x) { return x; }), 10);
}

TEST(SeededGaussians, AndersonAndDarlingSeeAShiftOrAScaleOfSixThousandths) {
  EXPECT_GT(anderson_darling([](double x) { return x + 0.006; }), 10);
  EXPECT_GT(anderson_darling([](double x) { return x * 1.006; }), 10);
}

/// The largest distance, in standard deviations, of the number of values beyond 2, 3, 4 and 5 on either side from its
/// expectation, among 1e8 numbers after `change`. Beyond 5 about 29 are expected on each side. The bound 5 is exceeded
/// with probability 6e-7 where the expectation is large and at most 6e-6 (Poisson) for the last: 1.6e-5 for all eight.
template <class Change>
double worst_tail(const Change& change) {
  constexpr std::uint32_t rounds = 6104;
  std::array<std::array<double, 4>, 2> beyond{};
  for_each_value(rounds, [&](double x) {
    const double value = change(x), size = std::abs(value);
    if (size <= 2) return;
    for (std::size_t k = 0; k < 4 && size > static_cast<double>(k + 2); ++k) ++beyond[value > 0 ? 1 : 0][k];
  });
  const double n = static_cast<double>(shape.size()) * rounds;
  double worst = 0;
  for (const auto& side : beyond)
    for (std::size_t k = 0; k < 4; ++k) {
      const double p = upper_tail(static_cast<double>(k + 2));
      worst = std::max(worst, std::abs(side[k] - n * p) / std::sqrt(n * p * (1 - p)));
    }
  return worst;
}

TEST(SeededGaussians, HaveTheTailsOfTheNormalLawToFiveSigma) {
  EXPECT_LT(worst_tail([](double x) { return x; }), 5);
}

TEST(SeededGaussians, TailsThatEndOrAreAThousandthWiderAreRejected) {
  EXPECT_GT(worst_tail([](double x) { return std::min(x, 4.99); }), 5);
  EXPECT_GT(worst_tail([](double x) { return x * 1.001; }), 5);
}

/// Sums over pairs (x, y) of what has mean 0 and variance 1 if both are independent standard normals.
struct PairSums {
  double products = 0, squares = 0, square_of_first = 0, square_of_second = 0;
  std::size_t count = 0;

  void add(double x, double y) {
    const double x2 = x * x - 1, y2 = y * y - 1;
    products += x * y;
    squares += x2 * y2 / 2;
    square_of_first += x2 * y / std::sqrt(2.0);
    square_of_second += x * y2 / std::sqrt(2.0);
    ++count;
  }
  /// In standard deviations.
  double worst() const {
    return std::max({std::abs(products), std::abs(squares), std::abs(square_of_first), std::abs(square_of_second)}) /
           std::sqrt(static_cast<double>(count));
  }
};

enum class Neighbour { coordinate, next_coordinate, node, trial, round, seed };

std::string name_of(Neighbour kind) {
  constexpr const char* names[] = {"coordinate", "next_coordinate", "node", "trial", "round", "seed"};
  return names[static_cast<std::size_t>(kind)];
}

/// All pairs of numbers whose keys differ by one step in one part, in rounds that are not neighbours: about 1e7 pairs.
/// `change` makes y' from (x, y). Four sums at 5 standard deviations, six kinds of neighbours: 24 * 6e-7 = 1.4e-5.
template <class Change>
double worst_correlation(Neighbour kind, const Change& change) {
  AlignedArray tile(shape.size()), other(shape.size());
  PairSums sums;
  const auto within = [&](std::size_t step, const auto& has_neighbour) {
    for (std::size_t k = 0; k + step < tile.size(); ++k)
      if (has_neighbour(k)) sums.add(tile[k], change(tile[k], tile[k + step]));
  };
  const std::size_t lanes = shape.lanes;
  const auto coordinate = [&](std::size_t k) { return k / lanes % shape.dimension; };
  for (std::uint32_t t = 1; t < 1300; t += 2) {
    fill(its_seed, t, tile);
    switch (kind) {
      case Neighbour::coordinate:  // the two of one block of bits, and the next block's first
        within(lanes, [&](std::size_t k) { return coordinate(k) + 1 < shape.dimension; });
        break;
      case Neighbour::next_coordinate:
        within(2 * lanes, [&](std::size_t k) { return coordinate(k) + 2 < shape.dimension; });
        break;
      case Neighbour::node:
        within(shape.node_size(), [](std::size_t) { return true; });
        break;
      case Neighbour::trial:
        within(1, [&](std::size_t k) { return k % lanes + 1 < lanes; });
        break;
      case Neighbour::round:
      case Neighbour::seed:
        fill(kind == Neighbour::seed ? its_seed + 1 : its_seed, kind == Neighbour::round ? t + 1 : t, other);
        for (std::size_t k = 0; k < tile.size(); ++k) sums.add(tile[k], change(tile[k], other[k]));
        break;
    }
  }
  EXPECT_GT(sums.count, 9'000'000u);
  return sums.worst();
}

class NeighboursOfSeededGaussians : public ::testing::TestWithParam<Neighbour> {};

TEST_P(NeighboursOfSeededGaussians, AreUncorrelatedAndSoAreTheirSquares) {
  EXPECT_LT(worst_correlation(GetParam(), [](double, double y) { return y; }), 5);
}

TEST_P(NeighboursOfSeededGaussians, ACorrelationOfThreeThousandthsIsRejected) {
  EXPECT_GT(worst_correlation(GetParam(), [](double x, double y) { return y + 0.003 * x; }), 5);
  EXPECT_GT(worst_correlation(GetParam(), [](double x, double y) { return y * (1 + 0.003 * (x * x - 1)); }), 5);
}

INSTANTIATE_TEST_SUITE_P(Along, NeighboursOfSeededGaussians,
                         ::testing::Values(Neighbour::coordinate, Neighbour::next_coordinate, Neighbour::node,
                                           Neighbour::trial, Neighbour::round, Neighbour::seed),
                         [](const auto& given) { return name_of(given.param); });

}  // namespace
}  // namespace sotto
