// SPDX-License-Identifier: MIT
// The discrete Gaussian on the integers, exactly.
//
// No step overflows. Let s be the integer sigma, 1 <= s <= 2^40, and X = U + s V with 0 <= U < s.
//  - X: V < 2^22 (see `geometric`), so X < 2^62 fits 64 bits; so do q^2 <= V^2 and 4 q^2 < 2^46, which count coins.
//  - Coins with 64 bits: numerators r <= s and denominators s, 2 s <= 2^41 or k, the length of a run of heads, which
//    reaches k with probability 1/k!. Their products stay below 2^128 for any 64-bit denominator.
//  - sigma^2 = a/b with a <= 2^125 and s the smallest integer with b s^2 >= a. Since sigma >= 1/2, s <= 2 sigma: either
//    s = 1, or s < sigma + 1 <= 2 sigma. So b s^2 <= 4 a <= 2^127, and (b s^2 - a)/(4 a) < 1 has a denominator of at
//    most 2^127, as the coin with 128 bits demands.
#include "sotto/random/discrete_gaussian.hpp"

#include <string>

#include "sotto/input/invalid_input.hpp"

namespace sotto {
namespace {

std::string show(Uint128 value) {
  std::string digits;
  for (; value > 9; value /= 10) digits.insert(digits.begin(), static_cast<char>('0' + static_cast<int>(value % 10)));
  return static_cast<char>('0' + static_cast<int>(value)) + digits;
}

std::uint64_t checked(std::uint64_t sigma) {
  if (sigma == 0 || sigma > DiscreteGaussian::largest_sigma)
    throw InvalidInput({"sigma", std::to_string(sigma), "must lie between 1 and 2^40"});
  return sigma;
}

SigmaSquared checked(const SigmaSquared& given) {
  const Uint128 a = given.numerator, b = given.denominator;
  const auto refuse = [&](const char* rule) { throw InvalidInput({"sigma^2", show(a) + "/" + show(b), rule}); };
  if (b == 0) refuse("the denominator must not be 0");
  if (a > DiscreteGaussian::largest_numerator) refuse("the numerator must be at most 2^125");
  if (4 * a < b) refuse("must be at least 1/4");
  constexpr Uint128 most = Uint128{DiscreteGaussian::largest_sigma} * DiscreteGaussian::largest_sigma;
  if ((a - 1) / b + 1 > most) refuse("must be at most 2^80");
  return given;
}

/// The smallest s with s^2 >= a/b, which is the smallest with s^2 >= ceil(a/b).
std::uint64_t sigma_from_above(const SigmaSquared& given) {
  const Uint128 least = (given.numerator - 1) / given.denominator + 1;
  std::uint64_t below = 0, enough = DiscreteGaussian::largest_sigma;
  while (enough - below > 1) {
    const std::uint64_t middle = below + (enough - below) / 2;
    (Uint128{middle} * middle >= least ? enough : below) = middle;
  }
  return enough;
}

/// V with P(V = v) proportional to exp(-v). A number with V >= 2^22 might not fit 64 bits. To leave it out would change
/// the distribution, so it ends the draw: by chance it happens with probability exp(-2^22), in no process ever.
std::uint64_t geometric(BitSource& bits) {
  constexpr std::uint64_t too_many = std::uint64_t{1} << 22;
  std::uint64_t v = 0;
  while (exp_coin(bits, [] { return true; }))
    if (++v == too_many) throw InvalidInput({"randomness", "", "the random bits are not random"}, FaultKind::entropy);
  return v;
}

}  // namespace

DiscreteGaussian::DiscreteGaussian(std::uint64_t sigma) : sigma_(checked(sigma)) {}

DiscreteGaussian::DiscreteGaussian(const SigmaSquared& sigma_squared)
    : sigma_(sigma_from_above(checked(sigma_squared))) {
  const Uint128 a = sigma_squared.numerator, b = sigma_squared.denominator;
  narrower_ = {b * sigma_ * sigma_ - a, 4 * a};
}

std::int64_t DiscreteGaussian::draw(BitSource& bits) const {
  for (;;) {
    const std::int64_t drawn = draw_wide(bits);
    if (narrower_.numerator == 0 || stays(bits, drawn)) return drawn;
  }
}

/// For sigma = s: X = U + s V is proportional to exp(-X/s), since U stays with exp(-U/s). It stays in turn with
/// exp(-(X - s)^2/(2 s^2)), which makes it proportional to exp(-X^2/(2 s^2)). A sign comes last; 0 has one only.
std::int64_t DiscreteGaussian::draw_wide(BitSource& bits) const {
  for (;;) {
    const std::uint64_t U = uniform_below(bits, sigma_);
    if (!exp_coin(bits, [&] { return coin(bits, Ratio<std::uint64_t>{U, sigma_}); })) continue;
    const std::uint64_t V = geometric(bits);

    // |X - s|/s = q + x with x = r/s in [0, 1]: (q + x)^2/2 = q^2/2 + q x + x^2/2.
    const std::uint64_t q = V == 0 ? 0 : V - 1, r = V == 0 ? sigma_ - U : U;
    const auto x = [&, r] { return coin(bits, Ratio<std::uint64_t>{r, sigma_}); };
    if (!exp_coins(bits, q * q, [&] { return fair_coin(bits); })) continue;
    if (!exp_coins(bits, q, x)) continue;
    if (!exp_coin(bits, [&, r] { return coin(bits, Ratio<std::uint64_t>{r, 2 * sigma_}) && x(); })) continue;

    const auto X = static_cast<std::int64_t>(U + sigma_ * V);
    const bool negative = fair_coin(bits);
    if (negative && X == 0) continue;
    return negative ? -X : X;
  }
}

/// True with probability exp(-k^2/(2 sigma^2) + k^2/(2 s^2)) = exp(-4 f (k/s)^2/2), f = (s^2/sigma^2 - 1)/4.
/// With |k|/s = q + x as above: 4 f (q^2/2 + q x + x^2/2).
bool DiscreteGaussian::stays(BitSource& bits, std::int64_t drawn) const {
  const auto k = static_cast<std::uint64_t>(drawn < 0 ? -drawn : drawn);
  const std::uint64_t q = k / sigma_;
  const auto x = [&, r = k % sigma_] { return coin(bits, Ratio<std::uint64_t>{r, sigma_}); };
  const auto f = [&] { return coin(bits, narrower_); };
  return exp_coins(bits, 4 * q * q, [&] { return fair_coin(bits) && f(); }) &&
         exp_coins(bits, 4 * q, [&] { return x() && f(); }) &&
         exp_coins(bits, 4, [&] { return fair_coin(bits) && x() && x() && f(); });
}

}  // namespace sotto
