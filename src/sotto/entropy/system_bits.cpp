// SPDX-License-Identifier: MIT
// Random words from the operating system.
#include "sotto/entropy/system_bits.hpp"

#include <openssl/crypto.h>
#include <openssl/rand.h>
#include <sys/mman.h>

#include <cerrno>
#include <cstring>
#include <string>

#include "sotto/input/invalid_input.hpp"

namespace sotto {
namespace {

/// 16 KiB: OpenSSL's cost per call vanishes, and the words stay in the processor's first cache.
constexpr std::size_t block_bytes = std::size_t{1} << 14;
constexpr std::size_t words_at_once = block_bytes / sizeof(std::uint64_t) - 1;  // the count lies before them

[[noreturn]] void refuse(const char* what, const char* why) {
  throw InvalidInput({"randomness", what, std::string("failed, so nothing may be sent: ") + why}, FaultKind::entropy);
}

}  // namespace

SystemBits::Pages SystemBits::map_pages() {
  void* const memory = mmap(nullptr, block_bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) refuse("mmap", std::strerror(errno));
  Pages pages(static_cast<std::uint64_t*>(memory));
  if (madvise(memory, block_bytes, MADV_WIPEONFORK) != 0) refuse("madvise(MADV_WIPEONFORK)", std::strerror(errno));
  if (madvise(memory, block_bytes, MADV_DONTDUMP) != 0) refuse("madvise(MADV_DONTDUMP)", std::strerror(errno));
  return pages;
}

void SystemBits::Unmap::operator()(std::uint64_t* pages) const {
  OPENSSL_cleanse(pages, block_bytes);
  munmap(pages, block_bytes);
}

void SystemBits::refill() {
  // The count comes last: when the generator fails, nothing waits.
  auto* const bytes = reinterpret_cast<unsigned char*>(&pages_[1]);
  if (RAND_priv_bytes(bytes, static_cast<int>(words_at_once * sizeof(std::uint64_t))) != 1)
    refuse("RAND_priv_bytes", "OpenSSL has no random bits");
  pages_[0] = words_at_once;
}

}  // namespace sotto
