// SPDX-License-Identifier: MIT
// Numbers and texts as bytes, and back: eight little-endian bytes for a number, a double as its bits.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace sotto {

class BytesOut {
 public:
  void number(std::uint64_t value);
  void real(double value);
  void flag(bool value) { number(value ? 1 : 0); }
  /// With how many there are.
  void reals(std::span<const double> values);
  /// With its length.
  void text(std::string_view value);

  std::string take() { return std::move(bytes_); }

 private:
  std::string bytes_;
};

/// Takes them in the same order. What cannot be right is refused (InvalidInput, data): bytes may come from a file.
class BytesIn {
 public:
  /// `field`: what is at fault then. Neither is copied.
  BytesIn(std::string_view bytes, const char* field) : rest_(bytes), all_(bytes.size()), field_(field) {}

  std::uint64_t number();
  /// Refuses one of more than `most`.
  std::uint64_t number_up_to(std::uint64_t most);
  double real();
  bool flag() { return number_up_to(1) == 1; }
  std::vector<double> reals();
  std::string text();
  /// How many parts follow; refuses more than the rest can hold, so that nobody allocates what is not there.
  std::size_t count(std::size_t bytes_of_each);
  /// Refuses what is left.
  void end() const;

  [[noreturn]] void refuse(const std::string& rule) const;

 private:
  std::string_view take(std::uint64_t bytes);

  std::string_view rest_;
  std::size_t all_;
  const char* field_;
};

}  // namespace sotto
