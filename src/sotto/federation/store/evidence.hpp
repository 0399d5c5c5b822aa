// SPDX-License-Identifier: MIT
// Two things that a site signed and that cannot both be true, kept as they came.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "sotto/digest/digest.hpp"

namespace sotto {

class Database;

struct Contradiction {
  std::string kind;  ///< a word, such as "equivocation"
  std::string site;  ///< its public key, as text
  Digest run;
  std::int64_t round = 0;
  std::string first;  ///< signed bytes
  std::string second;

  bool operator==(const Contradiction&) const = default;
};

class Evidence {
 public:
  explicit Evidence(Database& database) : database_(&database) {}

  /// On the disk when it returns.
  void append(const Contradiction& found) const;
  std::vector<Contradiction> all() const;

 private:
  Database* database_;
};

}  // namespace sotto
