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
    std::vector<NodeId> authors;  ///< whose messages enter a round: the neighbours, or with masked sums all others
    Round last_round;             ///< of the run: y(last_round) is the result
    Round last_drawn;    ///< y(last_drawn) is the last with noise; later ones are arithmetic, the same whoever does it
    RoundMark own_last;  ///< committed; round 1 where nothing was said yet
    /// What a committed row of ours says of a neighbour's message.
    std::function<std::optional<Digest>(NodeId, Round)> known;
  };
  explicit RunProgress(const Setup& setup);

  const RoundMark& own_last() const { return own_last_; }
  Round last_round() const { return last_round_; }
  bool is_finished() const { return own_last_.round == last_round_; }
  /// Where a session of masked sums goes on after rounds of another one, this is known only when all members agree.
  /// All rounds but the last carry noise.
  void set_last_round(Round last) {
    last_round_ = last;
    last_drawn_ = last - 1;
  }
  const NeighbourWindow& window(NodeId author) const { return authors_.at(author).window; }
  bool hears(NodeId author) const { return authors_.contains(author); }

  /// The neighbour accepted the hello of this start, on a link that is open. Unless all have, no round is drawn: of two
  /// starts of one store at most one can have them all at a time.
  void note_welcome(NodeId from) { authors_.at(from).welcomed_us = true; }
  /// That link is no more. Once all noise is drawn, a neighbour may leave for good.
  void note_parting(NodeId from);
  bool all_welcomed_us() const;

  NeighbourWindow::Taken take(NodeId from, RoundMessage message);
  /// Nodes of which `message` says it heard something else than we did: people must find out which of them equivocates.
  std::vector<NodeId> differently_heard(const RoundMessage& message) const;

  /// Whether the next round may be drawn, computed and committed.
  bool may_go_on() const;
  /// The neighbour's message that goes into it; null in round 1, where all is zero.
  const RoundMessage* input(NodeId author) const { return window(author).wanted(); }
  /// All that the next round needs is here, whoever may have it.
  bool has_all_inputs() const;
  HeardDigests input_digests() const;
  void committed(const RoundMark& own);

  /// An author has committed its message of this round.
  void note_last_of(NodeId author, Round round);
  Round last_of(NodeId author) const { return authors_.at(author).last; }
  bool all_have_finished() const;

  /// The authors whose message, welcome or end is waited for.
  std::vector<NodeId> waiting_for() const;

 private:
  struct Author {
    NeighbourWindow window;
    bool is_neighbour = false;
    bool welcomed_us = false;
    Round last = 1;
  };

  std::optional<Digest> own_digest(Round round) const;

  NodeId self_;
  Round last_round_, last_drawn_;
  RoundMark own_last_;
  RoundMark own_before_ = {};  // a neighbour that is as far as we are heard this one; unknown just after a start
  std::function<std::optional<Digest>(NodeId, Round)> known_;
  std::map<NodeId, Author> authors_;
};

}  // namespace sotto
