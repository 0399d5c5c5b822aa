// SPDX-License-Identifier: MIT
// How the chunks of a comparison, or of many, are dealt out: to the threads of all ranks, in shards, or not at all
// where shards have brought them.
#pragma once

#include <functional>
#include <string>

#include "sotto/simulation/comparison/chunk.hpp"
#include "sotto/workers/ranks.hpp"

namespace sotto {

/// Every `of`-th chunk, beginning with `number`, which counts from 0.
struct Shard {
  std::uint64_t number = 0, of = 1;

  bool operator==(const Shard&) const = default;
  /// How many of so many chunks it has.
  std::uint64_t share_of(std::uint64_t chunks) const { return chunks <= number ? 0 : (chunks - number - 1) / of + 1; }
};

/// One of these at most, besides ranks: a part of the chunks is run, or what parts have brought is found.
struct Dealing {
  Ranks& ranks = alone();
  Shard shard = {};
  /// What the chunks of a shard bring, in their order. Nothing is accepted then.
  std::function<void(std::uint64_t chunk, std::string bytes)> keep = {};
  /// What a chunk brought in a shard. Nothing is run then.
  std::function<std::string(std::uint64_t chunk)> find = {};

  /// Whether what chunks bring is accepted here.
  bool accepts() const { return ranks.number() == 0 && !keep; }
};

struct ChunkTasks {
  std::string what;  ///< all that chunks depend on: the same text at all ranks
  unsigned threads;  ///< as configured
  std::uint64_t wanted;
  /// The number of the k-th wanted chunk; k itself where this is empty.
  std::function<std::uint64_t(std::uint64_t k)> name = {};
  /// Whether accept() would not look at a chunk any more. Empty: never.
  std::function<bool(std::uint64_t chunk)> needless = {};
  std::function<ChunkResult(std::uint64_t chunk, const std::atomic<bool>& unwanted)> run;
  /// What another rank or a shard brought, before it is accepted; any order.
  std::function<void(std::uint64_t chunk, const ChunkResult& brought)> hear;
  /// Chunk after chunk. False: no more is wanted.
  std::function<bool(std::uint64_t chunk, ChunkResult&& brought)> accept;
};
/// Ranks that share one network run every chunk all together, and so one by one; each accepts it then.
enum class Pace { many_at_once, one_by_one };
/// False where a shard was interrupted.
bool deal(const Dealing& dealing, Pace pace, const ChunkTasks& tasks, const std::atomic<bool>& interrupt);

}  // namespace sotto
