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
  virtual void hear(Round t, std::span<const Released> y) = 0;

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
