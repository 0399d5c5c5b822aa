// SPDX-License-Identifier: MIT
// How far a site is, with the signature of the site key, bound to one TLS session: said there, kept as proof elsewhere.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "sotto/federation/wire/seal.hpp"

namespace sotto {

inline constexpr std::uint32_t protocol_version = 2;
inline constexpr std::size_t start_id_size = 16;

struct Standing {
  std::uint32_t version = protocol_version;
  Digest run;
  RunKind kind = RunKind::real;
  NodeId node = 0;
  std::uint64_t incarnation = 0;
  std::string start_id;
  RoundMark last;  ///< the speaker's own last committed round
  std::uint64_t ledger_entries = 0;
  Digest ledger_head;
};

class SignedStanding {
 public:
  /// `binding`: keying material of the session, the same at both of its ends. `claims`: the bytes that go with it.
  struct Occasion {
    std::string binding;
    std::string claims = {};
  };
  static SignedStanding say(const Standing& standing, const Occasion& occasion, const SiteKey& key);
  /// Nothing where the bytes are not exactly a standing with this key's signature.
  static std::optional<SignedStanding> read(const std::string& bytes, const PublicKey& key);

  const Standing& standing() const { return standing_; }
  const std::string& bytes() const { return bytes_; }
  /// Whether it was said in this session, with these claims.
  bool is_said_at(const Occasion& occasion) const;

 private:
  SignedStanding(Standing standing, std::string bytes, std::string binding, const Digest& claims);

  Standing standing_;
  std::string bytes_;
  std::string binding_;
  Digest claims_;
};

inline constexpr std::size_t most_disownings = 4;

/// A site's word that a start which bears its signature was not one of its own state.
class Disowning {
 public:
  static Disowning say(const SignedStanding& start, const SiteKey& key);
  /// Nothing where the bytes are not exactly a disowning by this key of a start that it signed.
  static std::optional<Disowning> read(const std::string& bytes, const PublicKey& key);

  const Standing& start() const { return start_; }
  const std::string& bytes() const { return bytes_; }

 private:
  Disowning(Standing start, std::string bytes);

  Standing start_;
  std::string bytes_;
};

}  // namespace sotto
