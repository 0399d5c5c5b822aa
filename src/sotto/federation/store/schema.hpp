// SPDX-License-Identifier: MIT
// How the tables of a store are made, one version after the other.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace sotto {

/// Raised whenever a table or the encoding of a row changes; `raise_schema` then learns the step.
inline constexpr std::int64_t schema_version = 2;

/// "sott": so that another program's database is not taken for a state.
inline constexpr std::int64_t application_id = 0x736f7474;

/// What makes the tables of a version out of those of the one before; of the first, out of nothing.
std::vector<std::string> schema_step(std::int64_t version);

}  // namespace sotto
