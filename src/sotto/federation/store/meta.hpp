// SPDX-License-Identifier: MIT
// What every state has: whose it is, and a key that never leaves it.
#pragma once

#include <string>

#include "sotto/digest/digest.hpp"

namespace sotto {

class Database;

/// "owner" or "data key"; InvalidInput (store) where it is not there.
std::string meta_value(Database& database, const std::string& name);

/// What a mark knows a state by. It tells nothing of the key.
Digest name_of_state(const std::string& owner, const std::string& data_key);

}  // namespace sotto
