// SPDX-License-Identifier: MIT
// SHA-256 of a text.
#include "sotto/digest/sha256.hpp"

#include "sotto/digest/digest.hpp"

namespace sotto {

std::string sha256(const std::string& bytes) {
  return digest_of(bytes).hex();
}

}  // namespace sotto
