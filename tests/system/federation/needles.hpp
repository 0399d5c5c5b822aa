// SPDX-License-Identifier: MIT
// Bytes that must not be found anywhere, many at once.
#pragma once

#include <bitset>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace sotto::test {

class Needles {
 public:
  /// Of fewer bytes, and of runs of one byte, any file may hold some by chance: they are not planted.
  static constexpr std::size_t shortest = 6;
  void plant(std::string_view bytes, const std::string& what);
  /// As they are, as hexadecimal text and in base64, wherever in a longer text of it.
  void plant_key(std::string_view bytes, const std::string& what);
  /// Whole numbers, as eight bytes each, as doubles in steps of a grid, and the first two as text.
  void plant_numbers(std::span<const std::int64_t> numbers, double grid, const std::string& what);
  std::size_t count() const { return all_.size(); }

  std::vector<std::string> found_in(std::string_view bytes) const;

  struct Needle {
    std::string bytes, what;
  };
  /// In the order in which they were planted; the same bytes once.
  const std::vector<Needle>& all() const { return all_; }

 private:
  std::vector<Needle> all_;
  std::unordered_map<std::uint64_t, std::vector<std::size_t>> by_first_bytes_;
  std::bitset<1 << 20> sieve_;  // of their first bytes
};

}  // namespace sotto::test
