// SPDX-License-Identifier: MIT
#include "sotto/input/printable.hpp"

#include <algorithm>

namespace sotto {
namespace {

constexpr std::size_t most_characters = 80;
constexpr std::size_t longest_path = 4096;  ///< what systems take

struct Character {
  std::size_t bytes = 0;  // 0: not UTF-8
  char32_t code = 0;
};

Character first_character(std::string_view text) {
  if (text.empty()) return {};
  const auto byte = [&](std::size_t k) { return static_cast<unsigned char>(text[k]); };
  const unsigned lead = byte(0);
  if (lead < 0x80) return {1, lead};
  const std::size_t bytes = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
  if (lead < 0xC0 || lead > 0xF7 || text.size() < bytes) return {};
  char32_t code = lead & (0x7Fu >> bytes);
  for (std::size_t k = 1; k < bytes; ++k) {
    if ((byte(k) & 0xC0u) != 0x80) return {};
    code = code << 6 | (byte(k) & 0x3Fu);
  }
  constexpr char32_t least[] = {0, 0, 0x80, 0x800, 0x10000};  // a longer form than needed is not UTF-8
  const bool surrogate = code >= 0xD800 && code <= 0xDFFF;
  return code < least[bytes] || code > 0x10FFFF || surrogate ? Character{} : Character{bytes, code};
}

/// Whether a character may be shown; a byte that is none may not.
bool is_fit_to_print(const Character& character) {
  const char32_t code = character.code;
  const bool control = code < 0x20 || (code >= 0x7F && code < 0xA0);
  const bool direction = (code >= 0x202A && code <= 0x202E) || (code >= 0x2066 && code <= 0x2069);
  return character.bytes > 0 && !control && !direction;
}

std::string cut(std::string_view text, std::size_t most) {
  std::string result;
  for (std::size_t count = 0; !text.empty(); ++count) {
    if (count == most) return result + "...";
    const Character character = first_character(text);
    const std::size_t bytes = character.bytes == 0 ? 1 : character.bytes;
    result += is_fit_to_print(character) ? text.substr(0, bytes) : std::string_view("?");
    text.remove_prefix(bytes);
  }
  return result;
}

}  // namespace

std::size_t utf8_length(std::string_view text) {
  return first_character(text).bytes;
}

bool is_utf8(std::string_view text) {
  while (!text.empty()) {
    const std::size_t bytes = utf8_length(text);
    if (bytes == 0) return false;
    text.remove_prefix(bytes);
  }
  return true;
}

bool is_plain(std::string_view text) {
  while (!text.empty()) {
    const Character character = first_character(text);
    if (!is_fit_to_print(character)) return false;
    text.remove_prefix(character.bytes);
  }
  return true;
}

std::string printable(std::string_view text) {
  return cut(text, most_characters);
}

std::string printable_path(std::string_view path) {
  return path.empty() ? shown(path) : cut(path, longest_path);
}

std::string shown(std::string_view text) {
  return text.empty() ? "\"\"" : printable(text);
}

bool is_name_like(std::string_view word) {
  constexpr std::size_t longest_name = 40;
  const auto is_letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; };
  const auto may_follow = [&](char c) { return is_letter(c) || (c >= '0' && c <= '9') || c == '-'; };
  return !word.empty() && word.size() <= longest_name && is_letter(word[0]) &&
         std::all_of(word.begin(), word.end(), may_follow);
}

std::string place_of_byte(std::string_view path, std::string_view text, std::size_t byte) {
  const std::string_view before = text.substr(0, std::min(byte, text.size()));
  const auto line = static_cast<std::size_t>(std::count(before.begin(), before.end(), '\n')) + 1;
  const std::size_t line_end = before.rfind('\n');
  const std::size_t column = before.size() - (line_end == before.npos ? 0 : line_end + 1);
  return place_of(path, line) + ":" + std::to_string(column + 1);
}

std::string place_of(std::string_view path, std::size_t line) {
  return printable_path(path) + ":" + std::to_string(line);
}

}  // namespace sotto
