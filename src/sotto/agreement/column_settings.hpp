// SPDX-License-Identifier: MIT
// The tables [[column]] of a configuration: what is declared of a data file's columns, and how that is written again.
#pragma once

#include <string>
#include <vector>

#include "sotto/data/dataset/column.hpp"
#include "sotto/settings/reader.hpp"

namespace sotto {

/// Faults stay with the reader.
std::vector<Column> read_columns(Reader& reader);

/// The tables as TOML that reads back the same.
std::string columns_toml(const std::vector<Column>& columns);

}  // namespace sotto
