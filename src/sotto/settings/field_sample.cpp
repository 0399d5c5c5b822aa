// SPDX-License-Identifier: MIT
#include "sotto/settings/field_sample.hpp"

#include <algorithm>

namespace sotto {
namespace {

/// Comments begin in one column, where what they are about leaves room for it.
std::string commented(std::string line, std::string_view says) {
  constexpr std::size_t column = 28;
  while (!says.empty()) {
    const std::size_t end = std::min(says.find('\n'), says.size());
    const std::size_t last = line.size() - (line.rfind('\n') + 1);
    line += std::string(last < column ? column - last : 1, ' ') + "# " + std::string(says.substr(0, end));
    says.remove_prefix(std::min(end + 1, says.size()));
    if (!says.empty()) line += "\n";
  }
  return line + "\n";
}

}  // namespace

FieldSample::FieldSample(const std::string& table, const std::string& says)
    : keys_{{"[" + table + "]", commented("[" + table + "]", says)}} {}

void FieldSample::remark(const char* lines) {
  keys_.emplace_back("", lines);
}

void FieldSample::add(const std::string& key, const std::string& usual, const FieldNotes& notes) {
  const std::string value(notes.shown.empty() ? usual : notes.shown);
  std::string lines = commented((notes.set ? "" : "#") + key + " = " + value, notes.says);
  const auto is_before = [&](const auto& other) { return other.first == notes.after; };
  auto place = notes.after.empty() ? keys_.end() : std::find_if(keys_.begin(), keys_.end(), is_before);
  if (place != keys_.end()) ++place;
  keys_.emplace(place, key, std::move(lines));
}

std::string FieldSample::section() const {
  std::string section;
  for (const auto& [key, lines] : keys_) section += lines;
  return section;
}

}  // namespace sotto
