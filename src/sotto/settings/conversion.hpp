// SPDX-License-Identifier: MIT
// From text to numbers, from a given setting to the type that a key wants, from a value to TOML. No locale counts.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "sotto/settings/settings.hpp"

namespace sotto {

/// true, false, a decimal whole number of 64 bits, a decimal number; all else stays text. A number must be
/// the whole text: no blanks, no hexadecimal, no nan or inf. One too large for a double becomes infinite.
decltype(Setting::value) typed_by_look(const std::string& text);

// What the key wants, or nothing when the setting is something else.
std::optional<double> as_real(const Settings::Given& given);  ///< may be infinite or not a number
std::optional<std::int64_t> as_integer(const Settings::Given& given);
std::optional<std::uint64_t> as_seed(const Settings::Given& given);
std::optional<bool> as_boolean(const Settings::Given& given);
std::optional<std::string> as_text(const Settings::Given& given);  ///< UTF-8; in a file only what has quotes

/// A basic string: backslash, quote and control characters are escaped.
std::string toml_string(const std::string& text);

/// A float must look like one: 10 is an integer, 10.0 is not. Reads back the same.
std::string toml_real(double value);

std::string toml_value(const Setting& setting);

}  // namespace sotto
