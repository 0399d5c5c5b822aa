// SPDX-License-Identifier: MIT
// What a file most likely is, for a person who gave the wrong one. It names a kind of file, never what is in it.
#pragma once

#include <string>
#include <string_view>

namespace sotto {

/// "a private key", "rows of data", "JSON", ...; nothing where the text shows no such thing. Looks at its beginning.
std::string_view likeness_of(std::string_view text);

/// "; this looks like a private key, not like TOML", or nothing.
std::string looks_like(std::string_view text, std::string_view wanted = "");

}  // namespace sotto
