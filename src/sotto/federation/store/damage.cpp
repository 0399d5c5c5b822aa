// SPDX-License-Identifier: MIT
// What is wrong with a store.
#include "sotto/federation/store/damage.hpp"

namespace sotto {

std::string to_text(const Damage& damage) {
  if (damage.table.empty()) return damage.what;
  const std::string row = damage.row.empty() ? "" : ", row " + damage.row;
  return "table " + damage.table + row + ": " + damage.what;
}

}  // namespace sotto
