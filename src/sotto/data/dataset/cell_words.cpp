// SPDX-License-Identifier: MIT
#include "sotto/data/dataset/cell_words.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <limits>

namespace sotto {
namespace {

constexpr std::size_t longest_number = 1000;

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

std::size_t digits_at(std::string_view text, std::size_t from) {
  std::size_t end = from;
  while (end < text.size() && is_digit(text[end])) ++end;
  return end - from;
}

char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

/// Without its sign.
std::optional<double> not_finite(std::string_view text) {
  std::string word(text.substr(0, 9));
  std::transform(word.begin(), word.end(), word.begin(), lower);
  if (word == "inf" || word == "infinity") return std::numeric_limits<double>::infinity();
  if (word == "nan") return std::numeric_limits<double>::quiet_NaN();
  return {};
}

/// Digits, point and exponent, found but not yet weighed.
struct Decimal {
  std::uint64_t digits = 0;  ///< as one whole number, if there are at most 15
  std::size_t digit_count = 0;
  int decimals = 0;  ///< digits after the point
  bool has_exponent = false;
};

std::optional<Decimal> decimal_in(std::string_view text) {
  Decimal found;
  const std::size_t whole = digits_at(text, 0);
  std::size_t at = whole;
  if (at < text.size() && text[at] == '.') {
    const std::size_t decimals = digits_at(text, ++at);
    found.decimals = static_cast<int>(decimals);
    at += decimals;
  }
  found.digit_count = whole + static_cast<std::size_t>(found.decimals);
  if (found.digit_count == 0) return {};
  if (found.digit_count <= 15)
    for (const char c : text.substr(0, at))
      if (c != '.') found.digits = 10 * found.digits + static_cast<std::uint64_t>(c - '0');
  if (at == text.size()) return found;
  if (lower(text[at]) != 'e') return {};
  if (++at < text.size() && (text[at] == '+' || text[at] == '-')) ++at;
  const std::size_t exponent = digits_at(text, at);
  found.has_exponent = true;
  return exponent > 0 && at + exponent == text.size() ? std::optional(found) : std::nullopt;
}

}  // namespace

std::string_view without_blanks(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

std::optional<double> number_in(std::string_view text) {
  constexpr std::array powers{1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15};
  text = without_blanks(text);
  const bool negative = text.starts_with('-');
  if (negative || text.starts_with('+')) text.remove_prefix(1);
  if (text.empty() || text.size() > longest_number) return {};
  const double sign = negative ? -1 : 1;
  if (!is_digit(text[0]) && text[0] != '.') {
    const std::optional<double> word = not_finite(text);
    return word ? std::optional(sign * *word) : std::nullopt;
  }
  const std::optional<Decimal> decimal = decimal_in(text);
  if (!decimal) return {};
  // Both numbers are exact, so that the quotient is the nearest double.
  if (decimal->digit_count <= 15 && !decimal->has_exponent)
    return sign * (static_cast<double>(decimal->digits) / powers[static_cast<std::size_t>(decimal->decimals)]);
  return sign * std::strtod(std::string(text).c_str(), nullptr);
}

bool CellWords::add(std::string_view word, std::uint32_t meaning) {
  const std::optional<double> number = number_in(word);
  const bool finite = number && std::isfinite(*number);
  if (words_.contains(word) || (finite && numbers_.contains(*number))) return false;
  words_.emplace(word, meaning);
  if (finite) numbers_.emplace(*number, meaning);
  return true;
}

std::optional<std::uint32_t> CellWords::find(std::string_view cell) const {
  if (const auto found = words_.find(cell); found != words_.end()) return found->second;
  if (numbers_.empty()) return {};
  const std::optional<double> number = number_in(cell);
  return number ? find(*number) : std::nullopt;
}

std::optional<std::uint32_t> CellWords::find(double number) const {
  if (!std::isfinite(number)) return {};
  const auto found = numbers_.find(number);
  return found == numbers_.end() ? std::nullopt : std::optional(found->second);
}

std::vector<std::string_view> spellings(std::string_view level) {
  std::vector<std::string_view> found;
  for (;;) {
    const std::size_t end = level.find('|');
    found.push_back(level.substr(0, end));
    if (end == std::string_view::npos) return found;
    level.remove_prefix(end + 1);
  }
}

}  // namespace sotto
