// SPDX-License-Identifier: MIT
// The discrete Gaussian: reference values of its law, numbers that stay the same, parameters that are refused.
#include "sotto/random/discrete_gaussian.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "random/script.hpp"
#include "sotto/input/invalid_input.hpp"
#include "sotto/random/seeded_bits.hpp"
#include "support/discrete_gaussian_law.hpp"

namespace sotto {
namespace {

std::vector<std::int64_t> draws(const DiscreteGaussian& gaussian, std::size_t count) {
  SeededBits bits(7, {});
  std::vector<std::int64_t> values(count);
  for (std::int64_t& value : values) value = gaussian.draw(bits);
  return values;
}

TEST(DiscreteGaussianLaw, EqualsEveryDigitOfTheReferenceValues) {
  std::ifstream file(std::string(SOTTO_SOURCE_DIR) + "/tests/reference_values/discrete_gaussian_pmf.csv");
  ASSERT_TRUE(file) << "tests/data is part of the repository";
  std::string line;
  std::getline(file, line);
  int rows = 0;
  for (; std::getline(file, line); ++rows) {
    std::istringstream cells(line);
    std::vector<long double> cell;
    for (std::string text; std::getline(cells, text, ',');) cell.push_back(std::stold(text));
    const test::DiscreteGaussianLaw law(cell[0]);
    const std::vector<long double> ours{law.normaliser(),
                                        law.variance(),
                                        law.probability(0),
                                        law.probability(1),
                                        law.probability(2),
                                        law.probability(5),
                                        law.at_least(static_cast<std::int64_t>(std::ceil(3 * law.sigma())))};
    for (std::size_t k = 0; k < ours.size(); ++k)
      EXPECT_NEAR(static_cast<double>(ours[k] / cell[k + 1]), 1, 5e-15) << line << ", column " << k + 1;
  }
  EXPECT_GE(rows, 3);
}

TEST(DiscreteGaussianLaw, IsTheSameSummedAndIntegrated) {
  // Either side of the width where sums give way to integrals.
  const test::DiscreteGaussianLaw summed(4096.0L * 4096), integrated(4097.0L * 4097);
  for (const std::int64_t from : {-3 * 4096, -100, 0, 1, 4096, 5 * 4096})
    EXPECT_NEAR(static_cast<double>(integrated.between(from, 4 * 4096) - summed.between(from, 4 * 4096)), 0, 2.5e-4);
  EXPECT_NEAR(static_cast<double>(integrated.moment(4) / summed.moment(4)), 1.00097692, 1e-8);
}

// From an implementation in rational numbers, written apart from this one.
TEST(DiscreteGaussian, GivesTheSameNumbersOnEveryMachine) {
  using Numbers = std::vector<std::int64_t>;
  EXPECT_EQ(draws(DiscreteGaussian(std::uint64_t{1} << 40), 4),
            (Numbers{1049590640064, -982607528888, 2202272398331, -422860884071}));
  EXPECT_EQ(draws(DiscreteGaussian({2, 1}), 16), (Numbers{1, 0, -1, 0, 1, 0, -2, 3, -2, -2, -1, 0, 0, -1, -1, 1}));
  EXPECT_EQ(draws(DiscreteGaussian({9, 4}), 16), (Numbers{1, 0, -3, 2, -2, 0, 2, 3, -1, -1, 1, -2, 3, 0, 2, -1}));
  EXPECT_EQ(draws(DiscreteGaussian({1, 4}), 16), (Numbers{0, 0, 0, 0, 0, -1, -1, 1, 0, 1, 1, 0, 0, 1, -1, 0}));
  EXPECT_EQ(draws(DiscreteGaussian({1000001, 3}), 16),
            (Numbers{551, 1336, 713, -916, 247, 390, -125, -224, 40, 478, 294, -153, 131, 538, -156, -291}));
}

TEST(DiscreteGaussian, DoesNotDependOnHowTheFractionIsWritten) {
  EXPECT_EQ(draws(DiscreteGaussian({25, 1}), 100), draws(DiscreteGaussian(std::uint64_t{5}), 100));
  EXPECT_EQ(draws(DiscreteGaussian({2500, 100}), 100), draws(DiscreteGaussian(std::uint64_t{5}), 100));
  EXPECT_EQ(draws(DiscreteGaussian({Uint128{2} << 100, Uint128{1} << 100}), 100), draws(DiscreteGaussian({2, 1}), 100));
}

TEST(DiscreteGaussian, DrawsAtTheEdgesOfItsParameters) {
  const Uint128 top = DiscreteGaussian::largest_numerator;
  for (const SigmaSquared& edge : {SigmaSquared{1, 4}, SigmaSquared{top, 4 * top}, SigmaSquared{top, top - 1},
                                   SigmaSquared{Uint128{1} << 80, 1}, SigmaSquared{(Uint128{1} << 80) - 1, 1},
                                   SigmaSquared{top, Uint128{1} << 45}, SigmaSquared{top - 1, Uint128{1} << 45}})
    for (const std::int64_t value : draws(DiscreteGaussian(edge), 200))
      EXPECT_LT(std::abs(value), std::int64_t{1} << 44);
}

std::string refusal(const SigmaSquared& given) {
  try {
    const DiscreteGaussian gaussian(given);
  } catch (const InvalidInput& refused) {
    return refused.what();
  }
  return "";
}

TEST(DiscreteGaussian, RefusesWhatItCannotDrawExactlyAndSaysWhy) {
  EXPECT_EQ(refusal({0, 0}), "sigma^2 = 0/0: the denominator must not be 0");
  EXPECT_EQ(refusal({0, 1}), "sigma^2 = 0/1: must be at least 1/4");
  EXPECT_EQ(refusal({249, 1000}), "sigma^2 = 249/1000: must be at least 1/4");
  EXPECT_EQ(refusal({(Uint128{1} << 80) + 1, 1}), "sigma^2 = 1208925819614629174706177/1: must be at most 2^80");
  EXPECT_NE(refusal({DiscreteGaussian::largest_numerator + 1, Uint128{1} << 100}).find("at most 2^125"),
            std::string::npos);
  EXPECT_NE(refusal({~Uint128{0}, ~Uint128{0}}).find("at most 2^125"), std::string::npos);
  EXPECT_NE(refusal({1, ~Uint128{0}}).find("at least 1/4"), std::string::npos);
  EXPECT_THROW(DiscreteGaussian(std::uint64_t{0}), InvalidInput);
  EXPECT_THROW(DiscreteGaussian(DiscreteGaussian::largest_sigma + 1), InvalidInput);
  EXPECT_THROW(DiscreteGaussian(UINT64_MAX), InvalidInput);
}

// The full tests are labelled statistical. A false alarm comes once in 1e4 changes of the seed, for each sigma.
TEST(DiscreteGaussian, FollowsItsLawAndNotOneThatIsATenthWider) {
  for (const std::uint64_t sigma : {std::uint64_t{1}, std::uint64_t{2}, std::uint64_t{1} << 31}) {
    const auto sample = draws(DiscreteGaussian(sigma), 15000);
    const auto width = static_cast<long double>(sigma);
    EXPECT_GT(test::chi_square_p(test::DiscreteGaussianLaw(width * width), sample), 1e-4) << sigma;
    EXPECT_LT(test::chi_square_p(test::DiscreteGaussianLaw(width * width * 1.21L), sample), 1e-6) << sigma;
  }
}

// No sample is large enough to show that 6 sigma are missing (2e-9) or 10 (1e-23). Words that mean them can be written
// down.
TEST(DiscreteGaussian, HasNoEnd) {
  for (const std::uint64_t sigma : {std::uint64_t{1}, std::uint64_t{1024}, std::uint64_t{1} << 40})
    for (const std::uint64_t V : {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 15, 37, 60})
      for (const std::uint64_t U : {std::uint64_t{0}, sigma / 3, sigma - 1})
        for (const bool negative : {false, true}) {
          if (U + V == 0 && negative) continue;  // 0 has one sign
          test::Script bits(test::words_for({.sigma = sigma, .U = U, .V = V, .negative = negative}));
          const auto expected = static_cast<std::int64_t>(U + sigma * V);
          ASSERT_EQ(DiscreteGaussian(sigma).draw(bits), negative ? -expected : expected) << sigma << " " << V;
          EXPECT_THROW(bits.word(), std::out_of_range) << "words are left over";
        }
}

TEST(DiscreteGaussian, WhoseSigmaIsNoIntegerHasNoEndEither) {
  constexpr std::uint64_t wide = 1000;  // sigma^2 = 999^2 + 1: just above 999
  for (const std::uint64_t V : {6, 10, 37}) {
    std::vector<std::uint64_t> words = test::words_for({.sigma = wide, .U = 1, .V = V});
    words.insert(words.end(), 4 * V * V, 0);       // (1/2 and f) shows tails, 4 q^2 times
    words.insert(words.end(), 4 * V, UINT64_MAX);  // (x and f), 4 q times
    words.insert(words.end(), 4, 0);               // (1/2 and x and x and f), 4 times
    test::Script bits(words);
    EXPECT_EQ(DiscreteGaussian({999 * 999 + 1, 1}).draw(bits), static_cast<std::int64_t>(1 + wide * V));
    EXPECT_EQ(bits.used(), words.size());
  }
}

/// Bits under which the coin exp(-1) shows heads for ever: 1/2 yes, then 1/3 no.
class StuckBits final : public BitSource {
 public:
  StuckBits() : BitSource(waiting_) {}
  std::uint64_t calls() const { return calls_; }

 private:
  void refill() override {
    waiting_[0] = 1;
    waiting_[1] = calls_++ < 2 ? UINT64_MAX : calls_ % 2 == 1 ? 0 : UINT64_MAX;
  }
  std::uint64_t waiting_[2]{};
  std::uint64_t calls_ = 0;
};

TEST(DiscreteGaussian, ANumberThatWouldNotFitEndsTheDrawAsAFailureOfTheBits) {
  StuckBits bits;
  try {
    DiscreteGaussian(std::uint64_t{1} << 40).draw(bits);
    FAIL() << "nothing was thrown";
  } catch (const InvalidInput& refused) {
    EXPECT_EQ(refused.kind(), FaultKind::entropy);
    EXPECT_LE(bits.calls(), (std::uint64_t{1} << 23) + 2);  // while 2^22 sigma still fits 64 bits
  }
}

}  // namespace
}  // namespace sotto
