// SPDX-License-Identifier: MIT
// What a table [sweep] may hold, as a part of the schema of configurations.
#pragma once

#include "sotto/report/document/json_values.hpp"

namespace sotto::app {

Json sweep_schema();

}  // namespace sotto::app
