// SPDX-License-Identifier: MIT
// A round in integers: what one record can change never exceeds the declared integer bound, in the arithmetic that
// runs.
#include "sotto/consensus/lattice_round.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "sotto/input/invalid_input.hpp"
#include "sotto/problem/mean_estimation.hpp"
#include "sotto/random/wide_integer.hpp"
#include "support/random_points.hpp"

namespace sotto {
namespace {

/// What one record holds at worst.
double nasty(test::RandomPoints& points, double radius) {
  const double values[] = {std::nan(""),
                           HUGE_VAL,
                           -HUGE_VAL,
                           1e308,
                           -1e308,
                           5e-324,
                           0,
                           radius,
                           -radius,
                           radius / 3,
                           -0.0,
                           std::nextafter(radius, 0),
                           1e-300,
                           -1e-9,
                           radius * 1e-10,
                           -radius / 7,
                           1.0 / 3,
                           points.gaussian()};
  return values[points.below(std::size(values))];
}

struct Pair {
  LatticeRound round;
  std::vector<std::int64_t> x, neighbour;

  Uint128 squared_distance() const {
    Uint128 sum = 0;
    for (std::size_t k = 0; k < x.size(); ++k)
      sum += static_cast<Uint128>(static_cast<Int128>(x[k] - neighbour[k]) * (x[k] - neighbour[k]));
    return sum;
  }
  bool within_bound() const {
    return squared_distance() <= static_cast<Uint128>(round.sensitivity) * round.sensitivity;
  }
};

struct Setting {
  Domain domain;
  double radius;
  LatticeStep step;
  double gradient_size = 1;  ///< of records' gradients, times the clip
  bool opposite = false;     ///< the two records' gradients point exactly against each other
};

/// Two datasets that differ in one record, seen from the same z: gradients are arbitrary doubles, as an objective may
/// compute them.
Pair neighbours(const Setting& setting, test::RandomPoints& points) {
  const std::size_t p = dimension(setting.domain);
  const double norm = radius_around_centre(setting.domain);
  const RecordClip clip = RecordClip::to_norm(norm);
  QuantisedSum mine(p, clip), theirs(p, clip);
  for (std::size_t r = points.below(4); r > 0; --r) {
    std::vector<double> gradient = points.gaussian_vector(p);
    for (double& g : gradient) g *= norm;
    mine.add(gradient);
    theirs.add(gradient);
  }
  std::vector<double> one = points.gaussian_vector(p), other = points.gaussian_vector(p);
  for (std::size_t k = 0; k < p; ++k) {
    one[k] *= setting.gradient_size * norm;
    other[k] = setting.opposite ? -one[k] : points.below(3) == 0 ? nasty(points, setting.radius) : other[k] * norm;
  }
  mine.add(one);
  theirs.add(other);
  std::vector<double> z = points.gaussian_vector(p), shared = points.gaussian_vector(p);
  for (std::size_t k = 0; k < p; ++k) z[k] = points.below(2) == 0 ? setting.radius : z[k] * setting.radius;
  project(setting.domain, z);
  Pair pair{.round = make_lattice_round(setting.step, setting.domain, clip, 2),
            .x = std::vector<std::int64_t>(p),
            .neighbour = std::vector<std::int64_t>(p)};
  const PublicStep known{.step = setting.step.step, .z = z, .shared_gradient = shared};
  lattice_estimate(pair.round, setting.domain, known, mine, pair.x);
  lattice_estimate(pair.round, setting.domain, known, theirs, pair.neighbour);
  return pair;
}

/// Every kind; where there is room for two parts, products of two.
Domain any_domain(test::RandomPoints& points, std::size_t p, double radius) {
  const auto simple = [&](std::size_t dimension) -> SimpleDomain {
    const auto kind = points.below(dimension > 1 ? 4 : 3);
    if (kind == 0) return Box{dimension, radius};
    if (kind == 1) return Ball{dimension, radius};
    if (kind == 2) return L1Ball{dimension, radius};
    return Simplex{dimension, radius};
  };
  if (p == 1 || points.below(3) > 0) return whole(simple(p));
  const std::size_t first = 1 + points.below(p - 1);
  return Product{{simple(first), simple(p - first)}};
}

Setting random_setting(test::RandomPoints& points) {
  const std::size_t p = 1 + points.below(9);
  const double radius = points.log_uniform({1e-3, 1e3});
  const double step = points.log_uniform({1e-3, 1});
  // From noise far above what a record does (its reach is a fraction of the grid) to noise far below it.
  const double noise = step * radius * points.log_uniform({1e-2, 1e9});
  return {.domain = any_domain(points, p, radius), .radius = radius, .step = {.step = step, .noise_scale = noise}};
}

TEST(LatticeRound, NeighboursNeverLieFurtherApartThanTheDeclaredBound) {
  test::RandomPoints points(1);
  for (int k = 0; k < 20000; ++k) {
    Setting setting = random_setting(points);
    setting.gradient_size = points.log_uniform({1e-12, 1e12});
    setting.opposite = points.below(2) == 0;
    const Pair pair = neighbours(setting, points);
    ASSERT_TRUE(pair.within_bound()) << "pair " << k;
  }
}

TEST(LatticeRound, TheBoundIsReachedByTheWorstPair) {
  test::RandomPoints points(2);
  double closest = 0;
  for (int k = 0; k < 200; ++k) {
    const Setting setting{.domain = Box{3, 100},
                          .radius = 0,  // z = 0 or near: no projection binds
                          .step = {.step = 1e-3, .noise_scale = 0.1},
                          .gradient_size = 1e3,
                          .opposite = true};
    const Pair pair = neighbours(setting, points);
    closest = std::max(
        closest, std::sqrt(static_cast<double>(pair.squared_distance())) / static_cast<double>(pair.round.sensitivity));
  }
  EXPECT_GT(closest, 1 - 1e-6);
  EXPECT_LE(closest, 1);
}

TEST(LatticeRound, TheFloorOfTheStepIsPartOfTheBound) {
  // A record's reach is far below one grid step, and yet a coordinate can move by one: sqrt(p) is not for nothing.
  test::RandomPoints points(3);
  Uint128 most = 0;
  for (int k = 0; k < 4000; ++k) {
    const Setting setting{
        .domain = Box{4, 1}, .radius = 1, .step = {.step = 1e-3, .noise_scale = 1e8}, .opposite = true};
    const Pair pair = neighbours(setting, points);
    EXPECT_LE(pair.round.sensitivity, 3u);
    ASSERT_TRUE(pair.within_bound());
    most = std::max(most, pair.squared_distance());
  }
  EXPECT_EQ(most, Uint128{4});  // all four coordinates
}

TEST(LatticeRound, TheRoundingOfTheProjectionIsPartOfTheBoundToo) {
  // On a grid of 1, records whose reach is far below one step: 60 coordinates are floored down for the one, the other
  // 40 for the other. The projection then moves the 40 by 2 and the 60 not at all.
  constexpr std::size_t p = 100;
  const Domain domain = Simplex{p, 100 * 100 + 40};
  const RecordClip clip = RecordClip::to_norm(1);
  const LatticeStep step{.step = 1e-3, .noise_scale = 0x1p29};
  QuantisedSum mine(p, clip), theirs(p, clip);
  std::vector<double> one(p, 0.0), other(p, 0.0);
  for (std::size_t k = 0; k < p; ++k) (k < 60 ? one : other)[k] = -0.1;
  mine.add(one);
  theirs.add(other);
  const std::vector<double> z(p, 100), nothing(p, 0.0);
  const PublicStep known{.step = step.step, .z = z, .shared_gradient = nothing};
  Pair pair{.round = make_lattice_round(step, domain, clip, 2),
            .x = std::vector<std::int64_t>(p),
            .neighbour = std::vector<std::int64_t>(p)};
  lattice_estimate(pair.round, domain, known, mine, pair.x);
  lattice_estimate(pair.round, domain, known, theirs, pair.neighbour);
  EXPECT_EQ(pair.round.grid, 1);
  EXPECT_EQ(pair.squared_distance(), Uint128{4 * 40});  // sqrt(p) + 1 steps are 11, and 11^2 < 160
  EXPECT_TRUE(pair.within_bound());
}

/// Rounding down leaves a simplex by less than a step of the grid for each coordinate and one for its total.
bool nearly_in(const Domain& domain, std::span<const double> x, double grid) {
  if (const auto* product = std::get_if<Product>(&domain))
    return std::all_of(product->parts.begin(), product->parts.end(), [&](const SimpleDomain& part) {
      const auto own = x.first(dimension(whole(part)));
      x = x.subspan(own.size());
      return nearly_in(whole(part), own, grid);
    });
  const auto* simplex = std::get_if<Simplex>(&domain);
  if (simplex == nullptr) return contains(domain, x);
  double sum = 0;
  for (const double v : x) sum += v;
  return *std::min_element(x.begin(), x.end()) >= 0 && sum <= simplex->total &&
         sum > simplex->total - grid * static_cast<double>(x.size() + 1);
}

TEST(LatticeRound, EstimatesAreTheRealStepRoundedAndLieInTheDomain) {
  test::RandomPoints points(4);
  for (int k = 0; k < 2000; ++k) {
    const Setting setting = random_setting(points);
    const std::size_t p = dimension(setting.domain);
    Records records{.dimension = p, .values = points.gaussian_vector(5 * p)};
    for (double& v : records.values) v *= setting.radius;
    const MeanEstimation f(setting.domain, records);
    const RecordClip clip = RecordClip::to_norm(f.public_constants().record_sensitivity / 2);
    std::vector<double> z = points.gaussian_vector(p), gradient(p), shared(p);
    project(setting.domain, z);
    f.gradient(z, gradient);
    f.shared_gradient(z, shared);
    const LatticeRound round = make_lattice_round(setting.step, setting.domain, clip, 2);
    QuantisedSum scratch(p, clip);
    std::vector<std::int64_t> x(p);
    lattice_estimate(round, setting.domain, {.step = setting.step.step, .z = z, .shared_gradient = shared},
                     f.record_gradients(z, scratch), x);
    std::vector<double> real(p), lattice(p);
    for (std::size_t c = 0; c < p; ++c) {
      real[c] = z[c] - setting.step.step * gradient[c];
      lattice[c] = static_cast<double>(x[c]) * round.grid;
    }
    project(setting.domain, real);
    EXPECT_TRUE(nearly_in(setting.domain, lattice, round.grid));
    for (std::size_t c = 0; c < p; ++c)
      EXPECT_NEAR(lattice[c], real[c], 4 * round.grid + 1e-8 * setting.radius) << "case " << k;
  }
}

TEST(LatticeRound, TheGridIsAPowerOfTwoFarBelowTheNoiseAndHoldsTheDomain) {
  test::RandomPoints points(5);
  for (int k = 0; k < 2000; ++k) {
    const Setting setting = random_setting(points);
    const LatticeRound round =
        make_lattice_round(setting.step, setting.domain, RecordClip::to_norm(radius_around_centre(setting.domain)), 2);
    int exponent = 0;
    EXPECT_EQ(std::frexp(round.grid, &exponent), 0.5);
    EXPECT_LE(round.grid * 0x1p29, std::max(setting.step.noise_scale, setting.radius * 0x1p-20));
    EXPECT_LE(setting.radius / round.grid, 0x1p51);
  }
}

TEST(LatticeRound, NoStepAndNoScaleGivesAnythingButARefusalOrAValidRound) {
  const RecordClip clip = RecordClip::to_norm(1);
  const Domain box = Box{2, 1};
  for (const double step : {0.0, -1.0, std::nan(""), HUGE_VAL, 1e-320, 1e-200, 1e-30, 1.0, 1e30, 1e200, 1e308})
    for (const double noise : {0.0, -1.0, std::nan(""), HUGE_VAL, 1e-320, 1e-200, 1e-30, 1.0, 1e30, 1e200, 1e308}) {
      try {
        const LatticeRound round = make_lattice_round({.step = step, .noise_scale = noise}, box, clip, 2);
        EXPECT_TRUE(std::isnormal(round.grid));
        EXPECT_GE(round.multiplier, std::uint64_t{1} << 30);
        EXPECT_LT(round.multiplier, std::uint64_t{1} << 31);
        EXPECT_GE(round.sensitivity, 2u);
      } catch (const InvalidInput& refused) {
        EXPECT_EQ(refused.kind(), FaultKind::numerical);
      }
    }
}

TEST(DiscreteNoise, IsAsFarFromARoundedGaussianAsIsBookedAndHardlyLess) {
  for (const long double sigma : {1024.0L, 3000.0L, 20000.0L}) {
    const auto last = static_cast<long>(40 * sigma);
    const auto tail = [&](long double x) { return std::erfc(x / (sigma * std::sqrt(2.0L))) / 2; };
    const auto weight = [&](long k) { return std::exp(-0.5L * (k / sigma) * (k / sigma)); };
    long double normaliser = 1, sum = 0;
    for (long k = 1; k <= last; ++k) normaliser += 2 * weight(k);
    for (long k = 0; k <= last; ++k) {
      const long double rounded = tail(k - 0.5L) - tail(k + 0.5L);
      sum += (k == 0 ? 1 : 2) * std::abs(rounded - weight(k) / normaliser);
    }
    const auto distance = static_cast<double>(sum / 2 * sigma * sigma);
    EXPECT_LE(distance, discrete_noise_distance) << static_cast<double>(sigma);
    EXPECT_GE(distance, 0.998 * discrete_noise_distance) << static_cast<double>(sigma);
  }
}

}  // namespace
}  // namespace sotto
