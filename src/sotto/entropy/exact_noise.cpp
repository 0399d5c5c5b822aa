// SPDX-License-Identifier: MIT
#include "sotto/entropy/exact_noise.hpp"

#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <sys/mman.h>
#include <sys/random.h>

#include <cerrno>
#include <cstring>
#include <string>

#include "sotto/input/invalid_input.hpp"
#include "sotto/random/discrete_gaussian.hpp"

namespace sotto {
namespace {

/// 16 KiB: the cost of a key vanishes, and the words stay in the processor's first cache.
constexpr std::size_t block_bytes = std::size_t{1} << 14;
constexpr std::size_t words_at_once = block_bytes / sizeof(std::uint64_t) - 1;  // the count lies before them

[[noreturn]] void refuse(const char* what, const char* why) {
  throw InvalidInput({"randomness", what, std::string("failed, so nothing may be sent: ") + why}, FaultKind::entropy);
}

/// A key that is wiped when it goes.
struct Key {
  ~Key() { OPENSSL_cleanse(bytes, sizeof bytes); }
  unsigned char bytes[32];
};

void fill_from_kernel(Key& key) {
  for (std::size_t done = 0; done < sizeof key.bytes;) {
    const ssize_t got = getrandom(key.bytes + done, sizeof key.bytes - done, 0);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) refuse("getrandom", std::strerror(errno));
    done += static_cast<std::size_t>(got);
  }
}

/// Zeros become AES-256 of 0, 1, 2, ... under the key: uniform without the key, which nobody else has.
void stretch(const Key& key, unsigned char* bytes, int count) {
  const std::unique_ptr<EVP_CIPHER_CTX, decltype(&EVP_CIPHER_CTX_free)> cipher(EVP_CIPHER_CTX_new(),
                                                                               &EVP_CIPHER_CTX_free);
  constexpr unsigned char first_counter[16] = {};
  std::memset(bytes, 0, static_cast<std::size_t>(count));
  int made = 0;
  if (cipher == nullptr ||
      EVP_EncryptInit_ex(cipher.get(), EVP_aes_256_ctr(), nullptr, key.bytes, first_counter) != 1 ||
      EVP_EncryptUpdate(cipher.get(), bytes, &made, bytes, count) != 1 || made != count)
    refuse("AES-256-CTR", "OpenSSL could not encrypt");
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
  Key key;
  fill_from_kernel(key);
  stretch(key, reinterpret_cast<unsigned char*>(&pages_[1]), static_cast<int>(words_at_once * sizeof(std::uint64_t)));
  pages_[0] = words_at_once;  // last: when anything failed, nothing waits
}

void ExactNoise::draw(NodeRound /*at*/, std::uint64_t sigma, std::span<std::int64_t> noise) {
  const DiscreteGaussian gaussian(sigma);
  for (std::int64_t& value : noise) value = gaussian.draw(bits_);
}

}  // namespace sotto
