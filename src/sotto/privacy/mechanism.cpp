// SPDX-License-Identifier: MIT
#include "sotto/privacy/mechanism.hpp"

#include <cmath>

namespace sotto {
namespace {

/// How many nodes' noises hide a message from the threat, each of them as wide as the speaker's own.
double noises_that_hide(const Independent&, Threat threat) {
  switch (threat) {
    case Threat::eavesdropper:
      return 1;
  }
  return 0;
}

double noises_that_hide(const Mechanism& mechanism, Threat threat) {
  return std::visit([&](const auto& kind) { return noises_that_hide(kind, threat); }, mechanism);
}

Threat threat_of(const Independent&) {
  return Threat::eavesdropper;
}

}  // namespace

Threat threat_of(const Mechanism& mechanism) {
  return std::visit([](const auto& kind) { return threat_of(kind); }, mechanism);
}

double cost_of_ratio(const Mechanism& mechanism, Threat threat, double ratio) {
  return ratio * ratio / noises_that_hide(mechanism, threat);
}

double ratio_of_cost(const Mechanism& mechanism, Threat threat, double cost) {
  return std::sqrt(cost * noises_that_hide(mechanism, threat));
}

}  // namespace sotto
