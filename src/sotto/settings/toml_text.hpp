// SPDX-License-Identifier: MIT
// Values as a TOML file writes them.
#pragma once

#include <string>

#include "sotto/settings/settings.hpp"

namespace sotto {

/// A basic string: backslash, quote and control characters are escaped.
std::string toml_string(const std::string& text);

/// A float must look like one: 10 is an integer, 10.0 is not. Reads back the same.
std::string toml_real(double value);

/// A value with its type.
std::string toml_value(const Setting& setting);

}  // namespace sotto
