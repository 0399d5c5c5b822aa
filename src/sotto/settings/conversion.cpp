// SPDX-License-Identifier: MIT
#include "sotto/settings/conversion.hpp"

#include <limits>
#include <locale>
#include <sstream>

#include "sotto/input/invalid_input.hpp"
#include "sotto/input/number_text.hpp"
#include "sotto/input/printable.hpp"

namespace sotto {
namespace {

std::size_t skip_digits(std::string_view text, std::size_t at) {
  while (at < text.size() && text[at] >= '0' && text[at] <= '9') ++at;
  return at;
}

std::size_t skip_sign(std::string_view text, std::size_t at) {
  return at < text.size() && (text[at] == '+' || text[at] == '-') ? at + 1 : at;
}

/// [+-] digits [. digits] [e [+-] digits], with at least one digit before the exponent.
bool looks_decimal(std::string_view text) {
  const std::size_t begin = skip_sign(text, 0);
  std::size_t at = skip_digits(text, begin);
  std::size_t digits = at - begin;
  if (at < text.size() && text[at] == '.') {
    const std::size_t end = skip_digits(text, at + 1);
    digits += end - (at + 1);
    at = end;
  }
  if (digits == 0) return false;
  if (at < text.size() && (text[at] == 'e' || text[at] == 'E')) {
    const std::size_t exponent = skip_sign(text, at + 1);
    at = skip_digits(text, exponent);
    if (at == exponent) return false;
  }
  return at == text.size();
}

/// Only for text that looks decimal, so the one way to fail is a number too large. A number too small is 0 here;
/// number_of_text does not tell the two apart.
double parse_decimal(const std::string& text) {
  std::istringstream stream(text);
  stream.imbue(std::locale::classic());
  double value = 0;
  if (stream >> value) return value;
  return text.front() == '-' ? -std::numeric_limits<double>::infinity() : std::numeric_limits<double>::infinity();
}

template <class Type>
std::optional<Type> held(const Settings::Given& given) {
  const Type* value = std::get_if<Type>(&given.setting.value);
  return value == nullptr ? std::nullopt : std::optional<Type>(*value);
}

}  // namespace

decltype(Setting::value) typed_by_look(const std::string& text) {
  if (text == "true" || text == "false") return text == "true";
  if (!looks_decimal(text)) return text;
  if (const auto whole = number_of_text<std::int64_t>(text.front() == '+' ? text.substr(1) : text)) return *whole;
  return parse_decimal(text);
}

std::optional<double> as_real(const Settings::Given& given) {
  if (const auto whole = held<std::int64_t>(given)) return static_cast<double>(*whole);
  return held<double>(given);
}

std::optional<std::int64_t> as_integer(const Settings::Given& given) {
  return held<std::int64_t>(given);
}

std::optional<std::uint64_t> as_seed(const Settings::Given& given) {
  if (const auto whole = held<std::int64_t>(given))
    return *whole < 0 ? std::nullopt : std::optional<std::uint64_t>(*whole);
  const auto text = as_text(given);
  return text ? number_of_text<std::uint64_t>(*text) : std::nullopt;
}

std::optional<bool> as_boolean(const Settings::Given& given) {
  return held<bool>(given);
}

std::optional<std::string> as_text(const Settings::Given& given) {
  const auto text =
      given.order.rank == Settings::Rank::file ? held<std::string>(given) : std::optional(given.setting.written);
  return text && is_utf8(*text) ? text : std::nullopt;
}

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
