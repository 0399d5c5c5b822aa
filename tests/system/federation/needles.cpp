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
  return (word ^ word >> 16 ^ word >> 32) & 0xffff;
}

template <class Number>
std::string bytes_of_numbers(const std::vector<Number>& numbers) {
  return {reinterpret_cast<const char*>(numbers.data()), numbers.size() * sizeof(Number)};
}

}  // namespace

void Needles::plant(std::string_view bytes, const std::string& what) {
  if (bytes.size() < shortest || bytes.find_first_not_of(bytes[0]) == bytes.npos) return;
  const std::uint64_t first = first_bytes(bytes.data());
  by_first_bytes_[first].push_back(all_.size());
  sieve_.set(place_in_sieve(first));
  all_.push_back({std::string(bytes), what});
}

void Needles::plant_key(std::string_view bytes, const std::string& what) {
  plant(bytes, what);
  plant(hex_of(bytes), what + " as text");
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
