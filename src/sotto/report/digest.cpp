// SPDX-License-Identifier: MIT
// SHA-256 of a text.
#include "sotto/report/digest.hpp"

#include <openssl/evp.h>

#include <array>
#include <stdexcept>

namespace sotto {

std::string sha256(const std::string& bytes) {
  std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
  unsigned int length = 0;
  if (EVP_Digest(bytes.data(), bytes.size(), digest.data(), &length, EVP_sha256(), nullptr) != 1)
    throw std::runtime_error("SHA-256 is not available");
  constexpr char digits[] = "0123456789abcdef";
  std::string text;
  for (unsigned int k = 0; k < length; ++k) text += {digits[digest[k] >> 4], digits[digest[k] & 15]};
  return text;
}

}  // namespace sotto
