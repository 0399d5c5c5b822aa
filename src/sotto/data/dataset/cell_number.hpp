// SPDX-License-Identifier: MIT
// The number that a cell of text holds.
#pragma once

#include <optional>
#include <string_view>

namespace sotto {

/// A text without the blanks (space and tab) around it.
std::string_view without_blanks(std::string_view text);

/// The decimal number that all of `text` is: digits with at most one point, a sign and an exponent, nearest double.
/// "inf", "infinity" and "nan" in any case are numbers that are not finite, and so is what no double can hold. Nothing
/// for any other text: no hexadecimal digits, no decimal comma, no separators of thousands, no unit.
std::optional<double> number_in(std::string_view text);

}  // namespace sotto
