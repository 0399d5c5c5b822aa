// SPDX-License-Identifier: MIT
// What was signed and should not have been, kept as it came: contradictions, and starts that were not of this state.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "sotto/digest/digest.hpp"
#include "sotto/federation/store/start.hpp"

namespace sotto {

class Database;

/// Two things that a site signed and that cannot both be true.
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

/// A start that bears this site's signature and was not of this state: a copy that was started by mistake, say.
struct DisownedStart {
  std::int64_t incarnation = 0;
  StartId id;
  std::string hello;      ///< the signed standing that showed it
  std::string statement;  ///< this site's signed word that it was not its own
};

class DisownedStarts {
 public:
  explicit DisownedStarts(Database& database) : database_(&database) {}

  /// In the main file when it returns.
  void append(const DisownedStart& start) const;
  std::vector<DisownedStart> all() const;
  bool has(std::int64_t incarnation, const StartId& id) const;

 private:
  Database* database_;
};

}  // namespace sotto
