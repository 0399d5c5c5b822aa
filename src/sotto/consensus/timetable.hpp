// SPDX-License-Identifier: MIT
// What each round of a run is, and by which row of W a node mixes in it. Public.
//
//   Stage I    T gradient rounds: the message carries fresh noise and costs privacy. After each of them but the last
//              K - 1 mixing rounds, arithmetic on released values: the next gradient is taken at what W made of the
//              noisy messages in K rounds
//   then       where messages are weighed (output_weights.hpp), one output round: y_i becomes their weighted mean
//   Stage II   averaging rounds, arithmetic too
#pragma once

#include "sotto/graph/weight_matrix.hpp"
#include "sotto/privacy/schedule.hpp"

namespace sotto {

enum class RoundKind { gradient, mixing, output, averaging };

/// What decides a timetable.
struct RoundCounts {
  Round gradient_rounds;         ///< T
  Round mixing_rounds = 1;       ///< K: how often W acts between two gradients
  bool weighs_messages = false;  ///< whether there is an output round
};

/// Rounds count from 1. Round t makes the messages y(t+1) from the messages y(t); y(1) = 0 is made by nobody. With K =
/// 1 and the last message as output, round t <= T is gradient t: the paper's own numbers.
class Timetable {
 public:
  explicit Timetable(const RoundCounts& counts) : counts_(counts) {}

  Round gradient_rounds() const { return counts_.gradient_rounds; }  ///< T
  Round mixing_rounds() const { return counts_.mixing_rounds; }      ///< K
  bool weighs_messages() const { return counts_.weighs_messages; }

  RoundKind kind(Round t) const {
    if (t <= last_gradient()) return place_after_gradient(t) == 0 ? RoundKind::gradient : RoundKind::mixing;
    return t == last_gradient() + 1 && weighs_messages() ? RoundKind::output : RoundKind::averaging;
  }
  /// Which gradient round it is, which of the mixing rounds after a gradient, which round of Stage II: from 1.
  Round number(Round t) const {
    switch (kind(t)) {
      case RoundKind::gradient:
        return mixing_rounds() == 1 ? t : (t - 1) / mixing_rounds() + 1;
      case RoundKind::mixing:
        return place_after_gradient(t);
      case RoundKind::output:
        return 1;
      case RoundKind::averaging:
        break;
    }
    return t + 1 - hand_over();
  }

  /// Whether y(t) carries noise of its own.
  bool carries_noise(Round t) const { return t > 1 && kind(t - 1) == RoundKind::gradient; }
  /// The last message with noise.
  Round last_noisy() const { return last_gradient() + 1; }
  /// The message that Stage I releases and Stage II starts from: the last one with noise, or the output.
  Round hand_over() const { return last_noisy() + (weighs_messages() ? 1 : 0); }

  /// How often W has acted on the noisy messages, or on the output, when it has in round t.
  Round mixture(Round t) const {
    const Round since_noise = number(t);
    if (kind(t) != RoundKind::gradient) return since_noise;
    return t == 1 ? 1 : mixing_rounds();
  }
  /// Whether accelerated averaging makes y(t+1) from y(t-1) too. The first mixture does not.
  bool extrapolates(Round t) const { return mixture(t) > 1; }

  /// The row of W by which a node mixes in round t. It is the same in every round; on a graph that changes, t will
  /// choose among several matrices.
  WeightMatrix::Row row(const WeightMatrix& weights, NodeId node, Round /*t*/) const { return weights.row(node); }

 private:
  /// How many rounds of Stage I lie between it and the last gradient; 0: it is one. Large networks ask this often, and
  /// a division takes long.
  Round place_after_gradient(Round t) const { return mixing_rounds() == 1 ? 0 : (t - 1) % mixing_rounds(); }
  Round last_gradient() const { return (gradient_rounds() - 1) * mixing_rounds() + 1; }
  RoundCounts counts_;
};

}  // namespace sotto
