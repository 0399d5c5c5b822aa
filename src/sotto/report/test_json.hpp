// SPDX-License-Identifier: MIT
// What was measured on test records, inside other documents. Seen by sources of this folder alone.
#pragma once

#include "sotto/report/json_values.hpp"

namespace sotto {

/// Series -> metric -> statistic; null for what does not exist, such as the AUC of a single level.
Json test_json(const Comparison& comparison);

}  // namespace sotto
