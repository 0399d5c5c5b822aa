// SPDX-License-Identifier: MIT
#include "sotto/settings/suggestion.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace sotto {
namespace {

constexpr std::size_t far = std::numeric_limits<std::size_t>::max();
constexpr std::size_t longest_name = 100;  // nobody misspells more by accident; keeps the search cheap

struct DottedName {
  std::string section;
  std::string last;
};

DottedName split(std::string name) {
  for (char& c : name) c = c == '-' ? '_' : c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  const std::size_t dot = name.rfind('.');
  if (dot == std::string::npos) return {"", name};
  return {name.substr(0, dot), name.substr(dot + 1)};
}

/// The distance if it is one slip in three letters at most, else far.
std::size_t close_distance(const std::string& name, const std::string& known) {
  const std::size_t limit = std::min<std::size_t>(3, (std::max(name.size(), known.size()) + 1) / 3);
  const std::size_t distance = edit_distance(name, known);
  return distance <= limit ? distance : far;
}

/// Twice the slips, plus one when the section is missing or another one.
std::size_t dotted_distance(const DottedName& name, const DottedName& known) {
  const std::size_t last = close_distance(name.last, known.last);
  if (last == far) return far;
  const std::size_t section = close_distance(name.section, known.section);
  return section == far ? 2 * last + 1 : 2 * (last + section);
}

}  // namespace

std::size_t edit_distance(std::string_view from, std::string_view to) {
  std::vector<std::size_t> before, above, row(to.size() + 1);
  for (std::size_t k = 0; k <= to.size(); ++k) row[k] = k;
  for (std::size_t i = 1; i <= from.size(); ++i) {
    before = std::exchange(above, row);
    row[0] = i;
    for (std::size_t k = 1; k <= to.size(); ++k) {
      const bool same = from[i - 1] == to[k - 1];
      row[k] = std::min({above[k] + 1, row[k - 1] + 1, above[k - 1] + (same ? 0 : 1)});
      if (i > 1 && k > 1 && from[i - 1] == to[k - 2] && from[i - 2] == to[k - 1])
        row[k] = std::min(row[k], before[k - 2] + 1);
    }
  }
  return row[to.size()];
}

std::optional<std::string> nearest_name(const std::string& name, const std::vector<std::string>& known) {
  if (name.empty() || name.size() > longest_name) return std::nullopt;
  const DottedName wanted = split(name);
  std::size_t least = far;
  std::optional<std::string> nearest;
  for (const std::string& candidate : known) {
    const std::size_t distance = dotted_distance(wanted, split(candidate));
    if (distance >= least) continue;
    least = distance;
    nearest = candidate;
  }
  return nearest;
}

std::string did_you_mean(const std::string& name, const std::vector<std::string>& known) {
  const auto nearest = nearest_name(name, known);
  return nearest ? "; did you mean " + *nearest + "?" : "";
}

}  // namespace sotto
