// SPDX-License-Identifier: MIT
// Runs that this site closed by saying for good what it holds of a neighbour: nothing of them is heard or said again.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "sotto/digest/digest.hpp"

namespace sotto {

class Database;

struct Closing {
  Digest run;
  std::string site;              ///< whom the word is for: a public key, as text
  std::int64_t round = 0;        ///< its last one that is held here
  std::optional<Digest> digest;  ///< of that message
  std::string statement;         ///< as it was signed

  bool operator==(const Closing&) const = default;
};

class Closings {
 public:
  explicit Closings(Database& database) : database_(&database) {}

  /// Once for a run and a site. In the main file when it returns.
  void close(const Closing& closing) const;
  std::optional<Closing> find(const Digest& run, const std::string& site) const;
  bool is_closed(const Digest& run) const;

 private:
  Database* database_;
};

}  // namespace sotto
