// SPDX-License-Identifier: MIT
// Domains: how far they reach, and which sets are none.
#include "sotto/problem/domain.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "problem/domains.hpp"
#include "sotto/input/invalid_input.hpp"

namespace sotto {
namespace {

using test::length;
using test::minus;
using test::one_of_each_kind;

/// The longest of a measure over extreme points: directions at random, and those that closed forms have in mind.
template <class Measure>
double longest(const Domain& domain, Measure measure) {
  test::RandomPoints points(4);
  double most = 0;
  for (int k = 0; k < 4000; ++k) {
    auto direction = points.gaussian_vector(dimension(domain));
    for (double& v : direction) v = std::copysign(points.below(2) == 0 ? 1 : std::abs(v), v);
    most = std::max(most, measure(direction));
  }
  return most;
}

TEST(Diameter, IsReachedAndNeverExceeded) {
  for (const Domain& domain : one_of_each_kind()) {
    const double most = longest(domain, [&](const std::vector<double>& direction) {
      return length(minus(test::furthest(domain, direction), test::furthest(domain, test::scaled(direction, -1))));
    });
    EXPECT_LE(most, diameter(domain) * (1 + 1e-15));
    EXPECT_GE(most, diameter(domain) * (1 - 1e-12));
  }
}

TEST(Reach, IsReachedAndNeverExceeded) {
  for (const Domain& domain : one_of_each_kind()) {
    const double most = longest(
        domain, [&](const std::vector<double>& direction) { return length(test::furthest(domain, direction)); });
    EXPECT_LE(most, reach(domain) * (1 + 1e-15));
    EXPECT_GE(most, reach(domain) * (1 - 1e-12));
  }
}

TEST(Reach, IsNotBelowTheTruthByRounding) {
  test::RandomPoints points(6);
  for (int k = 0; k < 2000; ++k) {
    const std::size_t p = 1 + points.below(1000);
    const double size = points.log_uniform({1e-200, 1e200});
    const long double exact = static_cast<long double>(size) * std::sqrt(static_cast<long double>(p));
    EXPECT_GE(static_cast<long double>(reach(Box{p, size})), exact);
    EXPECT_GE(static_cast<long double>(reach(Product{std::vector<SimpleDomain>(p, Ball{1, size})})), exact);
    const long double corner = static_cast<long double>(size) * std::sqrt(2.0L);
    EXPECT_GE(static_cast<long double>(diameter(Simplex{p + 1, size})), corner);
  }
}

TEST(Centre, HoldsTheSetInTheBallAroundItAndNoSmallerOne) {
  for (const Domain& domain : one_of_each_kind()) {
    std::vector<double> centre(4);
    write_centre(domain, centre);
    const double most = longest(domain, [&](const std::vector<double>& direction) {
      return length(minus(test::furthest(domain, direction), centre));
    });
    EXPECT_LE(most, radius_around_centre(domain) * (1 + 1e-15));
    EXPECT_GE(most, radius_around_centre(domain) * (1 - 1e-12));
    EXPECT_GE(2 * radius_around_centre(domain), diameter(domain) * (1 - 1e-15));
  }
}

TEST(LargestCoordinate, IsReachedAndNeverExceeded) {
  for (const Domain& domain : one_of_each_kind()) {
    const double most = longest(domain, [&](const std::vector<double>& direction) {
      double largest = 0;
      for (const double v : test::furthest(domain, direction)) largest = std::max(largest, std::abs(v));
      return largest;
    });
    EXPECT_LE(most, largest_coordinate(domain) * (1 + 1e-15));
    EXPECT_GE(most, largest_coordinate(domain) * 0.99);  // directions at random come near a ball's axes
  }
}

TEST(Contains, LooksAtEveryPartOfAProduct) {
  const Domain product = Product{{Simplex{2, 1}, Box{1, 2}}};
  EXPECT_TRUE(contains(product, std::vector<double>{0.5, 0.5, -2}));
  EXPECT_FALSE(contains(product, std::vector<double>{0.5, 0.5, -3}));
  EXPECT_FALSE(contains(product, std::vector<double>{0.5, 0.4, 0}));
  EXPECT_FALSE(contains(product, std::vector<double>{1.5, -0.5, 0}));
}

TEST(Domain, AnEmptyOrUnboundedSetIsRefused) {
  for (const double bad : {0.0, -1.0, std::numeric_limits<double>::infinity(), std::nan("")})
    for (const SimpleDomain& part :
         std::vector<SimpleDomain>{Box{2, bad}, Ball{2, bad}, Simplex{2, bad}, L1Ball{2, bad}}) {
      EXPECT_THROW(check(whole(part)), InvalidInput);
      EXPECT_THROW(check(Product{{Box{1, 1}, part}}), InvalidInput);
    }
  EXPECT_THROW(check(Box{.dimension = 0, .half_side = 1}), InvalidInput);
  EXPECT_THROW(check(Product{}), InvalidInput);
  EXPECT_THROW(check(Product{{Box{600'000, 1}, Box{600'000, 1}}}), InvalidInput);
  for (const Domain& domain : one_of_each_kind()) EXPECT_NO_THROW(check(domain));
}

TEST(Domain, ASimplexOfOnePointIsRefused) {
  EXPECT_THROW(check(Simplex{.dimension = 1, .total = 1}), InvalidInput);
}

TEST(Domain, AllFaultsOfAProductAreReportedAtOnce) {
  try {
    check(Product{{Box{0, 1}, Ball{1, -1}, Simplex{1, 1}}});
    FAIL() << "it was accepted";
  } catch (const InvalidInput& refused) {
    EXPECT_EQ(refused.faults().size(), 3U);
  }
}

}  // namespace
}  // namespace sotto
