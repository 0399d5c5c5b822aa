// SPDX-License-Identifier: MIT
#include "sotto/federation/masking/session_key.hpp"

#include <algorithm>
#include <string>

namespace sotto {
namespace {

using DerivationHandle = std::unique_ptr<EVP_PKEY_CTX, FreedBy<EVP_PKEY_CTX_free>>;

/// X25519. Nothing for a point of small order: the secret is zero there (RFC 7748, 6.1). OpenSSL 3.0
/// looks for that, and this looks again.
std::optional<SecretKey> shared_secret(EVP_PKEY& own, const SessionKey& peer) {
  const OpensslErrorMark mark;
  const KeyHandle other(EVP_PKEY_new_raw_public_key(EVP_PKEY_X25519, nullptr, peer.bytes.data(), peer.bytes.size()));
  const DerivationHandle work(EVP_PKEY_CTX_new(&own, nullptr));
  require_openssl(other && work && EVP_PKEY_derive_init(work.get()) == 1, "begin to derive a secret");
  SecretKey secret;
  std::size_t length = secret.bytes().size();
  if (EVP_PKEY_derive_set_peer(work.get(), other.get()) != 1 ||
      EVP_PKEY_derive(work.get(), secret.bytes().data(), &length) != 1)
    return std::nullopt;
  require_openssl(length == secret.bytes().size(), "derive a secret of 32 bytes");
  if (secret.is_zero()) return std::nullopt;
  return secret;
}

/// Each part has a fixed length, so no two contexts give the same bytes.
std::string pair_info(const PairContext& context) {
  using namespace std::literals;
  std::string info("sotto pair key 1\0"sv);
  for (const PublicKey* site : {&context.low_site, &context.high_site})
    info.append(site->bytes().begin(), site->bytes().end());
  return info;
}

}  // namespace

std::optional<SessionKey> session_key_from_bytes(std::string_view bytes) {
  SessionKey key;
  if (bytes.size() != key.bytes.size()) return std::nullopt;
  std::copy(bytes.begin(), bytes.end(), key.bytes.begin());
  return key;
}

SessionSecret::SessionSecret(KeyHandle key) : key_(std::move(key)), public_key_{public_half_of(*key_)} {}

SessionSecret SessionSecret::draw() {
  KeyHandle key(EVP_PKEY_Q_keygen(nullptr, nullptr, "X25519"));
  require_openssl(key != nullptr, "make a key of a session");
  return SessionSecret(std::move(key));
}

std::optional<PairKey> SessionSecret::pair_key(const PairContext& context) const {
  const std::optional<SecretKey> secret = shared_secret(*key_, context.peer);
  if (!secret) return std::nullopt;
  return PairKey{hkdf(secret->view(), context.session.view(), pair_info(context))};
}

}  // namespace sotto
