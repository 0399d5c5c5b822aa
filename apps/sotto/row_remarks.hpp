// SPDX-License-Identifier: MIT
// What rules had to mend in a data file: for the operator's terminal, and for nothing else.
#pragma once

#include <string>

#include "sotto/data/dataset/dataset.hpp"

namespace sotto::app {

/// `whose`: the rules' owner, and `dropped`: what becomes of rows that they drop.
struct RowRules {
  std::string whose;
  std::string dropped;
};
void remark_on(const RowCounts& counts, const RowRules& rules);

}  // namespace sotto::app
