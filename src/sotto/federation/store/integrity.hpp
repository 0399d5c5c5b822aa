// SPDX-License-Identifier: MIT
// All that can be wrong with a store: its pages, its schema, its chains, its sums.
#pragma once

#include <vector>

#include "sotto/federation/store/damage.hpp"

namespace sotto {

class Database;

/// A file of another program or a newer version of the schema is refused (InvalidInput, store); damage is returned. An
/// older version is held to its own rules.
std::vector<Damage> find_damage(Database& database);

/// Throws InvalidInput (store) that names the first rows, if there is any.
void refuse_damage(Database& database, const std::vector<Damage>& found);

}  // namespace sotto
