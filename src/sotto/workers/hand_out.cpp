// SPDX-License-Identifier: MIT
#include "sotto/workers/hand_out.hpp"

#include <algorithm>
#include <chrono>
#include <deque>
#include <map>

#include "sotto/input/invalid_input.hpp"
#include "sotto/workers/rank_words.hpp"

namespace sotto {
namespace {

using Clock = std::chrono::steady_clock;

/// A rank whose tasks take less has the next ones before it asks, so that it does not wait for them.
constexpr auto quick = std::chrono::milliseconds(20);

/// The other ranks, as rank 0 sees them.
class OtherRanks final : public Elsewhere {
 public:
  OtherRanks(const SharedWork& shared, const TasksAsBytes& tasks)
      : shared_(shared), tasks_(tasks), others_(shared.ranks.count() - 1) {}

  void look(Tasks& tasks) override {
    while (const std::optional<Parcel> parcel = shared_.ranks.collect()) hear(*parcel, &tasks);
    if (shared_.interrupt) stop();
    if (!stopped_) hand_out(tasks);
  }

  void leave() override {
    stop();
    const auto is_gone = [](const Other& other) { return other.gone; };
    while (!std::all_of(others_.begin(), others_.end(), is_gone)) {
      while (const std::optional<Parcel> parcel = shared_.ranks.collect()) hear(*parcel, nullptr);
      std::this_thread::sleep_for(between_looks);
    }
    tell_all(RankWord::settled);
  }

 private:
  struct Other {
    unsigned threads = 0;  ///< none: it is not ready yet
    bool gone = false, ended = false, is_quick = false;
    struct Given {
      std::uint64_t task;
      Clock::time_point when;
    };
    std::map<std::uint64_t, Given> at_work = {};  ///< by name

    std::size_t most() const { return std::size_t{threads} * (is_quick ? 2 : 1); }
  };

  void tell_all(RankWord word) {
    for (unsigned k = 0; k < others_.size(); ++k)
      if (!others_[k].ended) shared_.ranks.post(k + 1, parcel_of(word).take());
  }

  void stop() {
    if (!std::exchange(stopped_, true)) tell_all(RankWord::stop);
  }

  /// One for each, and again: so that few tasks are spread.
  void hand_out(Tasks& tasks) {
    for (bool again = true; again;) {
      again = false;
      for (unsigned k = 0; k < others_.size(); ++k) {
        if (others_[k].at_work.size() >= others_[k].most()) continue;
        const std::optional<std::uint64_t> task = tasks.next();
        if (!task) return;
        again = true;
        const std::uint64_t name = shared_.name_of(*task);
        if (shared_.needless && shared_.needless(name)) {
          tasks.done(*task, nullptr);
          continue;
        }
        others_[k].at_work[name] = {.task = *task, .when = Clock::now()};
        BytesOut out = parcel_of(RankWord::task);
        out.number(name);
        shared_.ranks.post(k + 1, out.take());
      }
    }
  }

  /// Without tasks: no more is wanted, whatever it says.
  void hear(const Parcel& parcel, Tasks* tasks) {
    Other& other = others_.at(parcel.from - 1);
    BytesIn in(parcel.bytes, "rank");
    switch (word_in(in)) {
      case RankWord::ready:
        return make_ready(other, parcel.from, in, tasks != nullptr);
      case RankWord::brought:
        return take(other, in, tasks, [&](std::uint64_t task, const std::string& bytes) { tasks_.take(task, bytes); });
      case RankWord::failed:
        return take(other, in, tasks, [](std::uint64_t, const std::string& bytes) {
          if (const std::exception_ptr fault = fault_in(bytes)) std::rethrow_exception(fault);
        });
      case RankWord::gone:
        other.gone = true;
        return;
      case RankWord::ended:
        other.gone = other.ended = true;
        if (tasks != nullptr) throw_fault_of_ended(parcel.from, in.text());
        return;
      default:
        in.refuse("is no word of another rank");
    }
  }

  void make_ready(Other& other, unsigned rank, BytesIn& in, bool wanted) {
    const auto threads = static_cast<unsigned>(in.number_up_to(1U << 20));
    if (wanted && in.text() != shared_.what) refuse_other_work(rank);
    other.threads = threads;
  }

