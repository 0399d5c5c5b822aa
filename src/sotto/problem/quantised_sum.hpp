// SPDX-License-Identifier: MIT
// Records' gradients as integers: clipped, rounded toward zero and summed exactly, so that the bound on what one record
// can change holds for the arithmetic that runs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "sotto/arithmetic/dot.hpp"
#include "sotto/problem/objective.hpp"

namespace sotto {

/// How far one record may reach: B units of length h, a power of two; B h <= C, and B lies in [2^30, 2^31].
class RecordClip {
 public:
  /// C, the norm to clip to: public. Throws InvalidInput unless it is positive and no grid number leaves the doubles.
  static RecordClip to_norm(double norm);

  double unit() const { return unit_; }           ///< h
  std::uint64_t bound() const { return bound_; }  ///< B
  bool operator==(const RecordClip&) const = default;

 private:
  RecordClip(double unit, std::uint64_t bound) : unit_(unit), bound_(bound) {}
  double unit_;
  std::uint64_t bound_;
};

/// gradient/h, clipped to norm B and rounded toward zero: ||out||_2 <= B, exactly, whatever the doubles hold. A
/// gradient that is not finite counts as 0: refusing it would tell.
void quantise(std::span<const double> gradient, const RecordClip& clip, std::span<std::int64_t> out);

/// The sum over the records of one node. Replacing a record moves it by at most 2 B, adding one by at most B.
class QuantisedSum {
 public:
  /// More records could leave 64 bits: 2^31 of at most 2^31 units end at 2^62.
  static constexpr std::uint64_t most_records = std::uint64_t{1} << 31;

  QuantisedSum(std::size_t dimension, RecordClip clip) : clip_(clip), sum_(dimension, 0), term_(dimension, 0) {}

  void clear();
  /// Ends the process after `most_records`: a wrong sum would have no sensitivity to speak of.
  void add(std::span<const double> gradient);
  /// The same for a gradient that is 0 but for these numbers.
  void add(const SparseSpan& gradient);

  const RecordClip& clip() const { return clip_; }
  std::span<const std::int64_t> values() const { return sum_; }

 private:
  RecordClip clip_;
  std::uint64_t added_ = 0;
  std::vector<std::int64_t> sum_, term_;
};

/// f_i(x) = r(x) + sum over records d of l(x; d), part by part: the shape whose sensitivity integers can hold.
class RecordSum : public Objective {
 public:
  /// The gradient of r: the same for every dataset of the declared size. It is treated as public.
  virtual void shared_gradient(std::span<const double> x, std::span<double> out) const = 0;

  /// The sum of the records' gradients at x: each record's is added to `scratch` (empty when it comes) exactly once.
  /// An objective whose records' gradients do not depend on x may hand out a sum it keeps.
  virtual const QuantisedSum& record_gradients(std::span<const double> x, QuantisedSum& scratch) const = 0;
};

}  // namespace sotto
