// SPDX-License-Identifier: MIT
// What a node minimises: f_i, with the public constants that the noise and the steps are made from.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace sotto {

/// mu and L of Assumptions "Strong convexity" and "Smoothness".
struct Curvature {
  double strong_convexity;
  double smoothness;
};

/// Bounds that hold for EVERY dataset of the declared size. They may be told to anybody; computing one of them from
/// the records would release those records without noise.
struct PublicConstants {
  Curvature curvature;
  double record_sensitivity;       ///< D0: the largest change of the gradient when one record is replaced
  double gradient_bound;           ///< G of Assumption "Bounded Gradient", on the domain
  bool uses_record_count = false;  ///< whether any of them depends on how many records a node holds
};

/// f_i. An open set: a user may write one. value() and gradient() see the records; public_constants() must not.
class Objective {
 public:
  virtual ~Objective() = default;
  virtual std::size_t dimension() const = 0;
  virtual double value(std::span<const double> x) const = 0;
  virtual void gradient(std::span<const double> x, std::span<double> out) const = 0;  ///< out is not x
  /// Gradients at many points at once, for simulations; `points` and `out` are [coordinate][point]. Asks for them one
  /// by one unless an objective knows better.
  virtual void gradients(std::span<const double> points, std::span<double> out) const {
    const std::size_t p = dimension(), count = points.size() / p;
    std::vector<double> point(p), gradient_there(p);
    for (std::size_t k = 0; k < count; ++k) {
      for (std::size_t c = 0; c < p; ++c) point[c] = points[c * count + k];
      gradient(point, gradient_there);
      for (std::size_t c = 0; c < p; ++c) out[c * count + k] = gradient_there[c];
    }
  }
  virtual PublicConstants public_constants() const = 0;
  /// Asks the memory for what gradient() is about to read. Of many nodes it is not in the cache.
  virtual void prefetch() const {}

 protected:
  Objective() = default;
  Objective(const Objective&) = default;
  Objective& operator=(const Objective&) = default;
};

}  // namespace sotto
