// SPDX-License-Identifier: MIT
// Everything an adversary heard in one run: y_i(t) of every node and round, as plain numbers.
#pragma once

#include <map>
#include <span>
#include <tuple>
#include <vector>

#include "sotto/graph/weight_matrix.hpp"
#include "sotto/simulation/engine/eavesdropper.hpp"

namespace sotto {

class Transcript {
 public:
  struct Shape {
    NodeId nodes;
    std::size_t dimension;
  };
  /// Holds y(1) = 0 from the start.
  explicit Transcript(Shape shape) : shape_(shape) { begin(); }

  /// Forgets all rounds but the first.
  void begin();
  /// Makes room for the messages of the next round.
  void add_round();

  const Shape& shape() const { return shape_; }
  Round last_round() const { return static_cast<Round>(values_.size() / (shape_.nodes * shape_.dimension)); }
  std::span<double> message(Round t, NodeId speaker) { return {&values_[place(t, speaker)], shape_.dimension}; }
  std::span<const double> message(Round t, NodeId speaker) const {
    return {&values_[place(t, speaker)], shape_.dimension};
  }

  /// A speaker that tells one listener something else than the rest; an honest node never does.
  void tell(Round t, NodeId speaker, NodeId listener, std::vector<double> message);
  /// What a listener heard.
  std::span<const double> heard_by(NodeId listener, Round t, NodeId speaker) const;
  /// All that a speaker said in a round; equal copies count once.
  std::vector<std::span<const double>> copies(Round t, NodeId speaker) const;
  bool all_copies_equal() const;

 private:
  std::size_t place(Round t, NodeId speaker) const {
    return (std::size_t{t - 1} * shape_.nodes + speaker) * shape_.dimension;
  }

  Shape shape_;
  std::vector<double> values_;                                                   // [round][node][coordinate]
  std::map<std::tuple<Round, NodeId, NodeId>, std::vector<double>> told_apart_;  // round, speaker, listener
};

/// Writes a run into a transcript: the only thing of a run that an attack gets to see.
class TranscriptEar final : public Eavesdropper {
 public:
  explicit TranscriptEar(Transcript& transcript) : transcript_(transcript) { transcript.begin(); }
  void hear(Round t, std::span<const Released> y) override;

 private:
  Transcript& transcript_;
};

/// sum_j w_ij y_j(t) of what node i heard, in the order and arithmetic of a node: anybody can compute it.
void mix(const WeightMatrix& weights, const Transcript& heard, Round t, NodeId node, std::span<double> mixture);

}  // namespace sotto
