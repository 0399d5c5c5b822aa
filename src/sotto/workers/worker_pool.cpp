// SPDX-License-Identifier: MIT
#include "sotto/workers/worker_pool.hpp"

#include <algorithm>
#include <limits>
#include <system_error>
#include <utility>

#include "sotto/input/invalid_input.hpp"

namespace sotto {

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
    to_do_.wait(lock, [&] { return unwanted_ || task < accepted_ + job.most_ahead; });
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

std::exception_ptr WorkerPool::accept_all(const Job& job, std::unique_lock<std::mutex>& lock) {
  for (std::uint64_t task = 0; task < job.tasks; ++task) {
    Slot& slot = slots_[task % job.most_ahead];
    done_.wait(lock, [&] { return slot.done; });
    if (slot.fault) return slot.fault;
    slot.done = false;
    lock.unlock();
    bool more = false;
    std::exception_ptr fault;
    try {
      more = job.accept(task);
    } catch (...) {
      fault = std::current_exception();
    }
    lock.lock();
    if (!more) return fault;
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
  const std::exception_ptr fault = accept_all(job, lock);
  unwanted_ = true;
  to_do_.notify_all();
  done_.wait(lock, [&] { return at_work_ == 0; });
  if (fault) std::rethrow_exception(fault);
}

void WorkerPool::share(std::size_t parts, const std::function<void(std::size_t)>& part) {
  run({.tasks = parts,
       .most_ahead = parts,
       .work = [&](std::uint64_t k, const std::atomic<bool>&) { part(k); },
       .accept = [](std::uint64_t) { return true; }});
}

unsigned thread_count(unsigned asked_for, std::uint64_t tasks) {
  const unsigned most = asked_for == 0 ? std::max(1U, std::thread::hardware_concurrency()) : asked_for;
  return static_cast<unsigned>(std::clamp<std::uint64_t>(tasks, 1, most));
}

unsigned threads_inside(unsigned asked_for, std::uint64_t tasks) {
  return thread_count(asked_for, std::numeric_limits<std::uint64_t>::max()) / thread_count(asked_for, tasks);
}

}  // namespace sotto
