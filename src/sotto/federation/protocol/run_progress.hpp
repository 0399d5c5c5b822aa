// SPDX-License-Identifier: MIT
// Where a node stands in a run, and what it may do next. A state machine without I/O, clocks and keys.
#pragma once

#include <map>
#include <vector>

#include "sotto/federation/protocol/neighbour_window.hpp"

namespace sotto {

class RunProgress {
 public:
  struct Setup {
    NodeId self;
    std::vector<NodeId> neighbours;
    Round last_round;    ///< of the run: y(last_round) is the result
    Round last_drawn;    ///< y(last_drawn) is the last with noise; later ones are arithmetic, the same whoever does it
    RoundMark own_last;  ///< committed; round 1 where nothing was said yet
    /// What a committed row of ours says of a neighbour's message.
    std::function<std::optional<Digest>(NodeId, Round)> known;
  };
  explicit RunProgress(const Setup& setup);

  const RoundMark& own_last() const { return own_last_; }
  Round last_round() const { return last_round_; }
  bool is_finished() const { return own_last_.round == last_round_; }
  const NeighbourWindow& window(NodeId neighbour) const { return neighbours_.at(neighbour).window; }

  /// The neighbour accepted the hello of this start, on a link that is open. Unless all have, no round is drawn: of two
  /// starts of one store at most one can have them all at a time.
  void note_welcome(NodeId from) { neighbours_.at(from).welcomed_us = true; }
  /// That link is no more. Once all noise is drawn, a neighbour may leave for good.
  void note_parting(NodeId from);
  bool all_welcomed_us() const;

  NeighbourWindow::Taken take(NodeId from, RoundMessage message);
  /// Nodes of which `message` says it heard something else than we did: people must find out which of them equivocates.
  std::vector<NodeId> differently_heard(const RoundMessage& message) const;

  /// Whether the next round may be drawn, computed and committed.
  bool may_go_on() const;
  /// The neighbour's message that goes into it; null in round 1, where all is zero.
  const RoundMessage* input(NodeId neighbour) const { return window(neighbour).wanted(); }
  HeardDigests input_digests() const;
  void committed(const RoundMark& own);

  /// A neighbour has committed its message of this round.
  void note_last_of(NodeId neighbour, Round round);
  Round last_of(NodeId neighbour) const { return neighbours_.at(neighbour).last; }
  bool all_have_finished() const;

  /// The neighbours whose message, welcome or end is waited for.
  std::vector<NodeId> waiting_for() const;

 private:
  struct Neighbour {
    NeighbourWindow window;
    bool welcomed_us = false;
    Round last = 1;
  };

  std::optional<Digest> own_digest(Round round) const;

  NodeId self_;
  Round last_round_, last_drawn_;
  RoundMark own_last_;
  RoundMark own_before_ = {};  // a neighbour that is as far as we are heard this one; unknown just after a start
  std::function<std::optional<Digest>(NodeId, Round)> known_;
  std::map<NodeId, Neighbour> neighbours_;
};

}  // namespace sotto
