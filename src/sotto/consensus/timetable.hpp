// SPDX-License-Identifier: MIT
// What each round of a run is, and by which row of W a node mixes in it. Public.
//
//   t = 1 .. T     a gradient round: y(t+1) carries fresh noise and costs privacy (Stage I)
//   t = T+1, ...   an averaging round: y(t+1) is arithmetic on released values (Stage II)
#pragma once

#include "sotto/graph/weight_matrix.hpp"
#include "sotto/privacy/schedule.hpp"

namespace sotto {

/// Mixing rounds between two gradients would be a third kind.
enum class RoundKind { gradient, averaging };

/// Rounds count from 1. Round t makes the messages y(t+1) from the messages y(t); y(1) = 0 is made by nobody.
class Timetable {
 public:
  explicit Timetable(Round gradient_rounds) : gradient_rounds_(gradient_rounds) {}

  Round gradient_rounds() const { return gradient_rounds_; }  ///< T
  RoundKind kind(Round t) const { return t <= gradient_rounds_ ? RoundKind::gradient : RoundKind::averaging; }
  /// How many rounds of its kind there are up to round t, itself among them.
  Round number(Round t) const { return kind(t) == RoundKind::gradient ? t : t - gradient_rounds_; }

  /// Whether y(t) carries noise of its own.
  bool carries_noise(Round t) const { return t > 1 && kind(t - 1) == RoundKind::gradient; }
  /// y(T+1), the last message with noise: Stage I releases it, and Stage II starts from it.
  Round hand_over() const { return gradient_rounds_ + 1; }
  /// Whether an accelerated Stage II makes y(t+1) from y(t-1) too. Its first round does not.
  bool extrapolates(Round t) const { return kind(t) == RoundKind::averaging && number(t) > 1; }

  /// The row of W by which a node mixes in round t. It is the same in every round; on a graph that changes, t will
  /// choose among several matrices.
  WeightMatrix::Row row(const WeightMatrix& weights, NodeId node, Round /*t*/) const { return weights.row(node); }

 private:
  Round gradient_rounds_;
};

}  // namespace sotto
