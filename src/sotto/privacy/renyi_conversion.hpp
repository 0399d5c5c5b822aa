// SPDX-License-Identifier: MIT
// From zCDP (rho = alpha/2) to (epsilon, delta) by the best Renyi order: the conversion of Canonne, Kamath and Steinke.
#pragma once

#include "sotto/privacy/gaussian_curve.hpp"

namespace sotto {

/// ln of min over orders a > 1 of e^((a-1)(a rho - eps)) (1 - 1/a)^a / (a-1), from above. Every order gives a valid
/// bound, so the search can only be loose.
double log_delta_by_renyi(const AlphaAtEpsilon& at);

double alpha_by_renyi(const PrivacyBudget& budget);
double epsilon_by_renyi(const AlphaAtDelta& at);
double delta_by_renyi(const AlphaAtEpsilon& at);

}  // namespace sotto
