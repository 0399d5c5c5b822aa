// SPDX-License-Identifier: MIT
// Texts that are not TOML, and TOML that holds no settings.
#pragma once

#include <string>
#include <vector>

namespace sotto {

inline const std::vector<std::string>& malformed() {
  // clang-format off
  static const std::vector<std::string> texts = {
      "[\n", "[", "]", "x", "\xff", "\x01", std::string(1, '\0'), "a", "a=", "=1", "=", "a = b", "a = 1 2",
      "a = 1\na = 2", "[a]\n[a]", "a.b = 1\na = 2", "a = 1\n[a]", "a = {b = 1}\n[a.b]", "[a", "[a]]",
      "[[a]", "[]", "[a.]", "[.a]", "[a..b]", "a = \"", "a = \"x", "a = 'x", "a = \"\"\"x", "a = \"\\q\"",
      "a = \"\xff\"", "a = \"\\uD800\"", "a = \"\\U00110000\"", "a = \"\n\"", "a = {", "a = {b",
      "a = {b = 1,}", "a = [1, 2", "a = tru", "a = True", "a = 1e", "a = 1.", "a = .5", "a = 01", "a = 0x",
      "a = 0xg", "a = 1__0", "a = 1e999", "a = -1e999", "a = 99999999999999999999",
      "a = -9223372036854775809", "a = 18446744073709551615", "a = 4abc", "a = +nan1", "a = infinity",
      "a b = 1", "a = 1979-13-01", "a = 25:00:00", "a = 1 \x7f", "# \xc3\x28", "a = 1\r2", "\xEF\xBB",
      "\xFF\xFE" "a=", "PK\x03\x04", "{\"a\": 1}", "a: 1", "<a/>", "a = 1 = 2", "a = /", "\"a = 1", "'' = ",
      "a = 1;"};
  // clang-format on
  return texts;
}

inline const std::vector<std::string>& unwanted() {  // good TOML, but nothing a setting can be
  // clang-format off
  static const std::vector<std::string> texts = {
      "a = [1]", "a = []", "[[a]]", "a = 1979-05-27", "a = 07:32:00", "a = 1979-05-27T07:32:00Z",
      "a.b.c.d = 1", "[a.b.c.d]", "a = {b = {c = {d = {}}}}", "\"\" = 1", "\"a.b\" = 1", "\"a b\" = 1",
      "'\xC3\xA4' = 1", "[\"\"]", "[a]\n\"\\n\" = 1"};
  // clang-format on
  return texts;
}

}  // namespace sotto
