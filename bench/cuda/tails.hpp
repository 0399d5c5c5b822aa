// SPDX-License-Identifier: MIT
// Quantiles that few trials cannot show.
#pragma once

#include <cstdint>

namespace sotto {

/// Of the paper's setting, our default plan, on a device.
void print_tails(std::uint32_t trials);

}  // namespace sotto
