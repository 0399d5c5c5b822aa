// SPDX-License-Identifier: MIT
// From text to a number: the one way where a text is a number and nothing else.
#pragma once

#include <charconv>
#include <optional>
#include <string_view>
#include <system_error>

namespace sotto {

/// The number that all of the text is; nothing for any other text. Of an unsigned type: digits alone. No locale counts.
template <class Number>
std::optional<Number> number_of_text(std::string_view text) {
  Number number{};
  const char* const last = text.data() + text.size();
  const auto [end, error] = std::from_chars(text.data(), last, number);
  return error == std::errc() && end == last ? std::optional(number) : std::nullopt;
}

}  // namespace sotto
