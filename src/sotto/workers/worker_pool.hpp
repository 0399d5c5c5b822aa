// SPDX-License-Identifier: MIT
// Threads that stay: the next task goes to whoever is free, and what tasks bring is taken in the order of their
// numbers.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <exception>
#include <functional>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

#include "sotto/workers/crew.hpp"

namespace sotto {

/// Those who work on tasks of a pool's job elsewhere. All calls come from the thread that runs the job.
class Elsewhere {
 public:
  virtual ~Elsewhere() = default;

  class Tasks {
   public:
    virtual ~Tasks() = default;
    /// One that nobody has begun; nothing where there is none, or none yet.
    virtual std::optional<std::uint64_t> next() = 0;
    /// The work of such a task is done, or failed.
    virtual void done(std::uint64_t task, std::exception_ptr fault) = 0;
  };
  /// Again and again while the job runs: takes tasks, and tells which are done. An exception ends the job.
  virtual void look(Tasks& tasks) = 0;
  /// No more is wanted. Returns when nobody is at work there.
  virtual void leave() = 0;

 protected:
  Elsewhere() = default;
  Elsewhere(const Elsewhere&) = default;
  Elsewhere& operator=(const Elsewhere&) = default;
};

/// No thread spins: an idle one sleeps. One job at a time, from one thread.
class WorkerPool final : public Crew {
 public:
  /// At least one thread. Refuses (InvalidInput) when the system does not give as many threads.
  explicit WorkerPool(unsigned threads);
  ~WorkerPool() override;
  WorkerPool(const WorkerPool&) = delete;
  WorkerPool& operator=(const WorkerPool&) = delete;

  unsigned size() const override { return static_cast<unsigned>(threads_.size()); }

  struct Job {
    std::uint64_t tasks;
    /// A task is begun when the one this many before it was accepted: bounds what waits to be accepted.
    std::uint64_t most_ahead;
    /// Task k. Whatever it brings will not be accepted once `unwanted` is true. To end on an
    /// interrupt is the task's own business, and that of `accept`.
    std::function<void(std::uint64_t task, const std::atomic<bool>& unwanted)> work;
    /// Task after task in order, on the caller's thread, after its work. False: no more is wanted.
    std::function<bool(std::uint64_t task)> accept;
    Elsewhere* elsewhere = nullptr;
  };
  /// Returns when no worker is at work any more. An exception of a task comes out when its turn to be accepted has
  /// come, so that tasks before it count however they were dealt out.
  void run(const Job& job);
  void share(std::size_t parts, const std::function<void(std::size_t)>& part) override;

 private:
  struct Slot {
    bool done = false;
    std::exception_ptr fault = {};
  };

  class TasksForOthers;

  void serve();
  bool may_begin(std::uint64_t task) const { return task < accepted_ + job_->most_ahead; }
  /// The fault of the task, or of those elsewhere.
  std::exception_ptr wait_for(const Slot& slot, std::unique_lock<std::mutex>& lock);
  void work_on(const Job& job, std::unique_lock<std::mutex>& lock);
  std::exception_ptr accept_all(const Job& job, std::unique_lock<std::mutex>& lock);
  void close();

  std::mutex mutex_;  ///< of everything below
  std::condition_variable to_do_, done_;
  const Job* job_ = nullptr;
  std::uint64_t jobs_begun_ = 0;
  std::uint64_t next_task_ = 0;
  std::uint64_t accepted_ = 0;
  unsigned at_work_ = 0;
  bool closing_ = false;
  std::atomic<bool> unwanted_{false};
  std::vector<Slot> slots_;  ///< of task k: slots_[k mod most_ahead]
  std::vector<std::jthread> threads_;
};

/// As WorkerPool::run, where tasks bring something: work(task, unwanted) returns it, and accept(task, it) takes it.
/// Twice as many tasks as there are threads may be at work or wait, so that a slow one does not keep others idle at
/// once.
template <class Work, class Accept>
void run_in_order(WorkerPool& pool, std::uint64_t tasks, const Work& work, const Accept& accept) {
  using Brought = decltype(work(tasks, std::declval<const std::atomic<bool>&>()));
  std::vector<Brought> waiting(std::size_t{2} * pool.size());
  pool.run({.tasks = tasks,
            .most_ahead = waiting.size(),
            .work = [&](std::uint64_t task,
                        const std::atomic<bool>& unwanted) { waiting[task % waiting.size()] = work(task, unwanted); },
            .accept = [&](std::uint64_t task) { return accept(task, std::move(waiting[task % waiting.size()])); },
            .elsewhere = nullptr});
}

/// So many programs share this machine, and each takes its part of the hardware's threads. Said once, at the start.
void share_hardware_among(unsigned programs);

/// How many threads are worth having: those asked for (0: all of the hardware's), but no more than there are tasks.
unsigned thread_count(unsigned asked_for, std::uint64_t tasks);
/// How many each of these may have for work inside its task, where there are fewer tasks than threads.
unsigned threads_inside(unsigned asked_for, std::uint64_t tasks);

}  // namespace sotto
