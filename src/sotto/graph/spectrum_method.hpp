// SPDX-License-Identifier: MIT
// How eigenvalues are found, and how much work may go into it.
#pragma once

namespace sotto {

/// `automatic` takes the first that applies: a closed form, dense eigenvalues of a small matrix, Lanczos until it
/// converges, and for the Laplacian of a large graph a fixed number of steps of Lanczos, whose largest eigenvalue comes
/// with a bound.
enum class SpectrumMethod { automatic, closed_form, dense, lanczos, few_steps };

/// Lanczos stops at this many restarts, or when the residual is below tolerance times the eigenvalue.
struct LanczosLimits {
  int restarts;
  double tolerance;
};

}  // namespace sotto
