// SPDX-License-Identifier: MIT
// Numbers that must not leave a node.
#include "system/federation/canaries.hpp"

#include <fmt/format.h>

#include <cmath>
#include <cstring>
#include <fstream>
#include <sstream>

namespace sotto::test {
namespace {

/// Little endian: the two lowest bytes are left out.
std::string upper_bytes(double value) {
  char bytes[sizeof value];
  std::memcpy(bytes, &value, sizeof value);
  return {bytes + 2, bytes + sizeof value};
}

/// Cut, not rounded: what is printed with more digits begins with it.
std::string first_digits(double value, std::size_t digits) {
  const std::string text = fmt::format("{:.17f}", std::abs(value));
  const std::size_t first = text.find_first_of("123456789");
  const std::size_t after_point = first > text.find('.') ? 0 : 1;
  return text.substr(0, first + digits + after_point);
}

}  // namespace

void Canaries::plant(double value, const std::string& what) {
  if (fmt::format("{}", std::abs(value)).size() < 12) return;
  const std::string named = fmt::format("{} = {}", what, value);
  exactly_.plant(upper_bytes(value), named);
  exactly_.plant(first_digits(value, 10), named);
  roughly_.plant(fmt::format("{:.6g}", std::abs(value)), named);  // 2.9999999 is 3 then, which is not planted
  ++count_;
}

void Canaries::plant_records(const Rehearsal& rehearsal) {
  for (const RehearsedParty& party : rehearsal.parties) {
    std::ifstream file(party.data);
    std::string line;
    std::getline(file, line);  // names
    while (std::getline(file, line)) {
      std::istringstream cells(line);
      for (std::string cell; std::getline(cells, cell, ',');) plant(std::stod(cell), "a record of " + party.name);
    }
  }
}

std::vector<std::string> Canaries::found_in(std::string_view bytes) const {
  return exactly_.found_in(bytes);
}

std::vector<std::string> Canaries::found_roughly_in(std::string_view text) const {
  return roughly_.found_in(text);
}

}  // namespace sotto::test
