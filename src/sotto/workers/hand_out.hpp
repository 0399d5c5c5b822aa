// SPDX-License-Identifier: MIT
// Tasks for threads of all ranks: the next one goes to whoever is free, and what tasks bring is taken at rank 0 in the
// order of their numbers.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <utility>

#include "sotto/workers/ranks.hpp"
#include "sotto/workers/worker_pool.hpp"

namespace sotto {

/// What all ranks do alike, and where an interrupt is said.
struct SharedWork {
  Ranks& ranks;
  /// The same text at all ranks; rank 0 refuses (InvalidInput) one that was given other work.
  std::string what;
  /// At rank 0: nobody begins a task any more, and those that are under way elsewhere become unwanted.
  const std::atomic<bool>& interrupt;
  /// What task k is called at all ranks, where rank 0 leaves some out; k itself where this is empty.
  std::function<std::uint64_t(std::uint64_t k)> name = {};
  /// Asked at rank 0, by the thread that accepts, before another rank gets a task: true where accept() will not look at
  /// what it brings. Empty: never.
  std::function<bool(std::uint64_t name)> needless = {};

  std::uint64_t name_of(std::uint64_t k) const { return name ? name(k) : k; }
};

/// What tasks bring as bytes.
struct TasksAsBytes {
  std::function<std::string(std::uint64_t name, const std::atomic<bool>& unwanted)> bring;  ///< at other ranks
  std::function<void(std::uint64_t task, std::string_view bytes)> take;                     ///< at rank 0
};

/// At rank 0: the pool's job with help of the other ranks. An exception of a task of theirs comes out as if it were
/// ours.
void run_with_ranks(WorkerPool& pool, WorkerPool::Job job, const SharedWork& shared, const TasksAsBytes& elsewhere);
/// At another rank: works until rank 0 wants no more.
void work_for_rank_zero(unsigned threads, const SharedWork& shared, const TasksAsBytes& elsewhere);

/// How what a task brings becomes bytes, and back: of(it), from(name, bytes).
template <class Of, class From>
struct AsBytes {
  Of of;
  From from;
};
template <class Of, class From>
AsBytes(Of, From) -> AsBytes<Of, From>;

/// run_in_order over all ranks, on `threads` threads of each (0: all of the hardware's); work and accept are told the
/// names of tasks. Other ranks than 0 accept nothing. One rank alone makes no bytes.
template <class Work, class Of, class From, class Accept>
void run_in_order(const SharedWork& shared, unsigned threads, std::uint64_t tasks, const Work& work,
                  const AsBytes<Of, From>& as_bytes, const Accept& accept) {
  using Brought = decltype(work(tasks, std::declval<const std::atomic<bool>&>()));
  const auto work_named = [&](std::uint64_t k, const std::atomic<bool>& unwanted) {
    return work(shared.name_of(k), unwanted);
  };
  const auto accept_named = [&](std::uint64_t k, Brought&& brought) {
    return accept(shared.name_of(k), std::move(brought));
  };
  const unsigned ranks = shared.ranks.count();
  threads = thread_count(threads, (tasks + ranks - 1) / ranks);
  if (ranks == 1) {
    WorkerPool pool(threads);
    return run_in_order(pool, tasks, work_named, accept_named);
  }
  std::vector<Brought> waiting(std::size_t{2} * ranks * std::max(threads, 4U));
  const auto slot = [&](std::uint64_t k) -> Brought& { return waiting[k % waiting.size()]; };
  const TasksAsBytes elsewhere{
      .bring = [&](std::uint64_t name, const std::atomic<bool>& unwanted) { return as_bytes.of(work(name, unwanted)); },
      .take = [&](std::uint64_t k, std::string_view bytes) { slot(k) = as_bytes.from(shared.name_of(k), bytes); }};
  if (shared.ranks.number() != 0) return work_for_rank_zero(threads, shared, elsewhere);
  WorkerPool pool(threads);
  run_with_ranks(
      pool,
      {.tasks = tasks,
       .most_ahead = waiting.size(),
       .work = [&](std::uint64_t k, const std::atomic<bool>& unwanted) { slot(k) = work_named(k, unwanted); },
       .accept = [&](std::uint64_t k) { return accept_named(k, std::move(slot(k))); },
       .elsewhere = nullptr},
      shared, elsewhere);
}

}  // namespace sotto
