// SPDX-License-Identifier: MIT
// Which loss a kind of problem has on declared columns.
#pragma once

#include <optional>

#include "sotto/agreement/problem_settings.hpp"
#include "sotto/data/dataset/encoding.hpp"
#include "sotto/data/synthetic/drawn_problem.hpp"
#include "sotto/problem/losses.hpp"

namespace sotto {

/// What a linear model is judged by. Throws InvalidInput where kind and label do not go together; nothing for mean
/// estimation, which has no label.
std::optional<Loss> loss_of(const ProblemSettings& problem, const Encoding& encoding);

}  // namespace sotto
