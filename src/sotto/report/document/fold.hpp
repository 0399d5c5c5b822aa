// SPDX-License-Identifier: MIT
// Text that fits a terminal.
#pragma once

#include <cstddef>
#include <string>

namespace sotto {

/// The same text with lines of at most `width` characters. A table of ReportTable::text() that is wider becomes several
/// under each other, each with the first column; where even two columns are too wide, its rows become lists. Other long
/// lines are wrapped at blanks. A word that is longer than a line stays whole.
std::string folded(const std::string& text, std::size_t width);

}  // namespace sotto
