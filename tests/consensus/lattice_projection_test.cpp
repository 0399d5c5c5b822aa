// SPDX-License-Identifier: MIT
// Projections in integers: near the nearest point, and never further apart than is booked.
#include "sotto/consensus/lattice_projection.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "support/random_points.hpp"

namespace sotto {
namespace {

using Integers = std::vector<std::int64_t>;

/// Sizes in units of a grid of 1, small enough for rounding to matter.
std::vector<Domain> domains_of(std::size_t p, double size) {
  const std::size_t half = p / 2;
  return {Box{p, size},
          Ball{p, size},
          Simplex{p, size},
          L1Ball{p, size},
          Product{{L1Ball{half, size}, Ball{p - half, std::floor(size / 2)}}},
          Product{{Simplex{p - 1, size}, Box{1, 3 * size}}}};
}

Integers projected(const Domain& domain, Integers x) {
  project_on_lattice(domain, 1, x);
  return x;
}

double distance(const Integers& a, const Integers& b) {
  double sum = 0;
  for (std::size_t k = 0; k < a.size(); ++k) sum += std::pow(static_cast<double>(a[k] - b[k]), 2);
  return std::sqrt(sum);
}

Integers integers(test::RandomPoints& points, std::size_t p, double size) {
  Integers x(p);
  for (std::int64_t& v : x) v = static_cast<std::int64_t>(points.gaussian() * size);
  return x;
}

TEST(LatticeProjection, NeverMovesTwoPointsFurtherApartThanItsRounding) {
  test::RandomPoints points(1);
  std::vector<double> most(6, -HUGE_VAL);  // of what was booked
  for (int k = 0; k < 40000; ++k) {
    const std::size_t p = 3 + points.below(6);
    const double size = std::floor(points.log_uniform({1, 1e4}));
    const std::vector<Domain> domains = domains_of(p, size);
    const std::size_t kind = points.below(domains.size());
    const Integers a = integers(points, p, size * points.log_uniform({0.1, 10}));
    Integers b = integers(points, p, points.log_uniform({0.5, 1e4}));
    for (std::size_t c = 0; c < p; ++c) b[c] += a[c];
    const double grown = distance(projected(domains[kind], a), projected(domains[kind], b)) - distance(a, b);
    ASSERT_LE(grown, projection_rounding(domains[kind]) + 1e-9) << "pair " << k << ", kind " << kind;
    most[kind] = std::max(most[kind], grown);
  }
  EXPECT_LE(most[0], 1e-9);                                                 // a box rounds nothing
  for (std::size_t kind = 1; kind < 6; ++kind) EXPECT_GT(most[kind], 0.3);  // the others do: it is not for nothing
}

/// One step in one coordinate of every part, and all other coordinates are rounded the other way: in all parts at once.
TEST(LatticeProjection, OfAProductRoundsInAllPartsAtOnceAndIsBookedForAllOfThem) {
  constexpr std::size_t parts = 16, p = 10;
  for (const SimpleDomain& part : {SimpleDomain(Simplex{p, 50}), SimpleDomain(L1Ball{p, 50})}) {
    const Domain product = Product{std::vector<SimpleDomain>(parts, part)};
    const Integers a(parts * p, 100);
    Integers b = a;
    for (std::size_t k = 0; k < parts; ++k) ++b[k * p];
    const double grown = distance(projected(product, a), projected(product, b)) - distance(a, b);
    EXPECT_DOUBLE_EQ(grown, 8);  // of each part: 9 coordinates by 1 where 1 coordinate moved by 1, 3 - 1
    EXPECT_LE(grown, projection_rounding(product));
    EXPECT_GT(grown, 2 * projection_rounding(whole(part))) << "one part's rounding would have covered it";
    EXPECT_NEAR(projection_rounding(product), std::sqrt(static_cast<double>(parts * p)), 1e-12);
  }
}

TEST(LatticeProjection, IsTheNearestPointRoundedDown) {
  test::RandomPoints points(2);
  for (int k = 0; k < 20000; ++k) {
    const std::size_t p = 3 + points.below(6);
    const double size = std::floor(points.log_uniform({1, 1e6}));
    const std::vector<Domain> domains = domains_of(p, size);
    const std::size_t kind = points.below(domains.size());
    const Integers v = integers(points, p, size * points.log_uniform({0.1, 10}));
    std::vector<double> real(v.begin(), v.end());
    project(domains[kind], real);
    const Integers x = projected(domains[kind], v);
    const double rounding = kind == 1 || kind == 4 ? 2 : 1;  // a ball's root is rounded too
    for (std::size_t c = 0; c < p; ++c) {
      const double lost = std::abs(real[c]) - static_cast<double>(std::abs(x[c]));
      EXPECT_GE(lost, -1e-6);
      EXPECT_LT(lost, rounding + 1e-6);
    }
  }
}

TEST(LatticeProjection, LeavesWhatIsInsideAndNeverLeavesAnL1Ball) {
  EXPECT_EQ(projected(L1Ball{3, 10}, {-5, 0, 5}), (Integers{-5, 0, 5}));
  EXPECT_EQ(projected(L1Ball{3, 10}, {-6, 0, 6}), (Integers{-5, 0, 5}));
  EXPECT_EQ(projected(L1Ball{3, 10}, {-6, 0, 5}), (Integers{-5, 0, 4}));  // -5.5, 4.5
  EXPECT_EQ(projected(Simplex{3, 10}, {2, 3, 5}), (Integers{2, 3, 5}));
  EXPECT_EQ(projected(Simplex{3, 10}, {0, 0, 0}), (Integers{3, 3, 3}));
  EXPECT_EQ(projected(Simplex{3, 10}, {-7, 8, 9}), (Integers{0, 4, 5}));  // 4.5, 5.5
}

TEST(LatticeProjection, OfASetBelowTheGridIsZero) {
  for (const Domain& domain : domains_of(4, 0.25)) EXPECT_EQ(projected(domain, {9, -9, 1, 0}), (Integers{0, 0, 0, 0}));
}

TEST(LatticeProjection, SumsOfTheFarthestCoordinatesFit) {
  const double size = 0x1p51;
  for (const std::size_t p : {4u, 1000u, 300'000u})
    for (const Domain& domain : domains_of(p, size))
      for (const std::int64_t sign : {-1, 1}) {
        const Integers x = projected(domain, Integers(p, sign * farthest_coordinate));
        for (const std::int64_t v : x) EXPECT_LE(std::abs(static_cast<double>(v)), 3 * size);
        double sum = 0;
        for (const std::int64_t v : x) sum += std::abs(static_cast<double>(v));
        if (std::holds_alternative<Simplex>(domain) || std::holds_alternative<L1Ball>(domain)) {
          EXPECT_LE(sum, size);
          EXPECT_GT(sum, size - static_cast<double>(p));
        }
      }
}

}  // namespace
}  // namespace sotto
