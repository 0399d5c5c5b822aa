// SPDX-License-Identifier: MIT
// A value of a closed set, chosen in a configuration by its name.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "sotto/settings/reader.hpp"

namespace sotto {

/// The value whose name was given, among all values of a closed set.
template <class Value, std::size_t size>
Value named(Reader& reader, const std::string& key, Value fallback, const std::array<Value, size>& all) {
  std::vector<std::string> names;
  names.reserve(all.size());
  for (const Value value : all) names.emplace_back(name_of(value));
  const std::string name = reader.choice_or(key, std::string(name_of(fallback)), names);
  for (const Value value : all)
    if (name_of(value) == name) return value;
  return fallback;
}

}  // namespace sotto
