// SPDX-License-Identifier: MIT
#include "sotto/federation/store/damage.hpp"

#include "sotto/input/invalid_input.hpp"
#include "sotto/input/printable.hpp"

namespace sotto {

std::string to_text(const Damage& damage) {
  if (damage.table.empty()) return damage.what;
  const std::string row = damage.row.empty() ? "" : ", row " + damage.row;
  return "table " + damage.table + row + ": " + damage.what;
}

void refuse_state(const std::filesystem::path& file, const std::string& rule) {
  throw InvalidInput({"state", printable(file.string()), rule}, FaultKind::store);
}

}  // namespace sotto
