// SPDX-License-Identifier: MIT
// What calls of this process cost the same records together.
#pragma once

#include <cstdint>

#include "core.hpp"
#include "sotto/privacy/cost.hpp"

namespace sotto::python {

/// Costs add up, rounded up, so that what is said of them never lies below the truth. It knows no records, and takes
/// those of all calls for the same.
class Ledger {
 public:
  void book(const Cost& cost, double delta);
  std::uint64_t calls() const { return calls_; }
  /// The epsilon of all of them at the largest delta of any, from above.
  double epsilon() const;
  double delta() const { return delta_; }

 private:
  Cost total_;
  double delta_ = 0;
  std::uint64_t calls_ = 0;
};

void bind_ledger(py::module_& module);

}  // namespace sotto::python
