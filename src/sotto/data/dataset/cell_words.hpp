// SPDX-License-Identifier: MIT
// What a cell of text holds: a number, or a word that has a meaning (a level of a category, a missing value).
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sotto {

/// A text without the blanks (space and tab) around it.
std::string_view without_blanks(std::string_view text);

/// The decimal number that all of `text` is: digits with at most one point, a sign and an exponent, nearest double.
/// "inf", "infinity" and "nan" in any case are numbers that are not finite, and so is what no double can hold. Nothing
/// for any other text: no hexadecimal digits, no decimal comma, no separators of thousands, no unit.
std::optional<double> number_in(std::string_view text);

/// A cell is the word that it spells, or the word that is the same number: 1, 1.0 and +1 are one level in all files.
class CellWords {
 public:
  /// False if the word, or its number, has a meaning already.
  bool add(std::string_view word, std::uint32_t meaning);

  std::optional<std::uint32_t> find(std::string_view cell) const;
  std::optional<std::uint32_t> find(double number) const;

 private:
  std::map<std::string, std::uint32_t, std::less<>> words_;
  std::map<double, std::uint32_t> numbers_;  ///< finite ones
};

/// The spellings of a declared level, "a|b".
std::vector<std::string_view> spellings(std::string_view level);

}  // namespace sotto
