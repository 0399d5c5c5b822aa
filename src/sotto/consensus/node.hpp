// SPDX-License-Identifier: MIT
// Algorithm 1 at one node, in its safe reading. It hears round t's messages and says its next one. It does no I/O.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "sotto/consensus/averaging.hpp"
#include "sotto/consensus/plan.hpp"
#include "sotto/consensus/public_domain.hpp"
#include "sotto/graph/weight_matrix.hpp"
#include "sotto/privacy/masked.hpp"
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
    Noise noise;                 ///< on the lattice if the plan is
    Averaging averaging = {};    ///< of mixing rounds and of Stage II
    PairMasks* masks = nullptr;  ///< where the plan has masked sums and runs on the lattice; must outlive the node too
    std::optional<Roster> roster = std::nullopt;  ///< of masked sums; nothing: 0, 1, ... up to the plan's number
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

  /// One round with masked sums: hears the mean of all members, Released::mean_of their residues of the round before
  /// (in the first round nothing, the public zero), and `next` becomes the residue of this one. Only where the plan has
  /// masked sums, and for its gradient rounds.
  Heard round(const Released& sum, Masked& next);
  /// Goes again through such a round that was said before: hears what was heard then, looks at no record and says
  /// nothing. A node that restarts goes through all of them.
  void hear_again(const Released& sum);
  /// The result of a run with masked sums, when it has heard the last of them: all members have the same.
  Released output(const Released& last_sum) const;

  /// Goes on where a node with this setup was: its next round is `t`, the one that makes y(t+1). `own_before` is its
  /// message y_i(t-1), which is needed where Timetable::extrapolates(t). Only for a node that has done no round, and
  /// for plans without momentum and output weights: those depend on more of what was heard.
  void resume_at(Round t, const Released& own_before);

  NodeId id() const { return id_; }
  Round current_round() const { return round_; }
  /// Whom the current round hears, and by which weights.
  WeightMatrix::Row row() const { return plan_.timetable().row(weights_, id_, round_); }

 private:
  static void check(const Setup& setup);
  static const RecordSum& lattice_objective(const Setup& setup);

  bool lengths_fit(std::span<const Released* const> heard) const;
  Round gradient() const { return plan_.timetable().number(round_); }  // which one the current round is
  void find_point(Released& mixture);                                  // z, and with momentum what lies beyond it
  void estimate(const Released& z);                                    // x, in doubles
  void lattice_estimate_at(const Released& z);                         // the same in integers: what real nodes do
  void draw_noise();                                                   // of a round in integers
  void weigh(const Released& mixture);
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

  /// What an accelerated mixture starts from.
  struct Chebyshev {
    Averaging averaging;
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

  // What many plans do without lies elsewhere: a large network walks over its nodes, and they should be small.
  std::unique_ptr<LatticeState> lattice_;
  std::unique_ptr<Chebyshev> chebyshev_;
  std::unique_ptr<Released> z_before_;  ///< where gradients have momentum
  std::unique_ptr<Released> weighed_;   ///< the weighted mean of messages so far, where the output is one
  struct Members {
    PairMasks* masks;  ///< null in doubles
    Roster roster;
  };
  std::unique_ptr<Members> members_;  ///< of masked sums
};

}  // namespace sotto
