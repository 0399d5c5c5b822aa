// SPDX-License-Identifier: MIT
// The adversary's ear: hears every message of every round, and nothing else.
#pragma once

#include <span>

#include "sotto/privacy/released.hpp"

namespace sotto {

class Eavesdropper {
 public:
  virtual ~Eavesdropper() = default;

  /// y_1(t) .. y_N(t), just broadcast. Metrics, audits and stop rules all learn what they know through this.
  /// With masked sums it is one message, the mean that all nodes hold.
  virtual void hear(Round t, std::span<const Released> y) = 0;
  /// u_1(t) .. u_N(t), what it was added up from.
  virtual void hear_residues(Round /*t*/, std::span<const Masked> /*u*/) {}

 protected:
  Eavesdropper() = default;
  Eavesdropper(const Eavesdropper&) = default;
  Eavesdropper& operator=(const Eavesdropper&) = default;
};

/// Hears and forgets.
class NobodyListens final : public Eavesdropper {
 public:
  void hear(Round, std::span<const Released>) override {}
};

}  // namespace sotto
