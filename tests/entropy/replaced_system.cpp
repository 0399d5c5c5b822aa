// SPDX-License-Identifier: MIT
// The system's functions as this program has them: the linker takes these first.
#include "entropy/replaced_system.hpp"

#include <dlfcn.h>
#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

using sotto::test::replaced;

namespace {
constexpr std::size_t block_bytes = 16384;
}

// NOLINTBEGIN(readability-inconsistent-declaration-parameter-name): the C library's names are reserved

extern "C" ssize_t getrandom(void* bytes, std::size_t count, unsigned) {
  auto* const place = static_cast<unsigned char*>(bytes);
  std::memset(bytes, 0x5a, count);  // a failure may leave anything behind
  if (replaced.good_calls-- <= 0) {
    errno = EIO;
    return -1;
  }
  const std::size_t given = std::min(count, replaced.most_at_once);
  for (std::size_t k = 0; k < given; ++k) place[k] = replaced.key[replaced.bytes_given++ % replaced.key.size()];
  replaced.last_place = place + given - 1;
  return static_cast<ssize_t>(given);
}

extern "C" int madvise(void* memory, std::size_t size, int advice) noexcept {
  if (advice != replaced.refused_advice) return static_cast<int>(syscall(SYS_madvise, memory, size, advice));
  errno = EINVAL;
  return -1;
}

extern "C" int munmap(void* memory, std::size_t size) noexcept {
  if (size == block_bytes) {
    const auto* const bytes = static_cast<const unsigned char*>(memory);
    ++replaced.blocks_given_back;
    replaced.blocks_with_words += std::any_of(bytes, bytes + size, [](unsigned char byte) { return byte != 0; });
  }
  return static_cast<int>(syscall(SYS_munmap, memory, size));
}

extern "C" void OPENSSL_cleanse(void* memory, std::size_t size) {
  auto* const bytes = static_cast<volatile unsigned char*>(memory);
  for (std::size_t k = 0; k < size; ++k) bytes[k] = 0;
  const auto* const end = static_cast<unsigned char*>(memory) + size;
  if (size >= replaced.key.size() && replaced.last_place != nullptr && end == replaced.last_place + 1)
    ++replaced.wiped_last_places;
}

extern "C" int EVP_EncryptUpdate(EVP_CIPHER_CTX* cipher, unsigned char* out, int* made, const unsigned char* in,
                                 int count) {
  static const auto encrypt = reinterpret_cast<decltype(&EVP_EncryptUpdate)>(dlsym(RTLD_NEXT, "EVP_EncryptUpdate"));
  const int good = encrypt(cipher, out, made, in, count);
  unsigned char* place = out + count;  // the last word of a block is used first
  for (const std::uint64_t word : replaced.words) std::memcpy(place -= sizeof word, &word, sizeof word);
  return good;
}

// NOLINTEND(readability-inconsistent-declaration-parameter-name)
