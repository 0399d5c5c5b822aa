// SPDX-License-Identifier: MIT
// A site's word that a start which bears its signature was not one of its own state.
#pragma once

#include "sotto/federation/wire/standing.hpp"

namespace sotto {

inline constexpr std::size_t most_disownings = 4;

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
