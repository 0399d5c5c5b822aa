// SPDX-License-Identifier: MIT
// A schema as JSON, there and back.
#pragma once

#include "sotto/data/dataset/schema.hpp"
#include "sotto/data/model/json_part.hpp"

namespace sotto {

Json schema_value(const Schema& schema);

/// Faults of form go to the part's list; whether the declaration is sound is for check() to say.
Schema schema_in(const JsonPart& part);

}  // namespace sotto
