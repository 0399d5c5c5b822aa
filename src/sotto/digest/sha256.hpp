// SPDX-License-Identifier: MIT
// SHA-256 of a text, in hexadecimal: so that a manifest can say which bytes it speaks of.
#pragma once

#include <string>

namespace sotto {

std::string sha256(const std::string& bytes);

}  // namespace sotto
