// SPDX-License-Identifier: MIT
// Algorithm 1 for mean estimation once more, in plain vectors, so that mistakes can be planted: what an audit must
// catch.
#pragma once

#include "sotto/audit/protocol.hpp"
#include "sotto/problem/labelled_rows.hpp"

namespace sotto::test {

/// Mistakes that people make, and that the shipped node does not.
enum class Planted {
  nothing,
  noise_times_09,          ///< 0.9 of the planned scale
  halved_noise,            ///< half of the planned scale
  a_silent_round,          ///< round 3 without noise
  printed_hand_over,       ///< y(T+1) = x(T), as Algorithm 1 is printed (E1)
  own_exact_estimate,      ///< the mix holds the node's x_i in place of its y_i (E2)
  noise_per_neighbour,     ///< a fresh draw for each neighbour (E3)
  reused_seed,             ///< nodes 0 and 1 draw the same noise
  split_variance,          ///< M_t^2 / p for each coordinate (E4)
  curvature_from_data,     ///< steps from the records' own mean square
  unclipped_record,        ///< records are used as they come
  stage_two_adds_records,  ///< averaging goes on with a gradient step
};

/// What all runs share, and the records of every node on either side.
struct DoubleSetting {
  const WeightMatrix& weights;
  const Domain& domain;
  const Plan& plan;
  std::vector<Records> on_data;
  std::vector<Records> on_neighbour;
  Round consensus_rounds;
  std::uint64_t seed;
};

/// Draws as SeededNoise does for the shipped nodes. The setting must outlive it.
Protocol double_with(Planted fault, const DoubleSetting& setting);

}  // namespace sotto::test