  template <class Take>
  void take(Other& other, BytesIn& in, Tasks* tasks, const Take& take_bytes) {
    const auto given = other.at_work.find(in.number());
    if (given == other.at_work.end()) in.refuse("speaks of a task that it was not given");
    const std::uint64_t task = given->second.task;
    other.is_quick = Clock::now() - given->second.when < quick;
    other.at_work.erase(given);
    if (tasks == nullptr) return;
    std::exception_ptr fault;
    try {
      take_bytes(task, in.text());
    } catch (...) {
      fault = std::current_exception();
    }
    tasks->done(task, fault);
  }

  const SharedWork& shared_;
  const TasksAsBytes& tasks_;
  std::vector<Other> others_;  ///< rank k + 1
  bool stopped_ = false;
};

/// Tasks that were given to this rank, and its threads.
class Errands {
 public:
  Errands(unsigned threads, const TasksAsBytes& tasks) : tasks_(tasks) {
    for (unsigned k = 0; k < threads; ++k) threads_.emplace_back([this] { serve(); });
  }
  ~Errands() {
    want_no_more();
    {
      const std::lock_guard lock(mutex_);
      closing_ = true;
    }
    given_changed_.notify_all();
  }
  Errands(const Errands&) = delete;
  Errands& operator=(const Errands&) = delete;

  void give(std::uint64_t task) {
    const std::lock_guard lock(mutex_);
    given_.push_back(task);
    given_changed_.notify_one();
  }

  /// Those that are under way may end early, and later ones end at once.
  void want_no_more() { unwanted_ = true; }

  /// Parcels for rank 0; waits a little where there is none.
  std::vector<std::string> take_done() {
    std::unique_lock lock(mutex_);
    done_changed_.wait_for(lock, between_looks, [&] { return !done_.empty(); });
    return std::exchange(done_, {});
  }

 private:
  void serve() {
    std::unique_lock lock(mutex_);
    for (;;) {
      given_changed_.wait(lock, [&] { return closing_ || !given_.empty(); });
      if (closing_) return;
      const std::uint64_t task = given_.front();
      given_.pop_front();
      lock.unlock();
      std::string parcel = parcel_with(task);
      lock.lock();
      done_.push_back(std::move(parcel));
      done_changed_.notify_one();
    }
  }

  std::string parcel_with(std::uint64_t task) {
    try {
      const std::string bytes = tasks_.bring(task, unwanted_);
      BytesOut out = parcel_of(RankWord::brought);
      out.number(task);
      out.text(bytes);
      return out.take();
    } catch (...) {
      BytesOut out = parcel_of(RankWord::failed);
      out.number(task);
      out.text(bytes_of_fault(std::current_exception()));
      return out.take();
    }
  }

  const TasksAsBytes& tasks_;
  std::mutex mutex_;  ///< of what follows
  std::condition_variable given_changed_, done_changed_;
  std::deque<std::uint64_t> given_;
  std::vector<std::string> done_;
  bool closing_ = false;
  std::atomic<bool> unwanted_{false};
  std::vector<std::jthread> threads_;  ///< the last member, so that they end first
};

}  // namespace

void run_with_ranks(WorkerPool& pool, WorkerPool::Job job, const SharedWork& shared, const TasksAsBytes& elsewhere) {
  OtherRanks others(shared, elsewhere);
  job.elsewhere = &others;
  pool.run(job);
}

void work_for_rank_zero(unsigned threads, const SharedWork& shared, const TasksAsBytes& elsewhere) {
  Errands errands(threads, elsewhere);
  BytesOut ready = parcel_of(RankWord::ready);
  ready.number(threads);
  ready.text(shared.what);
  shared.ranks.post(0, ready.take());
  std::uint64_t left = 0;
  bool stopped = false, gone = false;
  for (;;) {
    while (const std::optional<Parcel> parcel = shared.ranks.collect()) {
      BytesIn in(parcel->bytes, "rank");
      const RankWord word = word_in(in);
      if (word == RankWord::settled) return;
      if (word == RankWord::ended) throw RankZeroEnded(static_cast<int>(in.number()));
      if (word == RankWord::task) {
        errands.give(in.number());
        ++left;
      }
      if (word == RankWord::stop) {
        errands.want_no_more();
        stopped = true;
      }
    }
    for (std::string& parcel : errands.take_done()) {
      shared.ranks.post(0, std::move(parcel));
      --left;
    }
    if (stopped && left == 0 && !std::exchange(gone, true)) shared.ranks.post(0, parcel_of(RankWord::gone).take());
  }
}

}  // namespace sotto
