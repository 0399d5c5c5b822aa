// SPDX-License-Identifier: MIT
// The part of JSON Schema (draft 7) that the program's schemas use. A rule that is not known here is a fault.
#pragma once

#include <string>
#include <vector>

#include "system/program.hpp"

namespace sotto::test {

/// What breaks the schema, each with its place: "/sites/0: lacks name". Nothing where all is well.
std::vector<std::string> broken_rules(const Json& schema, const Json& value);

}  // namespace sotto::test
