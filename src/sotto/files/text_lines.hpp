// SPDX-License-Identifier: MIT
// Small text files from outside: their lines with the comments taken off, and fields split at commas and blanks.
#pragma once

#include <cstddef>
#include <istream>
#include <string>
#include <string_view>
#include <vector>

#include "sotto/input/printable.hpp"

namespace sotto {

struct TextLine {
  std::string text;    ///< without line end, byte order mark or '#' comment
  std::size_t number;  ///< from 1
};

/// next_line is std::getline, but a line ends at this many bytes at the latest.
inline constexpr std::size_t longest_line = std::size_t{1} << 26;
bool next_line(std::istream& stream, std::string& line);

/// The lines that hold more than blanks. Refuses (naming `field`) a file that cannot be read or holds none.
std::vector<TextLine> read_text_lines(const std::string& path, const std::string& field);

/// Fields between blanks, or between commas with blanks around them; "1,,2" has an empty field.
std::vector<std::string_view> split_fields(std::string_view line);

/// A cell of CSV in quotes; those in it are doubled.
std::string csv_quoted(std::string_view cell);

}  // namespace sotto
