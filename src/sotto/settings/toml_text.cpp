// SPDX-License-Identifier: MIT
// Values as a TOML file writes them.
#include "sotto/settings/toml_text.hpp"

#include "sotto/input/invalid_input.hpp"

namespace sotto {

std::string toml_string(const std::string& text) {
  constexpr const char* digits = "0123456789ABCDEF";
  std::string out = "\"";
  for (const char c : text) {
    const auto code = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\')
      out += std::string("\\") + c;
    else if (code < 0x20 || code == 0x7f)
      out += std::string("\\u00") + digits[code / 16] + digits[code % 16];
    else
      out += c;
  }
  return out + "\"";
}

std::string toml_real(double value) {
  std::string text = show(value);
  if (text.find_first_of(".en") == std::string::npos) text += ".0";
  return text;
}

std::string toml_value(const Setting& setting) {
  if (const auto* text = std::get_if<std::string>(&setting.value)) return toml_string(*text);
  if (const auto* boolean = std::get_if<bool>(&setting.value)) return *boolean ? "true" : "false";
  if (const auto* integer = std::get_if<std::int64_t>(&setting.value)) return std::to_string(*integer);
  return toml_real(std::get<double>(setting.value));
}

}  // namespace sotto
