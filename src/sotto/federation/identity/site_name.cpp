// SPDX-License-Identifier: MIT
// The name of a site.
#include "sotto/federation/identity/site_name.hpp"

#include <algorithm>

namespace sotto {

bool is_site_name(std::string_view text) {
  const auto letter = [](char c) { return c >= 'a' && c <= 'z'; };
  return !text.empty() && text.size() <= longest_site_name && letter(text.front()) &&
         std::all_of(text.begin(), text.end(), [&](char c) { return letter(c) || (c >= '0' && c <= '9') || c == '-'; });
}

}  // namespace sotto
