// SPDX-License-Identifier: MIT
#include "sotto/simulation/comparison/dealing.hpp"

#include "sotto/simulation/comparison/chunk_bytes.hpp"
#include "sotto/workers/hand_out.hpp"

namespace sotto {
namespace {

void accept_found(const Dealing& dealing, const ChunkTasks& tasks, const std::atomic<bool>& interrupt) {
  for (std::uint64_t chunk = 0; chunk < tasks.wanted; ++chunk) {
    ChunkResult brought;
    if (!tasks.needless || !tasks.needless(chunk)) {
      brought = chunk_in(dealing.find(chunk));
      tasks.hear(chunk, brought);
    }
    brought.cut = brought.cut || interrupt;
    if (!tasks.accept(chunk, std::move(brought))) return;
  }
}

/// Over all ranks, to whoever accepts.
template <class Accept>
void run_over_ranks(const ChunkTasks& tasks, std::uint64_t wanted, const SharedWork& shared, const Accept& accept) {
  run_in_order(shared, tasks.threads, wanted, tasks.run,
               AsBytes{[](const ChunkResult& brought) { return bytes_of(brought); },
                       [&](std::uint64_t chunk, std::string_view bytes) {
                         ChunkResult brought = chunk_in(bytes);
                         tasks.hear(chunk, brought);
                         return brought;
                       }},
               accept);
}

bool run_one_by_one(const Dealing& dealing, const ChunkTasks& tasks) {
  static constexpr std::atomic<bool> wanted{false};
  const Shard shard = dealing.keep ? dealing.shard : Shard{};
  for (std::uint64_t k = shard.number; k < tasks.wanted; k += shard.of) {
    const std::uint64_t chunk = tasks.name ? tasks.name(k) : k;
    ChunkResult brought = tasks.run(chunk, wanted);
    if (dealing.keep && brought.cut) return false;
    if (dealing.keep)
      dealing.keep(chunk, bytes_of(brought));
    else if (!tasks.accept(chunk, std::move(brought)))
      break;
  }
  return true;
}

}  // namespace

bool deal(const Dealing& dealing, Pace pace, const ChunkTasks& tasks, const std::atomic<bool>& interrupt) {
  SharedWork shared{.ranks = dealing.ranks,
                    .what = tasks.what,
                    .interrupt = interrupt,
                    .name = tasks.name,
                    .needless = tasks.needless};
  if (dealing.find) {
    accept_found(dealing, tasks, interrupt);
    return true;
  }
  if (pace == Pace::one_by_one) return run_one_by_one(dealing, tasks);
  if (!dealing.keep) {
    run_over_ranks(tasks, tasks.wanted, shared, tasks.accept);
    return true;
  }
  const Shard shard = dealing.shard;
  bool whole = true;
  shared.needless = nullptr;
  shared.name = [shard](std::uint64_t k) { return shard.number + k * shard.of; };
  run_over_ranks(tasks, shard.share_of(tasks.wanted), shared, [&](std::uint64_t chunk, ChunkResult&& brought) {
    whole = !brought.cut;
    if (whole) dealing.keep(chunk, bytes_of(brought));
    return whole;
  });
  return whole;
}

}  // namespace sotto
