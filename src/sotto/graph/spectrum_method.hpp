// SPDX-License-Identifier: MIT
// How eigenvalues are found, and how much work may go into it.
#pragma once

namespace sotto {

/// `automatic` takes the first that applies: a closed form, dense eigenvalues of a small matrix, Lanczos.
enum class SpectrumMethod { automatic, closed_form, dense, lanczos };

/// Lanczos stops at this many restarts, or when the residual is below tolerance times the eigenvalue.
struct LanczosLimits {
  int restarts;
  double tolerance;
};

}  // namespace sotto
