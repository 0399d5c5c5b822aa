// SPDX-License-Identifier: MIT
#include "system/federation/masked_secrets.hpp"

#include "sotto/federation/identity/site_identity.hpp"
#include "sotto/federation/masking/derived_masks.hpp"
#include "sotto/privacy/seeded_lattice_noise.hpp"
#include "system/federation/kept_keys.hpp"
#include "system/federation/round_on_tape.hpp"

namespace sotto::test {
namespace {

using namespace std::literals;

SiteKey site_key_of(const FederationUnderTest& federation, NodeId i) {
  return SiteKey::read(federation.rehearsal().parties[i].state / "identity" / "site.key");
}

/// The file's secret in the clear: ChaCha20 of RFC 8439 from block 1 on.
std::string secret_in(const std::filesystem::path& file, const SecretKey& key) {
  const std::string text = bytes_in(file);
  const std::string nonce = text.substr(text.find('\n') + 1, 12), sealed = text.substr(text.find('\n') + 13, 32);
  const std::string counter_and_nonce = "\1\0\0\0"s + nonce;
  const CipherHandle cipher(EVP_CIPHER_CTX_new());
  std::string secret(sealed.size(), '\0');
  int made = 0;
  const auto octets = [](const std::string& bytes) { return reinterpret_cast<const unsigned char*>(bytes.data()); };
  require_openssl(
      EVP_EncryptInit_ex(cipher.get(), EVP_chacha20(), nullptr, key.bytes().data(), octets(counter_and_nonce)) == 1 &&
          EVP_EncryptUpdate(cipher.get(), reinterpret_cast<unsigned char*>(secret.data()), &made, octets(sealed),
                            static_cast<int>(sealed.size())) == 1,
      "open a sealed secret");
  return secret;
}

KeyHandle key_of(const std::string& secret) {
  KeyHandle key(EVP_PKEY_new_raw_private_key(EVP_PKEY_X25519, nullptr,
                                             reinterpret_cast<const unsigned char*>(secret.data()), secret.size()));
  require_openssl(key != nullptr, "take a secret");
  return key;
}

/// X25519 alone, before anything is derived from it.
std::string shared_by(const std::string& secret, const SessionKey& peer) {
  const KeyHandle own = key_of(secret);
  const KeyHandle other(EVP_PKEY_new_raw_public_key(EVP_PKEY_X25519, nullptr, peer.bytes.data(), peer.bytes.size()));
  const std::unique_ptr<EVP_PKEY_CTX, FreedBy<EVP_PKEY_CTX_free>> work(EVP_PKEY_CTX_new(own.get(), nullptr));
  std::string shared(32, '\0');
  std::size_t length = shared.size();
  require_openssl(other && work && EVP_PKEY_derive_init(work.get()) == 1 &&
                      EVP_PKEY_derive_set_peer(work.get(), other.get()) == 1 &&
                      EVP_PKEY_derive(work.get(), reinterpret_cast<unsigned char*>(shared.data()), &length) == 1,
                  "share a secret");
  return shared;
}

/// One session, as whoever has opened keys of its members sees it.
class OpenedSession {
 public:
  OpenedSession(const FederationUnderTest& federation, const BegunSession& begun, const OpenStores& stores)
      : federation_(federation), begun_(begun), stores_(stores) {
    for (const auto& [i, store] : stores) {
      const auto said = store.sessions().word(begun.session.id(), SessionRowKind::key);
      const auto word = said ? SessionWord::read(*said, words_of(begun.session)) : std::nullopt;
      if (word) said_.emplace(i, session_key_from_bytes(word->key()->key).value());
    }
  }

  void plant(MaskedSecrets& secrets) {
    for (const NodeId i : begun_.session.members())
      for (const auto& copy : kept_keys(federation_.rehearsal().parties[i].state, begun_.session.id()))
        open(i, copy, secrets);
    plant_pairs(secrets);
    for (const auto& [i, store] : stores_)
      if (begun_.session.has(i)) plant_rounds(i, secrets);
  }

 private:
  std::string where(NodeId i) const {
    return " of node " + std::to_string(i) + " in session " + std::to_string(begun_.session.number());
  }

  /// A key that was kept and never said is looked for too.
  void open(NodeId i, const std::filesystem::path& copy, MaskedSecrets& secrets) {
    const SiteKey site = site_key_of(federation_, i);
    const Digest& session = begun_.session.id();
    SessionSecret opened = SessionSecret::open(copy, site, session);
    if (!known_.insert(opened.public_key()).second) return;
    const SecretKey sealing = site.derive(session.view(), "sotto session secret 1\0"sv);
    const std::string secret = secret_in(copy, sealing);
    ASSERT_EQ(public_half_of(*key_of(secret)), opened.public_key().bytes) << "what is looked for is not the secret";
    secrets.needles.plant_key(secret, "the secret key" + where(i));
    secrets.needles.plant_key(sealing.view(), "the sealing key" + where(i));
    ++secrets.keys;
    if (!said_.contains(i) || said_.at(i) != opened.public_key()) return;
    opened_.emplace(i, std::move(opened));
    secrets_.emplace(i, secret);
  }

  std::optional<PairKey> pair_key(NodeId a, NodeId b) const {
    const NodeId own = opened_.contains(a) ? a : b, other = own == a ? b : a;
    if (!opened_.contains(own) || !said_.contains(other)) return std::nullopt;
    const std::vector<Party>& parties = federation_.manifest().parties();
    return opened_.at(own).pair_key({.session = begun_.session.id(),
                                     .low_site = parties[std::min(a, b)].key,
                                     .high_site = parties[std::max(a, b)].key,
                                     .peer = said_.at(other)});
  }

