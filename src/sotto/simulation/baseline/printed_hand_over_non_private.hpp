// SPDX-License-Identifier: MIT
// Algorithm 1 as printed (erratum E1): T-1 noisy messages, and then x_i(T) itself. NOT PRIVATE.
#pragma once

#include "sotto/simulation/baseline/baseline.hpp"
#include "sotto/simulation/baseline/points.hpp"

namespace sotto {

/// x_i(T), which the printed loop sends as it is. Up to y(T) it is the private run of this seed and trial, draw by
/// draw. Whoever hears it knows grad f_i(z_i(T)) = (z_i - x_i)/eta_T.
Points printed_messages_non_private(const BaselineTrial& trial, const std::atomic<bool>& interrupt);

}  // namespace sotto
