// SPDX-License-Identifier: MIT
// The sums of a run of masked sums, over all its sessions, as nodes of the reference engine make them from the seed.
#pragma once

#include "system/federation/sessions_of_run.hpp"

namespace sotto::test {

struct MaskedReference {
  std::vector<std::vector<double>> sums;  ///< sums[t] after gradient round t; sums[0] is the public zero
  std::vector<double> result;
};

MaskedReference masked_reference(const FederationUnderTest& federation, const std::vector<BegunSession>& sessions);

}  // namespace sotto::test
