// SPDX-License-Identifier: MIT
// What is wrong with a store, and where.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace sotto {

struct Damage {
  std::string table;  ///< empty: the file as a whole
  std::string row;    ///< empty: the table as a whole
  std::string what;
  bool lost_tail = false;  ///< a log lost its end: what is left is whole, but not all
};

/// "table ledger, row 3: the chain of hashes breaks here".
std::string to_text(const Damage& damage);

}  // namespace sotto
