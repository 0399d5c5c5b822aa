// SPDX-License-Identifier: MIT
// Runs a protocol many times on both datasets and keeps one number of each transcript.
#pragma once

#include "sotto/audit/protocol.hpp"

namespace sotto {

/// One score per transcript, in the order of trials.
struct Scores {
  std::vector<double> data;
  std::vector<double> neighbour;
};

/// What decisions are made on, and what they are then judged on: never the same transcripts.
struct ScoreSets {
  Scores selection;
  Scores held_out;
  bool interrupted = false;
};

struct Collection {
  const Protocol& protocol;
  Transcript::Shape shape;
  Round rounds;  ///< T: a transcript that ends before y(T+1) is dropped
  std::function<double(const Transcript&)> attack;
  std::uint32_t held_out;  ///< transcripts a side; a fifth as many are run for the selection
  std::function<void(std::uint32_t done, std::uint32_t wanted)> progress = [](std::uint32_t, std::uint32_t) {};
  unsigned threads = 1;
};

/// The scores do not depend on the number of threads. An interrupt keeps what is whole.
ScoreSets collect_scores(const Collection& collection, const std::atomic<bool>& interrupt);

}  // namespace sotto
