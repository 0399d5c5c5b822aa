// SPDX-License-Identifier: MIT
// Tables of a reproduction: the numbers that THEORY predicts, beside what was measured.
#pragma once

#include "sotto/report/reproduction_report.hpp"

namespace sotto {

/// Those whose experiments were run.
std::vector<PageTable> reproduction_tables(const Reproduction& reproduction);

}  // namespace sotto
