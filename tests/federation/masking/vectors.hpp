// SPDX-License-Identifier: MIT
// The test vector of docs/masked_sums.md: two members with published keys. Secret, keys and words were
// computed in Python (hashlib, and X25519 and ChaCha20 written out), without OpenSSL; the kept files by the Python
// package cryptography, which rests on OpenSSL.
#pragma once

#include <algorithm>
#include <string>

#include "sotto/federation/identity/private_file.hpp"
#include "sotto/federation/masking/derived_masks.hpp"
#include "support/temporary_folder.hpp"

namespace sotto::test {

inline std::string from_hex(std::string_view digits) {
  return bytes_of_hex(digits).value();
}

inline SecretKey secret_from_hex(std::string_view digits) {
  const std::string bytes = from_hex(digits);
  SecretKey key;
  std::copy(bytes.begin(), bytes.end(), key.bytes().begin());
  return key;
}

/// The first has the keys "test 1" of RFC 8032 (7.1) and Alice's of RFC 7748 (6.1), the second "test 2" and Bob's.
struct PublishedMember {
  const char* site_pem;
  const char* site_key;
  const char* session_secret;
  const char* session_key;
  const char* kept;  ///< the file, but for its first line; nonces 00 01 .. 0b and 0c 0d .. 17
};

inline constexpr PublishedMember published_low{
    .site_pem = "MC4CAQAwBQYDK2VwBCIEIJ1hsZ3v/VpguoRK9JLsLMREScVpezJpGXA7rAMcrn9g",
    .site_key = "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
    .session_secret = "77076d0a7318a57d3c16c17251b26645df4c2f87ebc0992ab177fba51db92c2a",
    .session_key = "8520f0098930a754748b7ddcb43ef75a0dbf3a0d26381af4eba4a98eaa9b4e6a",
    .kept =
        "000102030405060708090a0be1b081dd9081389c7ec7ef04a43635ca389049004e0983b91936cf303914ddcf"
        "7a757355d0a87b62cd86baa23985d660"};
inline constexpr PublishedMember published_high{
    .site_pem = "MC4CAQAwBQYDK2VwBCIEIEzNCJso/5banbbDRuwRTg9bijGfNaumJNqM9u1PuKb7",
    .site_key = "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
    .session_secret = "5dab087e624a8a4b79e17f8b83800ee66f3bb1292618b6fd1c2f8b27ff88e0eb",
    .session_key = "de9edb7d7b7dc1b4d35b61c2ece435373f8343c85b78674dadfc7e146f882b4f",
    .kept =
        "0c0d0e0f10111213141516177a70153a0d28f9964ed0759d1e667ad8fcc6b76230272c91af8a4f202861f462"
        "c0a9ae4d36e46e192f6c244894ef196b"};

inline constexpr const char* published_session = "abc239e5ae019631c953400d4d0b0dd4b210693a53bdce6738bb1b7686ccbbb2";
inline constexpr const char* published_shared_secret =
    "4a5d9d5ba4ce2de1728e3bf480350f25e07e21c947d19e3376f09b3c1e161742";
inline constexpr const char* published_pair_key = "98556a30250011f529cda8bbaf1c55f0ee8c8b668aab21a8f6f42f6fd744a948";

struct PublishedRound {
  Round round;
  const char* key;
  std::array<std::uint64_t, 4> first_words;
  std::uint64_t word_2048;
  std::uint64_t word_999999;
};
inline constexpr PublishedRound published_rounds[] = {
    {1,
     "527a3574fb519b95873aa704c41a7c6f6af80baa3e36abe0e4b1db12c3debbc2",
     {0xb49f4da430d3f685, 0xf20110e4b031214f, 0x60674784753ffe61, 0x9afd4bd9a93bbf6e},
     0x1f2bc963023f257e,
     0x5654d028184e2510},
    {2,
     "e43c3673dd6f2ba4035a27da495d9706f9e162b710e0aaf2474115f5a95dfbbd",
     {0xb6a9eeee69c62d14, 0x69376f6837d19378, 0x115f9d7ab1340726, 0xba29b87ef6b71bc5},
     0xb9aaeed405a730fd,
     0x389bd60b3d2e91d1},
    {0x01020304,
     "eaaf5b9e30fd177aeec23ea5b10f91dca230846b030e4313c894aea419e19a27",
     {0xf4a80511e918e0b2, 0x72535a1005aafe07, 0xa62b9ea65e8b0a11, 0x59d0f9fa1b62679e},
     0xd0f85b3a0e7cd438,
     0x213d225111e8db1b}};

inline SiteKey published_site(const PublishedMember& member) {
  const TemporaryFolder folder;
  write_private_file(
      file_of_state("test", folder.path() / "site.key"),
      Secret(std::string("-----BEGIN PRIVATE KEY-----\n") + member.site_pem + "\n-----END PRIVATE KEY-----\n"));
  return SiteKey::read(folder.path() / "site.key");
}

inline SessionSecret published_secret(const PublishedMember& member) {
  const TemporaryFolder folder;
  write_private_file(file_of_state("test", folder.path() / "secret"),
                     Secret("sotto session secret 1\n" + from_hex(member.kept)));
  return SessionSecret::open(folder.path() / "secret", published_site(member),
                             digest_from_hex(published_session).value());
}

/// What one member says of the pair when the other one has said `peer`.
inline PairContext published_context(const SessionKey& peer) {
  return {.session = digest_from_hex(published_session).value(),
          .low_site = PublicKey::from_text(std::string("ed25519:") + published_low.site_key).value(),
          .high_site = PublicKey::from_text(std::string("ed25519:") + published_high.site_key).value(),
          .peer = peer};
}

/// The words of a member with one other member.
inline std::map<std::uint32_t, PairKey> one_key(std::uint32_t other, std::string_view digits) {
  std::map<std::uint32_t, PairKey> keys;
  keys.emplace(other, PairKey{secret_from_hex(digits)});
  return keys;
}

/// Members of a session that were never seen before.
class FreshMembers {
 public:
  explicit FreshMembers(std::uint32_t count) {
    for (std::uint32_t i = 0; i < count; ++i) {
      sites_.push_back(SiteKey::generate());
      secrets_.push_back(SessionSecret::draw());
    }
  }
  PairContext context(std::uint32_t own, std::uint32_t other) const {
    return {.session = session,
            .low_site = sites_[std::min(own, other)].public_key(),
            .high_site = sites_[std::max(own, other)].public_key(),
            .peer = secrets_[other].public_key()};
  }
  const SessionSecret& secret(std::uint32_t member) const { return secrets_[member]; }
  std::map<std::uint32_t, PairKey> keys_of(std::uint32_t own) const {
    std::map<std::uint32_t, PairKey> keys;
    for (std::uint32_t other = 0; other < sites_.size(); ++other)
      if (other != own) keys.emplace(other, secrets_[own].pair_key(context(own, other)).value());
    return keys;
  }
  DerivedMasks masks_of(std::uint32_t own) const { return DerivedMasks(own, keys_of(own)); }

  Digest session = digest_of("a session");

 private:
  std::vector<SiteKey> sites_;
  std::vector<SessionSecret> secrets_;
};

inline std::vector<std::uint64_t> words_of(DerivedMasks& masks, MemberPair pair, Round t, std::size_t count = 6) {
  std::vector<std::uint64_t> words(count);
  masks.words(pair, t, words);
  return words;
}

}  // namespace sotto::test
