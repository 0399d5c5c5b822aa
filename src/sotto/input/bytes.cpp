// SPDX-License-Identifier: MIT
#include "sotto/input/bytes.hpp"

#include <bit>

#include "sotto/input/invalid_input.hpp"

namespace sotto {

void BytesOut::number(std::uint64_t value) {
  char bytes[8];
  for (char& byte : bytes) {
    byte = static_cast<char>(value & 0xff);
    value >>= 8;
  }
  bytes_.append(bytes, sizeof bytes);
}

void BytesOut::real(double value) {
  number(std::bit_cast<std::uint64_t>(value));
}

void BytesOut::reals(std::span<const double> values) {
  number(values.size());
  for (const double value : values) real(value);
}

void BytesOut::text(std::string_view value) {
  number(value.size());
  bytes_.append(value);
}

void BytesIn::refuse(const std::string& rule) const {
  throw InvalidInput({field_, "byte " + std::to_string(all_ - rest_.size()) + " of " + std::to_string(all_), rule},
                     FaultKind::data);
}

std::string_view BytesIn::take(std::uint64_t bytes) {
  if (bytes > rest_.size()) refuse("is damaged: it ends too early");
  const std::string_view taken = rest_.substr(0, bytes);
  rest_.remove_prefix(bytes);
  return taken;
}

std::uint64_t BytesIn::number() {
  const std::string_view bytes = take(8);
  std::uint64_t value = 0;
  for (std::size_t k = 8; k-- > 0;) value = value << 8 | static_cast<unsigned char>(bytes[k]);
  return value;
}

std::uint64_t BytesIn::number_up_to(std::uint64_t most) {
  const std::uint64_t value = number();
  if (value > most) refuse("is damaged: a number is too large for what it says");
  return value;
}

double BytesIn::real() {
  return std::bit_cast<double>(number());
}

std::vector<double> BytesIn::reals() {
  std::vector<double> values(count(sizeof(double)));
  for (double& value : values) value = real();
  return values;
}

std::string BytesIn::text() {
  return std::string(take(number()));
}

std::size_t BytesIn::count(std::size_t bytes_of_each) {
  const std::uint64_t parts = number();
  if (parts > rest_.size() / bytes_of_each) refuse("is damaged: it has fewer parts than it says");
  return static_cast<std::size_t>(parts);
}

void BytesIn::end() const {
  if (!rest_.empty()) refuse("is damaged: it goes on behind its end");
}

}  // namespace sotto
