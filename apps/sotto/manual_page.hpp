// SPDX-License-Identifier: MIT
// The manual page of a command, in roff.
#pragma once

#include <string>

#include "command_tree.hpp"

namespace sotto::app {

std::string manual_page_name(const CommandText& command);  ///< "sotto-manifest-sign"
std::string manual_page(const CommandText& command);

}  // namespace sotto::app
