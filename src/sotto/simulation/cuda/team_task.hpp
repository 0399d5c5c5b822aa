// SPDX-License-Identifier: MIT
// What a team runs: trials of one plan of mean estimation as plain numbers, which can be copied to a device as they
// are.
#pragma once

#include <cstddef>
#include <cstdint>

#include "sotto/arithmetic/anywhere.hpp"
#include "sotto/random/box_muller.hpp"
#include "sotto/random/key.hpp"

namespace sotto {

/// Of each trial, besides its errors round by round.
enum class EndValue : std::uint32_t {
  normalised_error,      ///< of the released mean
  squared_error,         ///< the same, not divided by ||x*||^2
  first_node_error,      ///< of x_1(T); not with masked sums
  first_node_end_error,  ///< of Proj_X(y_1) after Stage II
  node_error,            ///< mean over nodes of that of Proj_X(y_i) after Stage II
  disagreement
};
inline constexpr std::uint32_t end_values = 6, values_of_round = 4;

/// Where an array begins among all numbers of a task, and how far apart its entries are: 1 where all trials share it,
/// and as many as there are trials where each has its own. Then those of neighbouring trials are neighbours.
struct TeamArray {
  std::size_t begin = 0;
  std::uint32_t stride = 0;  ///< 0: there is none

  SOTTO_ANYWHERE bool exists() const { return stride != 0; }
  SOTTO_ANYWHERE std::size_t at(std::uint32_t entry, std::uint32_t trial) const {
    return begin + std::size_t{entry} * stride + (stride == 1 ? 0 : trial);
  }
};

/// What a task's arrays are as large as.
struct TeamExtent {
  std::uint64_t nodes, dimension, plans, gradient_rounds, stage_one_messages;
};
/// Whether 32 bits number the entries of each array and the places of a group's memory. Where an array's entry of a
/// trial lies may be farther. Stage II has fewer than 2^28 messages: algorithm.consensus_rounds says so.
constexpr bool can_be_numbered(const TeamExtent& of) {
  return of.nodes * (of.dimension + 1) <= std::uint64_t{1} << 22 &&
         of.plans * of.gradient_rounds < std::uint64_t{1} << 32 && of.stage_one_messages < std::uint64_t{1} << 29;
}

/// A network of so many nodes, that of the paper, has a kernel of its own: what a member mixes lies in registers.
inline constexpr std::uint32_t known_nodes = 10;

/// Trials that a team runs side by side.
inline constexpr std::uint32_t team_lanes = 32;

/// What a group of trials holds between rounds: fields of points, [pair of coordinates][point][2][trial].
struct TeamMemory {
  struct Field {
    std::uint32_t begin;
    std::uint32_t points;  ///< 0: it is not needed
  };

  /// Messages and their means, twice: of this round and of the one that is made. Where nothing goes beyond a mixture,
  /// messages take the place of those they are made of, and are there once.
  Field messages, means;
  Field minimiser;
  Field first;                    ///< x_1(T)
  Field before, weighed;          ///< points and weighted means, where rounds need them
  Field unprojected;              ///< of nodes, where a ball is projected onto and there is one message
  std::uint32_t lengths;          ///< [point][trial]
  std::uint32_t errors, to_mean;  ///< [message][trial]: squared distances
  std::uint32_t ended;            ///< [trial]: whether its Stage II has
  std::size_t size = 0;           ///< all numbers
};

/// In `averaged`, above the number of rounds.
inline constexpr std::uint32_t agreed = std::uint32_t{1} << 31;

struct TeamTask {
  // What the network is.
  std::uint32_t nodes, dimension;
  bool in_box;  ///< otherwise in a ball
  double size;  ///< half the side of the box, or the radius
  // What rounds there are.
  std::uint32_t gradient_rounds, mixing_rounds;
  std::uint32_t most_averaging;  ///< of any trial
  double tolerance;              ///< of agreement; negative: each trial has its own number of averaging rounds
  bool weighs, masked, accelerated, chebyshev, every_round;
  // Whose noise it is.
  bool single;
  PhiloxRoundKeys keys;
  Polynomials<DoubleBoxMuller> in_doubles;
  Polynomials<SingleBoxMuller> in_floats;
  std::uint32_t stream, first_trial, trials;

  TeamArray steps;           ///< [gradient round][plan]: the step of a node with a minus
  TeamArray noise_scales;    ///< [gradient round][plan]
  std::uint32_t plans;       ///< 1, or one for each node
  TeamArray reach;           ///< [gradient round]: 1 + momentum
  TeamArray output_weights;  ///< [gradient round]
  double record_count;       ///< of every node
  TeamArray minus_records;   ///< [pair of coordinates][node][2]: the sum of the records with a minus
  TeamArray minimiser;       ///< [coordinate]
  TeamArray squared_norm;    ///< ||x*||^2
  TeamArray dense_weights;   ///< [node][node]
  TeamArray factors;         ///< [k - 2]: omega_k
  TeamArray row_weights;     ///< [entry]: none where each trial has a dense matrix of its own
  // Among whole numbers:
  TeamArray row_starts;   ///< [node + 1]
  TeamArray row_columns;  ///< [entry]
  TeamArray averaging;    ///< averaging rounds

  TeamMemory memory;

  const double* numbers;  ///< where the arrays lie
  const std::uint32_t* whole;
  double* values;           ///< [4 round + metric, or what is known at the end][trial]: what comes out
  std::uint32_t* averaged;  ///< [trial]: averaging rounds done, and whether they ended by agreement

  SOTTO_ANYWHERE std::uint32_t pairs() const { return (dimension + 1) / 2; }
  SOTTO_ANYWHERE std::uint32_t messages() const { return masked ? 1 : nodes; }
  /// See TeamKind.
  SOTTO_ANYWHERE bool plain() const {
    return in_box && plans == 1 && mixing_rounds == 1 && !weighs && !accelerated && !chebyshev &&
           row_weights.exists() && tolerance < 0;
  }
  /// Whether messages take the place of those they are made of.
  SOTTO_ANYWHERE bool in_place() const { return plain() && (masked || nodes == known_nodes); }
  /// The first message of Stage II.
  SOTTO_ANYWHERE std::uint32_t hand_over() const {
    return (gradient_rounds - 1) * mixing_rounds + 2 + (weighs ? 1 : 0);
  }
  /// Rounds that are measured: y(2) is the first.
  SOTTO_ANYWHERE std::uint32_t measured() const { return every_round ? hand_over() - 1 + most_averaging : 1; }
  SOTTO_ANYWHERE std::uint32_t columns() const { return values_of_round * measured() + end_values; }
  SOTTO_ANYWHERE double number(const TeamArray& array, std::uint32_t entry, std::uint32_t trial = 0) const {
    return numbers[array.at(entry, trial)];
  }
  SOTTO_ANYWHERE std::uint32_t whole_number(const TeamArray& array, std::uint32_t entry,
                                            std::uint32_t trial = 0) const {
    return whole[array.at(entry, trial)];
  }
};

}  // namespace sotto
