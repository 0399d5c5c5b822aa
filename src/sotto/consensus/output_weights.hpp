// SPDX-License-Identifier: MIT
// Which of its noisy messages a run takes for its result. All were released, so every choice costs the same.
//
//   last              y(T+1)
//   polynomial        weights t^2: less noise than the last message where T is too large, more bias where it is short
//   inverse-variance  the best unbiased weights where messages follow x(t) = (1 - r_t) z + r_t x*, r_t = eta_t/eta_1:
//                     (y(t+1) - (1 - r_t) y(t))/r_t is news with variance M_t^2/r_t^2
#pragma once

#include <array>
#include <span>
#include <string_view>
#include <vector>

namespace sotto {

enum class Output { last, polynomial, inverse_variance };
inline constexpr std::array all_outputs{Output::last, Output::polynomial, Output::inverse_variance};
std::string_view name_of(Output output);

/// A round's step and noise.
struct WeighedRound {
  double step;         ///< eta_t
  double noise_scale;  ///< M_t
};

/// The weight of the message that each gradient round made. They sum to 1.
std::vector<double> output_weights(Output output, std::span<const WeighedRound> rounds);

}  // namespace sotto
