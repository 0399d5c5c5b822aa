// SPDX-License-Identifier: MIT
// Which loss a kind of problem has on declared columns, and how many coordinates its model then has.
#pragma once

#include <optional>

#include "sotto/dataset/encoding.hpp"
#include "sotto/experiment/problem_settings.hpp"
#include "sotto/problem/losses.hpp"

namespace sotto {

/// What a linear model is judged by. Throws InvalidInput where kind and label do not go together; nothing for mean
/// estimation, which has no label.
std::optional<Loss> loss_of(const ProblemSettings& problem, const Encoding& encoding);

/// How many coordinates x has.
std::size_t model_dimension(const std::optional<Loss>& loss, const Encoding& encoding);

}  // namespace sotto
