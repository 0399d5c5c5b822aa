// SPDX-License-Identifier: MIT
// Words that cells may hold, each with a meaning.
#include "sotto/data/dataset/cell_words.hpp"

#include <cmath>

#include "sotto/data/dataset/cell_number.hpp"

namespace sotto {

bool CellWords::add(std::string_view word, std::uint32_t meaning) {
  const std::optional<double> number = number_in(word);
  const bool finite = number && std::isfinite(*number);
  if (words_.contains(word) || (finite && numbers_.contains(*number))) return false;
  words_.emplace(word, meaning);
  if (finite) numbers_.emplace(*number, meaning);
  return true;
}

std::optional<std::uint32_t> CellWords::find(std::string_view cell) const {
  if (const auto found = words_.find(cell); found != words_.end()) return found->second;
  if (numbers_.empty()) return {};
  const std::optional<double> number = number_in(cell);
  return number ? find(*number) : std::nullopt;
}

std::optional<std::uint32_t> CellWords::find(double number) const {
  if (!std::isfinite(number)) return {};
  const auto found = numbers_.find(number);
  return found == numbers_.end() ? std::nullopt : std::optional(found->second);
}

std::vector<std::string_view> spellings(std::string_view level) {
  std::vector<std::string_view> found;
  for (;;) {
    const std::size_t end = level.find('|');
    found.push_back(level.substr(0, end));
    if (end == std::string_view::npos) return found;
    level.remove_prefix(end + 1);
  }
}

}  // namespace sotto
