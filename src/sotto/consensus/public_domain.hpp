// SPDX-License-Identifier: MIT
// Domains are public: projecting a released value onto one tells nothing new. Here the two folders meet.
#pragma once

#include "sotto/privacy/released.hpp"
#include "sotto/problem/domain.hpp"

namespace sotto {

template <>
inline constexpr bool is_public_set<Domain> = true;

}  // namespace sotto
