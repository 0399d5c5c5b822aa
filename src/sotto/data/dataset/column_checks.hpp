// SPDX-License-Identifier: MIT
// What the declaration of one column must keep to.
#pragma once

#include "sotto/data/dataset/schema.hpp"
#include "sotto/input/invalid_input.hpp"

namespace sotto {

/// Ranges and norms stay within it: squares of coordinates, and sums of them, are then far inside the doubles.
inline constexpr double largest_declared = 1e100;

/// "column age.range", as the tables [[column]] of a configuration are named.
std::string field_of(const Column& column, const char* key);

/// Adds what is wrong with one column of the schema.
void check_column(const Schema& schema, const Column& column, Faults& faults);

}  // namespace sotto
