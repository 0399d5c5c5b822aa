// SPDX-License-Identifier: MIT
// Closed sets: an enumeration with one function names_of that lists its names in the order of its values, or a variant
// with one function for each of its alternatives.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace sotto {

template <std::size_t size>
using Names = std::array<std::string_view, size>;

template <class Enum>
concept ClosedSet = requires(Enum value) {
  names_of(value).size();
};

template <ClosedSet Enum>
constexpr std::string_view name_of(Enum value) {
  return names_of(value)[static_cast<std::size_t>(value)];
}

template <ClosedSet Enum>
constexpr auto values_of() {
  std::array<Enum, std::tuple_size_v<decltype(names_of(Enum{}))>> values{};
  for (std::size_t k = 0; k < values.size(); ++k) values[k] = static_cast<Enum>(k);
  return values;
}
template <ClosedSet Enum>
inline constexpr auto all_of = values_of<Enum>();

template <ClosedSet Enum>
constexpr std::optional<Enum> value_named(std::string_view name) {
  for (const Enum value : all_of<Enum>)
    if (name_of(value) == name) return value;
  return std::nullopt;
}

/// "csv, npy": the names of such values in a row, for people.
template <class Values>
std::string names_in_words(const Values& values) {
  std::string words;
  for (const auto& value : values) {
    if (!words.empty()) words += ", ";
    words += name_of(value);
  }
  return words;
}

/// One function for each alternative of a variant, side by side.
template <class... Functions>
struct Cases : Functions... {
  using Functions::operator()...;
};
template <class... Functions>
Cases(Functions...) -> Cases<Functions...>;

}  // namespace sotto
