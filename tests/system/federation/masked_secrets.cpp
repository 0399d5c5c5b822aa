// SPDX-License-Identifier: MIT
#include "system/federation/masked_secrets.hpp"

#include "sotto/federation/identity/site_identity.hpp"
#include "sotto/federation/masking/derived_masks.hpp"
#include "sotto/privacy/seeded_lattice_noise.hpp"
#include "system/federation/round_on_tape.hpp"

namespace sotto::test {
namespace {

using namespace std::literals;

SiteKey site_key_of(const FederationUnderTest& federation, NodeId i) {
  return SiteKey::read(federation.rehearsal().parties[i].state / "identity" / "site.key");
}

/// The file's secret in the clear: ChaCha20 of RFC 8439 from block 1 on, under the key that the site derives.
std::string secret_in(const std::filesystem::path& file, const SiteKey& site, const Digest& session) {
  const std::string text = bytes_in(file);
  const std::string nonce = text.substr(text.find('\n') + 1, 12), sealed = text.substr(text.find('\n') + 13, 32);
  const SecretKey key = site.derive(session.view(), "sotto session secret 1\0"sv);
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

bool is_secret_of(const std::string& secret, const SessionKey& said) {
  const KeyHandle key(EVP_PKEY_new_raw_private_key(
      EVP_PKEY_X25519, nullptr, reinterpret_cast<const unsigned char*>(secret.data()), secret.size()));
  return key != nullptr && public_half_of(*key) == said.bytes;
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
    for (const KeptKey& kept : federation_.kept_keys().all())
      if (kept.session == begun_.session.id()) open(kept, secrets);
    plant_pairs(secrets);
    for (const auto& [i, store] : stores_)
      if (begun_.session.has(i)) plant_rounds(i, secrets);
  }

 private:
  std::string where(NodeId i) const {
    return " of node " + std::to_string(i) + " in session " + std::to_string(begun_.session.number());
  }

  /// A key that was kept and never said is looked for too.
  void open(const KeptKey& kept, MaskedSecrets& secrets) {
    const SiteKey site = site_key_of(federation_, kept.node);
    const std::string secret = secret_in(kept.copy, site, kept.session);
    SessionSecret opened = SessionSecret::open(kept.copy, site, kept.session);
    ASSERT_TRUE(is_secret_of(secret, opened.public_key())) << "what is looked for is not the secret";
    secrets.needles.plant_key(secret, "the secret key" + where(kept.node));
    ++secrets.keys;
    if (said_.contains(kept.node) && said_.at(kept.node) == opened.public_key())
      opened_.emplace(kept.node, std::move(opened));
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
        const auto key = a < b ? pair_key(a, b) : std::nullopt;
        if (!key) continue;
        secrets.needles.plant_key(key->key.view(), "a pair key" + where(a));
        ++secrets.pairs;
      }
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
    for (Round round = 2; masks && round <= last && round < begun_.last_round(); ++round)
      plant_round({i, begun_.gradient(round)}, round_in(stores_.at(i).rounds().row(session, round)->bytes)->words(),
                  *masks, secrets);
  }

  void plant_round(NodeRound at, const std::vector<std::uint64_t>& residue, DerivedMasks& masks,
                   MaskedSecrets& secrets) const {
    const std::string in_round = where(at.node) + " in round " + std::to_string(at.round);
    std::vector<std::uint64_t> mask(residue.size());
    for (const NodeId j : begun_.session.members()) {
      if (j == at.node) continue;
      masks.words({std::min(at.node, j), std::max(at.node, j)}, at.round, mask);
      secrets.needles.plant({reinterpret_cast<const char*>(mask.data()), std::min<std::size_t>(mask.size(), 2) * 8},
                            "a mask" + in_round);
    }
    std::fill(mask.begin(), mask.end(), 0);
    add_masks(masks, begun_.session.roster(), at, mask);
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
  std::map<NodeId, SessionSecret> opened_;
};

}  // namespace

MaskedSecrets secrets_of(const FederationUnderTest& federation, const OpenStores& stores) {
  MaskedSecrets secrets;
  for (const BegunSession& begun : begun_sessions_of(federation, stores))
    OpenedSession(federation, begun, stores).plant(secrets);
  return secrets;
}

}  // namespace sotto::test
