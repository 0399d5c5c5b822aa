// SPDX-License-Identifier: MIT
// The text of a configuration file: read within limits; and how a value was written in it.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace sotto {

/// A position as TOML counts it: lines and characters (not bytes), from 1.
struct TextPosition {
  std::size_t line = 1;
  std::size_t column = 1;
};

/// The whole file without its byte order mark. What is no plain file, cannot be read or is beyond the limits is
/// refused: the parser's tables are freed by recursion, and a key of tens of thousands of parts would end the
/// process.
std::string read_source_text(const std::string& path);

/// The limit that a text is beyond, as a rule; nothing where it can be read.
std::optional<std::string> broken_limit(std::string_view text);

/// The text from begin to end (exclusive); of a longer passage the first line and "...".
std::string passage(std::string_view text, TextPosition begin, TextPosition end);

/// "run.toml:7:3".
std::string place_of(const std::string& path, TextPosition at);

}  // namespace sotto
