// SPDX-License-Identifier: MIT
// The page without its content: what web/ builds, embedded in the program.
#pragma once

#include <string_view>

namespace sotto {

/// Stands once in the template, where the page's document goes.
inline constexpr std::string_view page_placeholder = "SOTTO_PAGE_DOCUMENT";

std::string_view page_template();

}  // namespace sotto
