// SPDX-License-Identifier: MIT
// How the tables of a store are made, and which version of them this program reads.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace sotto {

/// Raised whenever a table or the encoding of a row changes.
inline constexpr std::int64_t schema_version = 1;

/// "sott": so that another program's database is not taken for a state.
inline constexpr std::int64_t application_id = 0x736f7474;

std::vector<std::string> schema_statements();

}  // namespace sotto