  void plant_pairs(MaskedSecrets& secrets) const {
    for (const NodeId a : begun_.session.members())
      for (const NodeId b : begun_.session.members()) {
        auto key = a < b ? pair_key(a, b) : std::nullopt;
        if (!key) continue;
        secrets.needles.plant_key(key->key.view(), "a pair key" + where(a));
        const std::string shared =
            opened_.contains(a) ? shared_by(secrets_.at(a), said_.at(b)) : shared_by(secrets_.at(b), said_.at(a));
        EXPECT_EQ(hkdf(shared, begun_.session.id().view(), pair_info(a, b)).view(), key->key.view())
            << "what is looked for is not the shared secret";
        secrets.needles.plant_key(shared, "a shared secret" + where(a));
        ++secrets.pairs;
      }
  }

  std::string pair_info(NodeId a, NodeId b) const {
    std::string info("sotto pair key 1\0"sv);
    for (const NodeId i : {a, b}) {
      const auto& site = federation_.manifest().parties()[i].key.bytes();
      info.append(site.begin(), site.end());
    }
    return info;
  }

  std::optional<DerivedMasks> masks_of(NodeId i) const {
    std::map<std::uint32_t, PairKey> keys;
    for (const NodeId j : begun_.session.members()) {
      if (j == i) continue;
      auto key = pair_key(i, j);
      if (!key) return std::nullopt;
      keys.emplace(j, std::move(*key));
    }
    return std::optional<DerivedMasks>(std::in_place, i, std::move(keys));
  }

  void plant_rounds(NodeId i, MaskedSecrets& secrets) const {
    std::optional<DerivedMasks> masks = masks_of(i);
    const Digest& session = begun_.session.id();
    const Round last = static_cast<Round>(stores_.at(i).rounds().last_round(session).value_or(1));
    for (Round round = 2; round <= last && round < begun_.last_round(); ++round, ++secrets.rows)
      if (masks)
        plant_round({i, begun_.gradient(round)}, round_in(stores_.at(i).rounds().row(session, round)->bytes)->words(),
                    *masks, secrets);
  }

  /// The key of a round between two members, and the mask that it makes.
  void plant_mask(NodeId i, NodeId j, Round t, DerivedMasks& masks, MaskedSecrets& secrets) const {
    const std::string in_round = where(i) + " in round " + std::to_string(t);
    std::vector<std::uint64_t> mask(federation_.manifest().dimension()), made(mask.size());
    masks.words({std::min(i, j), std::max(i, j)}, t, mask);
    const SecretKey key = hkdf_expand(pair_key(i, j)->key, std::string("sotto round key 1\0"sv) + big_endian(t));
    fill_with_keystream(key, made);
    EXPECT_EQ(made, mask) << "what is looked for is not the round key" << in_round;
    secrets.needles.plant_key(key.view(), "a round key" + in_round);
    secrets.needles.plant_key(first_words_of(mask), "a mask" + in_round);
  }

  static std::string_view first_words_of(const std::vector<std::uint64_t>& words) {
    return {reinterpret_cast<const char*>(words.data()), std::min<std::size_t>(words.size(), 2) * 8};
  }

  void plant_round(NodeRound at, const std::vector<std::uint64_t>& residue, DerivedMasks& masks,
                   MaskedSecrets& secrets) const {
    const std::string in_round = where(at.node) + " in round " + std::to_string(at.round);
    std::vector<std::uint64_t> mask(residue.size());
    for (const NodeId j : begun_.session.members())
      if (j != at.node) plant_mask(at.node, j, at.round, masks, secrets);
    add_masks(masks, begun_.session.roster(), at, mask);
    secrets.needles.plant_key(first_words_of(mask), "the net mask" + in_round);
    std::vector<std::int64_t> noisy, noise(residue.size());
    for (std::size_t k = 0; k < residue.size(); ++k) {
      noisy.push_back(static_cast<std::int64_t>(residue[k] - mask[k]));
      EXPECT_LT(std::abs(noisy[k]), std::int64_t{1} << 52) << "other masks than the keys make" << in_round;
    }
    const LatticeRound& lattice = begun_.session.plan_of(at.node).lattice_round(at.round);
    secrets.needles.plant_numbers(noisy, lattice.grid, "estimate and noise" + in_round);
    ++secrets.residues;
    if (!federation_.seed()) return;
    SeededLatticeNoise({.seed = *federation_.seed(), .trial = 0}).draw(at, lattice.sigma, noise);
    secrets.needles.plant_numbers(noise, lattice.grid, "the noise" + in_round);
    for (std::size_t k = 0; k < noise.size(); ++k) noisy[k] -= noise[k];
    secrets.needles.plant_numbers(noisy, lattice.grid, "the estimate" + in_round);
  }

  const FederationUnderTest& federation_;
  const BegunSession& begun_;
  const OpenStores& stores_;
  std::map<NodeId, SessionKey> said_;
  std::set<SessionKey> known_;
  std::map<NodeId, SessionSecret> opened_;
  std::map<NodeId, std::string> secrets_;  // of the same
};

}  // namespace

MaskedSecrets secrets_of(const FederationUnderTest& federation, const OpenStores& stores) {
  MaskedSecrets secrets;
  for (const BegunSession& begun : begun_sessions_of(federation, stores))
    OpenedSession(federation, begun, stores).plant(secrets);
  return secrets;
}

}  // namespace sotto::test
