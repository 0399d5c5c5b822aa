// SPDX-License-Identifier: MIT
#include "sotto/workers/worker_pool.hpp"

#include <sched.h>

#include <algorithm>
#include <chrono>
#include <limits>
#include <system_error>
#include <utility>

#include "sotto/input/invalid_input.hpp"
#include "sotto/workers/rank_words.hpp"

namespace sotto {

class WorkerPool::TasksForOthers final : public Elsewhere::Tasks {
 public:
  explicit TasksForOthers(WorkerPool& pool) : pool_(pool) {}

  std::optional<std::uint64_t> next() override {
    const std::lock_guard lock(pool_.mutex_);
    if (pool_.next_task_ >= pool_.job_->tasks || !pool_.may_begin(pool_.next_task_)) return std::nullopt;
    return pool_.next_task_++;
  }
  void done(std::uint64_t task, std::exception_ptr fault) override {
    const std::lock_guard lock(pool_.mutex_);
    pool_.slots_[task % pool_.job_->most_ahead] = {.done = true, .fault = std::move(fault)};
  }

 private:
  WorkerPool& pool_;
};

WorkerPool::WorkerPool(unsigned threads) {
  threads = std::max(1U, threads);
  threads_.reserve(threads);
  try {
    for (unsigned k = 0; k < threads; ++k) threads_.emplace_back([this] { serve(); });
  } catch (const std::system_error& refused) {
    close();
    throw InvalidInput({"run.threads", std::to_string(threads),
                        std::string("the system does not give so many threads: ") + refused.what()});
  }
}

WorkerPool::~WorkerPool() {
  close();
}

void WorkerPool::close() {
  {
    const std::lock_guard lock(mutex_);
    closing_ = true;
  }
  to_do_.notify_all();
  threads_.clear();  // waits for them
}

void WorkerPool::serve() {
  std::unique_lock lock(mutex_);
  for (std::uint64_t jobs_seen = 0;; ++jobs_seen) {
    to_do_.wait(lock, [&] { return closing_ || jobs_begun_ != jobs_seen; });
    if (closing_) return;
    work_on(*job_, lock);
    --at_work_;
    done_.notify_one();
  }
}

void WorkerPool::work_on(const Job& job, std::unique_lock<std::mutex>& lock) {
  while (next_task_ < job.tasks) {
    const std::uint64_t task = next_task_++;
    to_do_.wait(lock, [&] { return unwanted_ || may_begin(task); });
    if (unwanted_) return;
    lock.unlock();
    std::exception_ptr fault;
    try {
      job.work(task, unwanted_);
    } catch (...) {
      fault = std::current_exception();
    }
    lock.lock();
    slots_[task % job.most_ahead] = {.done = true, .fault = std::move(fault)};
    done_.notify_one();
  }
}

namespace {

/// Its exception, if it throws one.
template <class Action>
std::exception_ptr without(std::unique_lock<std::mutex>& lock, const Action& action) {
  std::exception_ptr fault;
  lock.unlock();
  try {
    action();
  } catch (...) {
    fault = std::current_exception();
  }
  lock.lock();
  return fault;
}

}  // namespace

std::exception_ptr WorkerPool::wait_for(const Slot& slot, std::unique_lock<std::mutex>& lock) {
  const auto is_done = [&] { return slot.done; };
  Elsewhere* const elsewhere = job_->elsewhere;
  if (elsewhere == nullptr) {
    done_.wait(lock, is_done);
    return slot.fault;
  }
  TasksForOthers tasks(*this);
  do {
    if (std::exception_ptr fault = without(lock, [&] { elsewhere->look(tasks); })) return fault;
  } while (!done_.wait_for(lock, between_looks, is_done));
  return slot.fault;
}

std::exception_ptr WorkerPool::accept_all(const Job& job, std::unique_lock<std::mutex>& lock) {
  for (std::uint64_t task = 0; task < job.tasks; ++task) {
    Slot& slot = slots_[task % job.most_ahead];
    if (std::exception_ptr fault = wait_for(slot, lock)) return fault;
    slot.done = false;
    bool more = false;
    if (std::exception_ptr fault = without(lock, [&] { more = job.accept(task); })) return fault;
    if (!more) return nullptr;
    ++accepted_;
    to_do_.notify_all();
  }
  return nullptr;
}

void WorkerPool::run(const Job& job) {
  std::unique_lock lock(mutex_);
  slots_.assign(job.most_ahead, {});
  next_task_ = accepted_ = 0;
  unwanted_ = false;
  job_ = &job;
  at_work_ = size();
  ++jobs_begun_;
  to_do_.notify_all();
  std::exception_ptr fault = accept_all(job, lock);
  unwanted_ = true;
  to_do_.notify_all();
  if (job.elsewhere != nullptr) {
    const std::exception_ptr of_leaving = without(lock, [&] { job.elsewhere->leave(); });
    if (!fault) fault = of_leaving;
  }
  done_.wait(lock, [&] { return at_work_ == 0; });
  if (fault) std::rethrow_exception(fault);
}

void WorkerPool::share(std::size_t parts, const std::function<void(std::size_t)>& part) {
  run({.tasks = parts,
       .most_ahead = parts,
       .work = [&](std::uint64_t k, const std::atomic<bool>&) { part(k); },
       .accept = [](std::uint64_t) { return true; },
       .elsewhere = nullptr});
}

namespace {

std::atomic<unsigned> programs_here{1};

/// A program that is bound to some cores has those alone.
unsigned threads_of_hardware() {
  const unsigned all = std::max(1U, std::thread::hardware_concurrency());
  cpu_set_t own;
  const bool known = ::sched_getaffinity(0, sizeof own, &own) == 0 && CPU_COUNT(&own) > 0;
  const unsigned bound = known ? static_cast<unsigned>(CPU_COUNT(&own)) : all;
  return std::max(1U, std::min(bound, all / programs_here));
}

}  // namespace

void share_hardware_among(unsigned programs) {
  programs_here = std::max(1U, programs);
}

unsigned thread_count(unsigned asked_for, std::uint64_t tasks) {
  const unsigned most = asked_for == 0 ? threads_of_hardware() : asked_for;
  return static_cast<unsigned>(std::clamp<std::uint64_t>(tasks, 1, most));
}

unsigned threads_inside(unsigned asked_for, std::uint64_t tasks) {
  return thread_count(asked_for, std::numeric_limits<std::uint64_t>::max()) / thread_count(asked_for, tasks);
}

}  // namespace sotto
