// SPDX-License-Identifier: MIT
// The names in the first line of a file of records. Nothing behind its line break is read, and no fault quotes it.
#pragma once

#include <string>
#include <vector>

namespace sotto::app {

/// The bytes up to the first line break, which is taken and left out. Byte by byte: what follows stays unread.
std::string first_line(int descriptor, std::size_t most);

struct HeaderLine {
  std::vector<std::string> names;
  char separator;
};

/// Names of columns. `path` "-" is the standard input. Refuses a line that may be a record: one with a number in it.
HeaderLine header_of(const std::string& path);

/// Names between commas, as a person types them.
HeaderLine listed_names(const std::string& text);

}  // namespace sotto::app
