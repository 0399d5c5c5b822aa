// SPDX-License-Identifier: MIT
// The name of a dataset: of the people whose records it holds, whatever the file is called.
#pragma once

#include <algorithm>
#include <string_view>

namespace sotto {

inline constexpr const char* dataset_name_rule =
    "must be 1 to 100 of the characters a-z, 0-9, - . and _, and begin with a letter";

inline bool is_dataset_name(std::string_view text) {
  const auto allowed = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '.' || c == '_';
  };
  return !text.empty() && text.size() <= 100 && text[0] >= 'a' && text[0] <= 'z' &&
         std::all_of(text.begin(), text.end(), allowed);
}

}  // namespace sotto
