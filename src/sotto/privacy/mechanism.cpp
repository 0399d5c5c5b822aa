// SPDX-License-Identifier: MIT
#include "sotto/privacy/mechanism.hpp"

#include <algorithm>
#include <cmath>

namespace sotto {
namespace {

double hiding(const Independent&, Threat) {
  return 1;
}

/// Whoever speaks is honest: its own noise is always among them.
double hiding(const MaskedSums& sums, Threat threat) {
  return sums.members - std::min(threat.colluders(), sums.members - 1);
}

}  // namespace

void check(const Mechanism& mechanism, Faults& faults) {
  const MaskedSums* sums = masked_sums(mechanism);
  if (sums == nullptr) return;
  if (sums->members < 2 || sums->colluders > sums->members - 2)
    faults.add(
        {"privacy.colluders", std::to_string(sums->colluders),
         "at least two members must be left without them; there are " + std::to_string(sums->members) + " nodes"});
}

Threat threat_of(const Mechanism& mechanism) {
  const MaskedSums* sums = masked_sums(mechanism);
  return sums == nullptr ? Threat::all_others() : Threat::with_members(sums->colluders);
}

double noises_that_hide(const Mechanism& mechanism, Threat threat) {
  return std::visit([&](const auto& kind) { return hiding(kind, threat); }, mechanism);
}

double cost_of_ratio(const Mechanism& mechanism, Threat threat, double ratio) {
  return ratio * ratio / noises_that_hide(mechanism, threat);
}

double ratio_of_cost(const Mechanism& mechanism, Threat threat, double cost) {
  return std::sqrt(cost * noises_that_hide(mechanism, threat));
}

Round spare_rounds(const Mechanism& mechanism) {
  const MaskedSums* sums = masked_sums(mechanism);
  return sums == nullptr ? 0 : sums->spare_rounds;
}

}  // namespace sotto
