// SPDX-License-Identifier: MIT
// Algorithm 1 at one node, in its safe reading. It hears round t's messages and says its next one. It does no I/O.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "sotto/consensus/averaging.hpp"
#include "sotto/consensus/plan.hpp"
#include "sotto/consensus/public_domain.hpp"
#include "sotto/graph/weight_matrix.hpp"
#include "sotto/privacy/noise.hpp"
#include "sotto/privacy/released.hpp"
#include "sotto/problem/domain.hpp"
#include "sotto/problem/quantised_sum.hpp"

namespace sotto {

/// What a message did to the node that heard it.
enum class Heard { accepted, not_finite, wrong_length };

class Node {
 public:
  /// Everything but the objective and the noise is public and shared by all nodes. Weights, objective and noise must
  /// outlive the node; it copies the rest.
  struct Setup {
    NodeId id;
    const WeightMatrix& weights;
    const Domain& domain;
    const Plan& plan;
    const Objective& objective;
    Noise noise;               ///< on the lattice if the plan is
    Averaging averaging = {};  ///< in Stage II
  };
  explicit Node(const Setup& setup);

  // A copy would count its rounds by itself: one round's noise would hide two estimates, or T never end.
  Node(const Node&) = delete;
  Node& operator=(const Node&) = delete;
  Node(Node&&) = default;

  /// One round. `y` are the messages y_j(t) of the neighbours AND of the node itself, in the order of row(); `next`
  /// becomes y_i(t+1). Where it is not `accepted`, no noise is drawn and the round stays: `wrong_length` leaves `next`
  /// as it was, `not_finite` makes it say nothing.
  Heard round(std::span<const Released* const> y, Released& next);

  /// Goes on where a node with this setup was: its next round is `t`, the one that makes y(t+1). `own_before` is its
  /// message y_i(t-1), which is needed where Timetable::extrapolates(t). Only for a node that has done no round.
  void resume_at(Round t, const Released& own_before);

  NodeId id() const { return id_; }
  Round current_round() const { return round_; }
  /// Whom the current round hears, and by which weights.
  WeightMatrix::Row row() const { return plan_.timetable().row(weights_, id_, round_); }

 private:
  static void check(const Setup& setup);
  static const RecordSum& lattice_objective(const Setup& setup);

  bool lengths_fit(std::span<const Released* const> heard) const;
  void gradient_round(Released& next);                // turns the mixture in `next` into the noisy message
  void lattice_round(Released& next);                 // the same in integers: what real nodes do
  void remember(std::span<const Released* const> y);  // keeps the own message for the next round

  /// What a round in integers works with. The estimate in `x` never leaves the node.
  struct LatticeState {
    LatticeState(const RecordSum& f, std::size_t p, const RecordClip& clip)
        : objective(f), records(p, clip), noise(p), x(p) {}

    const RecordSum& objective;
    QuantisedSum records;
    DrawnNoise noise;
    std::vector<std::int64_t> x;
  };

  /// What an accelerated round starts from.
  struct Acceleration {
    ChebyshevFactors factors;
    Released before;  ///< y_i(t-1) where Timetable::extrapolates(t)
  };

  NodeId id_;
  const WeightMatrix& weights_;
  Domain domain_;
  Plan plan_;
  const Objective& objective_;
  Noise noise_;
  Round round_ = 1;
  std::vector<double> estimate_;  // x_i never leaves the node. There is no accessor, on purpose
  std::optional<LatticeState> lattice_;
  std::optional<Acceleration> acceleration_;
};

}  // namespace sotto
