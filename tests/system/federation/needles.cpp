// SPDX-License-Identifier: MIT
#include "system/federation/needles.hpp"

#include <fmt/format.h>

#include <cstring>

#include "sotto/digest/digest.hpp"

namespace sotto::test {
namespace {

std::uint64_t first_bytes(const char* bytes) {
  std::uint64_t word = 0;
  std::memcpy(&word, bytes, Needles::shortest);
  return word;
}

std::size_t place_in_sieve(std::uint64_t word) {
  return (word ^ word >> 20 ^ word >> 40) & 0xfffff;
}

/// The characters that follow from these bytes alone, where those before them fill so many bits of the first one.
std::string base64_of(std::string_view bytes, std::size_t bits_before, char for_62, char for_63) {
  std::string text;
  for (std::size_t bit = bits_before == 0 ? 0 : 6 - bits_before; bit + 6 <= 8 * bytes.size(); bit += 6) {
    unsigned value = 0;
    for (std::size_t k = bit; k < bit + 6; ++k)
      value = 2 * value + (static_cast<unsigned char>(bytes[k / 8]) >> (7 - k % 8) & 1);
    if (value >= 62)
      text += value == 62 ? for_62 : for_63;
    else
      text += static_cast<char>(value < 26 ? 'A' + value : value < 52 ? 'a' + value - 26 : '0' + value - 52);
  }
  return text;
}

template <class Number>
std::string bytes_of_numbers(const std::vector<Number>& numbers) {
  return {reinterpret_cast<const char*>(numbers.data()), numbers.size() * sizeof(Number)};
}

}  // namespace

void Needles::plant(std::string_view bytes, const std::string& what) {
  if (bytes.size() < shortest || bytes.find_first_not_of(bytes[0]) == bytes.npos) return;
  const std::uint64_t first = first_bytes(bytes.data());
  for (const std::size_t k : by_first_bytes_[first])
    if (all_[k].bytes == bytes) return;
  by_first_bytes_[first].push_back(all_.size());
  sieve_.set(place_in_sieve(first));
  all_.push_back({std::string(bytes), what});
}

void Needles::plant_key(std::string_view bytes, const std::string& what) {
  plant(bytes, what);
  plant(hex_of(bytes), what + " as text");
  for (const std::size_t bits_before : {0, 2, 4}) {
    plant(base64_of(bytes, bits_before, '+', '/'), what + " in base64");
    plant(base64_of(bytes, bits_before, '-', '_'), what + " in base64");
  }
}

void Needles::plant_numbers(std::span<const std::int64_t> numbers, double grid, const std::string& what) {
  plant(bytes_of_numbers(std::vector(numbers.begin(), numbers.end())), what);
  std::vector<double> doubles;
  for (const std::int64_t number : numbers) doubles.push_back(static_cast<double>(number) * grid);
  plant(bytes_of_numbers(doubles), what + " as doubles");
  if (numbers.size() < 2) return;
  for (const char* between : {",", ", ", " "})
    for (const std::string& text : {fmt::format("{}{}{}", numbers[0], between, numbers[1]),
                                    fmt::format("{}{}{}", doubles[0], between, doubles[1])})
      if (text.size() > 8) plant(text, what + " as text");
}

std::vector<std::string> Needles::found_in(std::string_view bytes) const {
  std::vector<std::string> found;
  for (std::size_t place = 0; place + shortest <= bytes.size(); ++place) {
    const std::uint64_t first = first_bytes(bytes.data() + place);
    if (!sieve_.test(place_in_sieve(first))) continue;
    const auto here = by_first_bytes_.find(first);
    if (here == by_first_bytes_.end()) continue;
    for (const std::size_t k : here->second)
      if (bytes.substr(place).starts_with(all_[k].bytes)) found.push_back(all_[k].what);
  }
  return found;
}

}  // namespace sotto::test
