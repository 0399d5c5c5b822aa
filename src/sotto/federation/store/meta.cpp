// SPDX-License-Identifier: MIT
// What every state has.
#include "sotto/federation/store/meta.hpp"

#include "sotto/federation/store/database.hpp"
#include "sotto/federation/store/store_fault.hpp"

namespace sotto {

std::string meta_value(Database& database, const std::string& name) {
  const std::vector<Row> found = database.rows("SELECT value FROM meta WHERE name = ?", {Text{name}});
  const auto* value = found.size() == 1 ? std::get_if<Blob>(&found[0][0]) : nullptr;
  if (value == nullptr) refuse_state(database.file(), "is damaged: it does not say its " + name + "; nothing was sent");
  return value->bytes;
}

Digest name_of_state(const std::string& owner, const std::string& data_key) {
  return keyed_digest_of(data_key, "sotto mark of " + owner);
}

}  // namespace sotto
