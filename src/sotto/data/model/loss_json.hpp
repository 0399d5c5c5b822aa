// SPDX-License-Identifier: MIT
// A loss as JSON, there and back.
#pragma once

#include "sotto/data/model/json_part.hpp"
#include "sotto/problem/losses.hpp"

namespace sotto {

Json loss_value(const Loss& loss);
Loss loss_in(const JsonPart& part);

}  // namespace sotto
