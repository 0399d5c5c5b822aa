// SPDX-License-Identifier: MIT
#include "sotto/settings/field_document.hpp"

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

void FieldDocument::remark(const char* lines) {
  section_.keys.push_back({.key = "", .rule = {ValueType::text}, .lines = lines});
}

void FieldDocument::add(const std::string& key, const ValueRule& rule, const std::string& usual,
                        const FieldNotes& notes) {
  const std::string value(notes.shown.empty() ? usual : notes.shown);
  auto& keys = section_.keys;
  const auto is_before = [&](const auto& other) { return other.key == notes.after; };
  auto place = keys.end();
  if (notes.after == "[" + section_.name + "]")
    place = keys.begin();
  else if (!notes.after.empty())
    place = std::find_if(keys.begin(), keys.end(), is_before);
  if (place != keys.end() && is_before(*place)) ++place;
  last_ = keys.insert(place, {.key = key,
                              .rule = rule,
                              .usual = usual,
                              .usually = std::string(notes.usually),
                              .says = std::string(notes.says),
                              .lines = commented((notes.set ? "" : "#") + key + " = " + value, notes.says)});
}

std::string DocumentedSection::sample() const {
  std::string text = commented("[" + name + "]", says);
  for (const DocumentedKey& one : keys) text += one.lines;
  return text;
}

}  // namespace sotto
