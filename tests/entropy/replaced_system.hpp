// SPDX-License-Identifier: MIT
// What this program has in place of the kernel's randomness, of its advice on memory and of its taking memory back, and
// of OpenSSL's cipher and wiping. Tests say what these do, and see what they were asked.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

namespace sotto::test {

using KeyBytes = std::array<unsigned char, 32>;

struct ReplacedSystem {
  // getrandom
  int good_calls = 1000;           ///< before it fails
  std::size_t most_at_once = 256;  ///< bytes that a call gives
  KeyBytes key = {};               ///< what it gives, byte after byte, and then again
  std::size_t bytes_given = 0;
  const unsigned char* last_place = nullptr;  ///< where the last byte was put

  // madvise
  int refused_advice = -1;

  // munmap, of blocks of random words
  int blocks_given_back = 0;
  int blocks_with_words = 0;  ///< that were not empty then

  // OPENSSL_cleanse
  int wiped_last_places = 0;  ///< calls that wiped where the last byte of a key was put, and the 31 before it

  // EVP_EncryptUpdate
  std::vector<std::uint64_t> words = {};  ///< handed out in this order in place of what the cipher makes, unless empty
};

inline ReplacedSystem replaced;

}  // namespace sotto::test
