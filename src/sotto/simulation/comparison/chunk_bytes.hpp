// SPDX-License-Identifier: MIT
// What a chunk or one plan of a trial brings, as bytes: between ranks, in the file of a shard, in the journal of a run.
// Doubles keep every bit.
#pragma once

#include <string>
#include <string_view>

#include "sotto/simulation/comparison/chunk.hpp"

namespace sotto {

std::string bytes_of(const ChunkResult& chunk);

/// Refuses (InvalidInput, data) bytes of another version, or that are none.
ChunkResult chunk_in(std::string_view bytes);

/// The same of what an engine measured, without messages and the errors of single nodes.
std::string bytes_of_outcome(const TrialOutcome& outcome);
TrialOutcome outcome_in(std::string_view bytes);

}  // namespace sotto
