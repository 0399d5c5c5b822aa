// SPDX-License-Identifier: MIT
// The counter-based generator: published vectors, our elementary functions, and the shape of the normals.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "sotto/random/box_muller.hpp"
#include "sotto/random/elementary.hpp"
#include "sotto/random/gaussian.hpp"
#include "sotto/random/key.hpp"
#include "sotto/random/uniform.hpp"

namespace sotto {
namespace {

TEST(Philox, GivesTheVectorsItsAuthorsPublished) {
  EXPECT_EQ(philox4x32_10({0, 0, 0, 0}, {0, 0}), (PhiloxCounter{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}));
  EXPECT_EQ(philox4x32_10({0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff}, {0xffffffff, 0xffffffff}),
            (PhiloxCounter{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}));
  EXPECT_EQ(philox4x32_10({0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}, {0xa4093822, 0x299f31d0}),
            (PhiloxCounter{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}));
}

TEST(PortableLog, IsTheLogarithmToTwoUlp) {
  RandomSequence sequence(1, {});
  for (int k = 0; k < 200000; ++k) {
    const double u = std::ldexp(1.0 - sequence.uniform(), -static_cast<int>(sequence.below(60)));
    const long double exact = std::log(static_cast<long double>(u));
    ASSERT_NEAR(portable_log(u), static_cast<double>(exact), 2 * 0x1p-52 * std::abs(static_cast<double>(exact))) << u;
  }
  EXPECT_EQ(portable_log(1.0), 0.0);
}

TEST(PortableExp, IsTheExponentialToTwoUlpsWhereItIsANormalNumber) {
  RandomSequence sequence(5, {});
  for (int k = 0; k < 20'000; ++k) {
    const double x = k % 2 == 0 ? -708 + 1417 * sequence.uniform() : 2 * sequence.uniform() - 1;
    const auto exact = static_cast<double>(std::exp(static_cast<long double>(x)));
    ASSERT_NEAR(portable_exp(x), exact, 2 * 0x1p-52 * exact) << x;
  }
  EXPECT_EQ(portable_exp(0.0), 1.0);
}

TEST(PortableExp, IsZeroFarBelowAndFiniteFarAbove) {
  const double inf = std::numeric_limits<double>::infinity();
  for (const double x : {-708.0, -1e9, -inf, std::nan("")}) EXPECT_EQ(portable_exp(x), 0.0) << x;
  for (const double x : {709.0, 1e9, inf}) EXPECT_EQ(portable_exp(x), portable_exp(709.0)) << x;
  EXPECT_TRUE(std::isfinite(portable_exp(709.0)));
}

TEST(SinCosTurn, IsSineAndCosineOfATurn) {
  RandomSequence sequence(2, {});
  for (int k = 0; k < 200000; ++k) {
    const double u = sequence.uniform();
    const long double angle = 2 * 3.14159265358979323846264338327950288L * static_cast<long double>(u);
    const SinCos got = sincos_turn(u);
    ASSERT_NEAR(got.sin, static_cast<double>(std::sin(angle)), 4e-16) << u;
    ASSERT_NEAR(got.cos, static_cast<double>(std::cos(angle)), 4e-16) << u;
  }
  EXPECT_EQ(sincos_turn(0.25).sin, 1.0);
  EXPECT_EQ(sincos_turn(0.5).cos, -1.0);
}

/// Box-Muller in long double, from the same bits.
GaussianPair<long double> exact_pair(std::uint64_t first, std::uint64_t second) {
  constexpr long double half_pi = 1.57079632679489661923132169163975144L;
  constexpr std::uint64_t lower = (std::uint64_t{1} << 52) - 1;
  const long double u = 1 - std::ldexp(static_cast<long double>(first & lower), -52);
  const long double x = std::ldexp(static_cast<long double>(second & lower), -52) - 0.5L;
  const long double radius = std::sqrt(-2 * std::log(u)) * (second >> 63 != 0 ? -1 : 1);
  const long double cosine = radius * std::cos(x * half_pi), sine = radius * std::sin(x * half_pi);
  return (second >> 62 & 1) != 0 ? GaussianPair<long double>{sine, cosine} : GaussianPair<long double>{cosine, sine};
}

TEST(GaussianPair, IsBoxMullerToTwoToTheMinusFifty) {
  RandomSequence sequence(4, {});
  const auto word = [&] {
    return sequence.below(std::uint64_t{1} << 32) << 32 | sequence.below(std::uint64_t{1} << 32);
  };
  for (int k = 0; k < 400000; ++k) {
    const std::uint64_t first = k % 4 != 0 ? word() : (k % 8 != 0 ? ~(word() >> k % 60) : word() >> k % 60);  // tails
    const std::uint64_t second = word();
    const GaussianPair<double> got = gaussian_pair(first, second);
    const GaussianPair<long double> exact = exact_pair(first, second);
    ASSERT_LE(std::abs(got.even - exact.even), 0x1p-50L * std::abs(exact.even)) << first << ' ' << second;
    ASSERT_LE(std::abs(got.odd - exact.odd), 0x1p-50L * std::abs(exact.odd)) << first << ' ' << second;
  }
}

TEST(GaussianPair, HasItsEndsWhereItsBitsDo) {
  EXPECT_EQ(std::abs(gaussian_pair(std::uint64_t{0}, std::uint64_t{1} << 51).even), 0.0);  // u = 1
  const std::uint64_t smallest_u = ~std::uint64_t{0};
  EXPECT_NEAR(gaussian_pair(smallest_u, std::uint64_t{1} << 51).even, std::sqrt(2 * 52 * std::log(2.0)), 1e-14);
}

TEST(Gaussian, FillAndSingleDrawAgreeForEveryLength) {
  for (std::size_t length : {0u, 1u, 2u, 3u, 16u, 17u}) {
    std::vector<double> all(length);
    const Place at{.stream = Stream::noise, .trial = 3, .node = 5, .round = 7};
    fill_gaussian(11, at, all);
    for (std::size_t k = 0; k < length; ++k) EXPECT_EQ(all[k], gaussian_at(11, at, static_cast<std::uint32_t>(k)));
  }
}

const std::vector<double> drawn_before_main = [] {
  std::vector<double> drawn(5);
  fill_gaussian(11, {}, drawn);
  return drawn;
}();

TEST(Gaussian, CanBeDrawnBeforeMain) {
  std::vector<double> now(5);
  fill_gaussian(11, {}, now);
  EXPECT_EQ(drawn_before_main, now);
}

TEST(Gaussian, EveryPartOfTheKeyMatters) {
  const Place base{.stream = Stream::noise, .trial = 1, .node = 1, .round = 1};
  const double reference = gaussian_at(1, base, 0);
  for (Place other : {Place{Stream::data, 1, 1, 1}, Place{Stream::noise, 2, 1, 1}, Place{Stream::noise, 1, 2, 1},
                      Place{Stream::noise, 1, 1, 2}})
    EXPECT_NE(gaussian_at(1, other, 0), reference);
  EXPECT_NE(gaussian_at(2, base, 0), reference);
  EXPECT_NE(gaussian_at(1ull << 32 | 1, base, 0), reference);
  EXPECT_NE(gaussian_at(1, base, 2), reference);
}

/// Largest gap between the sample's distribution and Phi, times sqrt(n) (Kolmogorov-Smirnov). The bound 2.2 is
/// exceeded by a true normal sample with probability 2 exp(-2 * 2.2^2) = 1.3e-4.
double kolmogorov_smirnov(std::vector<double> sample, double scale) {
  std::sort(sample.begin(), sample.end());
  const auto n = static_cast<double>(sample.size());
  double gap = 0;
  for (std::size_t k = 0; k < sample.size(); ++k) {
    const double phi = 0.5 * std::erfc(-scale * sample[k] / std::sqrt(2.0));
    gap = std::max({gap, std::abs(phi - static_cast<double>(k) / n), std::abs(phi - static_cast<double>(k + 1) / n)});
  }
  return gap * std::sqrt(n);
}

TEST(Gaussian, IsStandardNormalAndATwoPercentWrongScaleIsNoticed) {
  std::vector<double> sample(400000);
  for (std::uint32_t node = 0; node < 400; ++node)
    fill_gaussian(42, {.node = node}, std::span(sample).subspan(node * 1000, 1000));
  EXPECT_LT(kolmogorov_smirnov(sample, 1.0), 2.2);
  EXPECT_GT(kolmogorov_smirnov(sample, 1.02), 2.2);
}

TEST(SingleGaussian, IsStandardNormalAndATwoPercentWrongScaleIsNoticed) {
  std::vector<double> sample(400000);
  for (std::uint32_t node = 0; node < 400; ++node)
    fill_single_gaussian(42, {.node = node}, std::span(sample).subspan(node * 1000, 1000));
  EXPECT_LT(kolmogorov_smirnov(sample, 1.0), 2.2);
  EXPECT_GT(kolmogorov_smirnov(sample, 1.02), 2.2);
}

/// Correlation of normals at neighbouring keys, and of their squares, times sqrt(n). Each is standard normal for
/// independent draws: |.| > 4.5 has probability 7e-6.
template <class First, class Second>
void expect_independent(First first, Second second, const char* what) {
  const int n = 100000;
  double product = 0, of_squares = 0;
  for (int k = 0; k < n; ++k) {
    const double a = first(static_cast<std::uint32_t>(k)), b = second(static_cast<std::uint32_t>(k));
    product += a * b;
    of_squares += (a * a - 1) * (b * b - 1) / 2;
  }
  EXPECT_LT(std::abs(product) / std::sqrt(n), 4.5) << what;
  EXPECT_LT(std::abs(of_squares) / std::sqrt(n), 4.5) << what;
}

TEST(Gaussian, NeighbouringKeysGiveIndependentNormals) {
  const auto at = [](std::uint32_t k) { return gaussian_at(5, {.node = k}, 0); };
  expect_independent(
      at, [](std::uint32_t k) { return gaussian_at(5, {.node = k}, 1); }, "the other half of a pair");
  expect_independent(
      at, [](std::uint32_t k) { return gaussian_at(5, {.node = k}, 2); }, "next pair");
  expect_independent(
      at, [](std::uint32_t k) { return gaussian_at(5, {.node = k + 1}, 0); }, "next node");
  expect_independent(
      at, [](std::uint32_t k) { return gaussian_at(5, {.node = k, .round = 1}, 0); }, "next round");
  expect_independent(
      at, [](std::uint32_t k) { return gaussian_at(5, {.trial = 1, .node = k}, 0); }, "next trial");
  expect_independent(
      at, [](std::uint32_t k) { return gaussian_at(6, {.node = k}, 0); }, "next seed");
}

TEST(RandomSequence, BelowIsUniformOnASmallRange) {
  RandomSequence sequence(9, {.stream = Stream::graph});
  std::vector<int> count(7);
  const int draws = 70000;
  for (int k = 0; k < draws; ++k) ++count[sequence.below(7)];
  double chi_square = 0;  // 6 degrees of freedom: above 27.9 with probability 1e-4
  for (int c : count) chi_square += (c - draws / 7.0) * (c - draws / 7.0) / (draws / 7.0);
  EXPECT_LT(chi_square, 27.9);
}

}  // namespace
}  // namespace sotto
