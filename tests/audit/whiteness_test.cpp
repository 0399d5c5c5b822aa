// SPDX-License-Identifier: MIT
// White noise is found white, and each way of not being so is named.
#include "sotto/audit/whiteness.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include "sotto/audit/rates.hpp"
#include "support/random_points.hpp"

namespace sotto {
namespace {

constexpr Whiteness::Shape shape{.rounds = 6, .nodes = 4, .dimension = 3};

std::size_t place(std::size_t t, std::size_t i, std::size_t k) {
  return (t * shape.nodes + i) * shape.dimension + k;
}

/// The finding furthest off after 3000 samples that `spoil` has spoilt.
Finding worst(const std::function<void(std::vector<double>&)>& spoil) {
  test::RandomPoints points(7);
  Whiteness whiteness(shape);
  for (int sample = 0; sample < 3000; ++sample) {
    std::vector<double> numbers = points.gaussian_vector(shape.size());
    spoil(numbers);
    whiteness.add(numbers);
  }
  const std::vector<Finding> findings = whiteness.findings();
  return *std::max_element(findings.begin(), findings.end(), [](const Finding& a, const Finding& b) {
    return std::abs(a.deviations) < std::abs(b.deviations);
  });
}

TEST(Whiteness, OfWhiteNoiseIsWithinSixDeviations) {
  // 114 statistics, each beyond 6 with 2e-9.
  EXPECT_EQ(Whiteness(shape).tests(), 114U);
  EXPECT_LT(std::abs(worst([](auto&) {}).deviations), 6);
}

TEST(Whiteness, NamesWhatIsNotWhite) {
  const auto named = [](const std::function<void(std::vector<double>&)>& spoil) {
    const Finding finding = worst(spoil);
    EXPECT_GT(std::abs(finding.deviations), 6) << finding.what;
    return finding.what;
  };
  EXPECT_EQ(named([](auto& n) { n[place(2, 1, 0)] += 0.3; }), "mean of round 3, node 1, coordinate 0");
  EXPECT_EQ(named([](auto& n) {
              for (double& v : n) v *= 1.02;
            }),
            "variance of all messages");
  EXPECT_EQ(named([](auto& n) {
              for (std::size_t k = 0; k < 12; ++k) n[place(4, 0, k)] *= 0.9;
            }),
            "variance of round 5");
  EXPECT_EQ(named([](auto& n) {
              for (std::size_t t = 0; t < 6; ++t) n[place(t, 3, 2)] = n[place(t, 1, 2)];
            }),
            "correlation of nodes 1 and 3");
  EXPECT_EQ(named([](auto& n) {
              for (std::size_t t = 0; t < 6; ++t) n[place(t, 0, 1)] = n[place(t, 0, 2)];
            }),
            "correlation of coordinates 1 and 2");
  EXPECT_EQ(named([](auto& n) { std::copy_n(n.begin(), 12, n.begin() + 24); }),
            "correlation of rounds that are 2 apart");
}

TEST(Whiteness, SmallestShapeHasNoPairs) {
  Whiteness whiteness({.rounds = 1, .nodes = 1, .dimension = 1});
  whiteness.add(std::vector<double>{0.5});
  for (const Finding& finding : whiteness.findings()) EXPECT_EQ(finding.what.find("correlation"), std::string::npos);
}

TEST(Whiteness, JudgesAFewProductsByATailThatHolds) {
  // Twenty products of standard normals pass 6.235 root(20) on one side with probability 1.4e-7 (the difference of two
  // Gamma(10) numbers), not with the normal's 2.3e-10: the finding must not claim to be rarer than it is.
  Whiteness whiteness({1, 2, 1});
  const double product = 6.235 / std::sqrt(20.0), root = std::sqrt(product);
  for (int k = 0; k < 20; ++k) whiteness.add(std::vector<double>{root, root});
  for (const Finding& finding : whiteness.findings())
    if (finding.what.starts_with("correlation of nodes")) {
      EXPECT_GE(normal_tail(finding.deviations), 1.4e-7);
      EXPECT_GT(finding.deviations, 4);  // and yet it is seen
    }
}

}  // namespace
}  // namespace sotto
