// SPDX-License-Identifier: MIT
#include "sotto/federation/masking/derived_masks.hpp"

#include <algorithm>
#include <bit>
#include <stdexcept>
#include <string>

#include "sotto/digest/digest.hpp"

namespace sotto {
namespace {

static_assert(std::endian::native == std::endian::little, "words are little endian, as the machines that run this");

/// 16 KiB stay in the processor's first cache while they are cleared and then encrypted; whole blocks of ChaCha20.
constexpr std::size_t words_at_once = 2048;

}  // namespace

void fill_with_keystream(const SecretKey& key, std::span<std::uint64_t> words) {
  constexpr unsigned char counter_and_nonce[16] = {};
  const CipherHandle cipher(EVP_CIPHER_CTX_new());
  require_openssl(
      cipher && EVP_EncryptInit_ex(cipher.get(), EVP_chacha20(), nullptr, key.bytes().data(), counter_and_nonce) == 1,
      "begin a keystream");
  while (!words.empty()) {
    const std::span<std::uint64_t> part = words.first(std::min(words.size(), words_at_once));
    words = words.subspan(part.size());
    std::fill(part.begin(), part.end(), 0);
    auto* const bytes = reinterpret_cast<unsigned char*>(part.data());
    const int length = static_cast<int>(part.size_bytes());
    int made = 0;
    require_openssl(EVP_EncryptUpdate(cipher.get(), bytes, &made, bytes, length) == 1 && made == length,
                    "go on with a keystream");
  }
}

DerivedMasks::DerivedMasks(std::uint32_t own, std::map<std::uint32_t, PairKey> others)
    : own_(own), others_(std::move(others)) {
  if (others_.contains(own_)) throw std::logic_error("a member shares no key with itself");
}

const PairKey& DerivedMasks::key_of(MemberPair pair) const {
  if (pair.low >= pair.high || (pair.low != own_ && pair.high != own_))
    throw std::logic_error("a member makes masks of pairs that it is in, the lower number first");
  const auto found = others_.find(pair.low == own_ ? pair.high : pair.low);
  if (found == others_.end()) throw std::logic_error("a member makes masks with those that it shares a key with");
  return found->second;
}

void DerivedMasks::words(MemberPair pair, Round t, std::span<std::uint64_t> words) {
  using namespace std::literals;
  if (committed_ && t <= *committed_) throw std::logic_error("the masks of a committed round are not made again");
  const SecretKey round_key = hkdf_expand(key_of(pair).key, std::string("sotto round key 1\0"sv) + big_endian(t));
  fill_with_keystream(round_key, words);
}

void DerivedMasks::committed(Round t) {
  committed_ = std::max(committed_.value_or(t), t);
}

}  // namespace sotto
