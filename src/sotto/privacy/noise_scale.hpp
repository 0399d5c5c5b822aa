// SPDX-License-Identifier: MIT
// The standard deviation M_t of a round's noise, per coordinate (E4), as a type that only a Plan can make.
#pragma once

namespace sotto {

class Plan;

class NoiseScale {
 public:
  double standard_deviation() const { return standard_deviation_; }

 private:
  friend class Plan;  // a scale that no accountant has seen cannot exist
  explicit NoiseScale(double standard_deviation) : standard_deviation_(standard_deviation) {}
  double standard_deviation_;
};

}  // namespace sotto
