// SPDX-License-Identifier: MIT
// Untrusted text made fit for an error message: valid UTF-8, no control characters, not too long.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace sotto {

/// Bytes of the UTF-8 character that `text` begins with; 0 when it begins with none (or is empty).
std::size_t utf8_length(std::string_view text);

bool is_utf8(std::string_view text);

/// Whether a text is UTF-8 on one line that commands no terminal: no control characters, no marks of direction.
bool is_plain(std::string_view text);

/// The text with '?' for each control character, mark of direction and byte that is not UTF-8; 80 characters at most.
std::string printable(std::string_view text);

/// The same of a path, which is of no use when it is cut: 4096 characters at most, and "" (two quotes) when it is
/// empty.
std::string printable_path(std::string_view path);

/// A value in a message: printable, and "" (two quotes) when it is empty.
std::string shown(std::string_view text);

/// Whether a word may be said though it comes from a file: it looks like a name that a person gave to a key (a letter
/// or _ first, letters, digits, _ and -, 40 at most), and not like what a cell holds.
bool is_name_like(std::string_view word);

/// "run.toml:7".
std::string place_of(std::string_view path, std::size_t line);

/// "model.json:7:3": the place of a byte of the file's text.
std::string place_of_byte(std::string_view path, std::string_view text, std::size_t byte);

}  // namespace sotto
