// SPDX-License-Identifier: MIT
// The name of a site, as manifests, certificates and messages to operators use it.
#pragma once

#include <string>
#include <string_view>

namespace sotto {

inline constexpr std::size_t longest_site_name = 40;
inline constexpr const char* site_name_rule =
    "must be 1 to 40 of the characters a-z, 0-9 and -, and begin with a letter";

bool is_site_name(std::string_view text);

}  // namespace sotto
