// SPDX-License-Identifier: MIT
#include "sotto/digest/digest.hpp"

#include <openssl/evp.h>
#include <openssl/hmac.h>

#include <algorithm>
#include <memory>
#include <stdexcept>

namespace sotto {
namespace {

int digit_value(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  return -1;
}

/// Looked up once: that takes longer than the digest of a short text.
const EVP_MD* sha256() {
  static const EVP_MD* const found = EVP_MD_fetch(nullptr, "SHA256", nullptr);
  return found;
}

EVP_MD_CTX* workspace() {
  thread_local const std::unique_ptr<EVP_MD_CTX, decltype(&EVP_MD_CTX_free)> kept(EVP_MD_CTX_new(), &EVP_MD_CTX_free);
  return kept.get();
}

}  // namespace

std::string hex_of(std::string_view bytes) {
  constexpr char digits[] = "0123456789abcdef";
  std::string text;
  text.reserve(2 * bytes.size());
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    text += {digits[byte >> 4], digits[byte & 15]};
  }
  return text;
}

std::optional<std::string> bytes_of_hex(std::string_view text) {
  if (text.size() % 2 != 0) return std::nullopt;
  std::string bytes;
  bytes.reserve(text.size() / 2);
  for (std::size_t k = 0; k < text.size(); k += 2) {
    const int high = digit_value(text[k]), low = digit_value(text[k + 1]);
    if (high < 0 || low < 0) return std::nullopt;
    bytes += static_cast<char>(high * 16 + low);
  }
  return bytes;
}

std::string big_endian(std::uint32_t number) {
  std::string bytes;
  for (int shift = 24; shift >= 0; shift -= 8) bytes += static_cast<char>(number >> shift & 0xff);
  return bytes;
}

std::string Digest::hex() const {
  return hex_of(view());
}

Digest digest_of(std::string_view bytes) {
  Digest digest;
  unsigned int length = 0;
  EVP_MD_CTX* work = workspace();
  if (work == nullptr || EVP_DigestInit_ex2(work, sha256(), nullptr) != 1 ||
      EVP_DigestUpdate(work, bytes.data(), bytes.size()) != 1 ||
      EVP_DigestFinal_ex(work, digest.bytes.data(), &length) != 1 || length != digest.bytes.size())
    throw std::runtime_error("SHA-256 is not available");
  return digest;
}

Digest keyed_digest_of(std::string_view key, std::string_view bytes) {
  Digest digest;
  unsigned int length = 0;
  if (HMAC(EVP_sha256(), key.data(), static_cast<int>(key.size()), reinterpret_cast<const unsigned char*>(bytes.data()),
           bytes.size(), digest.bytes.data(), &length) == nullptr ||
      length != digest.bytes.size())
    throw std::runtime_error("HMAC-SHA-256 is not available");
  return digest;
}

std::optional<Digest> digest_from_bytes(std::string_view bytes) {
  Digest digest;
  if (bytes.size() != digest.bytes.size()) return std::nullopt;
  std::copy(bytes.begin(), bytes.end(), digest.bytes.begin());
  return digest;
}

std::optional<Digest> digest_from_hex(std::string_view text) {
  const std::optional<std::string> bytes = bytes_of_hex(text);
  return bytes ? digest_from_bytes(*bytes) : std::nullopt;
}

std::string sha256(const std::string& bytes) {
  return digest_of(bytes).hex();
}

}  // namespace sotto
