// SPDX-License-Identifier: MIT
// Faults as JSON, sotto.error/1: how the program answers when it refuses.
#pragma once

#include <string>
#include <vector>

#include "sotto/input/invalid_input.hpp"

namespace sotto {

std::string error_json(const std::vector<Fault>& faults, int exit_code);

}  // namespace sotto
