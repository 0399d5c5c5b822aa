// SPDX-License-Identifier: MIT
// Starts that bear this site's signature and were not of this state: a copy that was started by mistake, say.
#pragma once

#include <string>
#include <vector>

#include "sotto/federation/store/start.hpp"

namespace sotto {

class Database;

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
