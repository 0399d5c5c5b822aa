// SPDX-License-Identifier: MIT
#include "sotto/audit/collect.hpp"

#include <algorithm>
#include <exception>
#include <limits>
#include <mutex>
#include <thread>

namespace sotto {
namespace {

constexpr std::uint32_t block_size = 64;
constexpr std::uint32_t selection_every = 6;  // five held out for each one to choose by, so an interrupt leaves both

/// Trials are handed out in blocks; NaN stands for a trial that was not run.
class Collector {
 public:
  Collector(const Collection& collection, const std::atomic<bool>& interrupt)
      : collection_(collection),
        interrupt_(interrupt),
        trials_(collection.held_out + collection.held_out / (selection_every - 1)),
        all_{std::vector<double>(trials_, not_run), std::vector<double>(trials_, not_run)} {}

  void run() {
    std::vector<std::thread> helpers;
    for (unsigned k = 1; k < collection_.threads; ++k) helpers.emplace_back([this] { work([](std::uint32_t) {}); });
    work([this](std::uint32_t done) { collection_.progress(done, trials_); });
    for (std::thread& helper : helpers) helper.join();
    if (failure_) std::rethrow_exception(failure_);
  }

  ScoreSets sets() const {
    ScoreSets sets;
    for (std::uint32_t trial = 0; trial < trials_; ++trial) {
      const double data = all_.data[trial], neighbour = all_.neighbour[trial];
      if (data != data || neighbour != neighbour) {
        sets.interrupted = true;
        continue;
      }
      Scores& set = trial % selection_every == selection_every - 1 ? sets.selection : sets.held_out;
      set.data.push_back(data);
      set.neighbour.push_back(neighbour);
    }
    return sets;
  }

 private:
  static constexpr double not_run = std::numeric_limits<double>::quiet_NaN();

  template <class Tell>
  void work(Tell tell) {
    try {
      Transcript heard(collection_.shape);
      while (!interrupt_ && !stop_) {
        const std::uint64_t first = next_.fetch_add(block_size);
        if (first >= trials_) return;
        const auto last = static_cast<std::uint32_t>(std::min<std::uint64_t>(first + block_size, trials_));
        for (auto trial = static_cast<std::uint32_t>(first); trial < last && !interrupt_; ++trial) {
          all_.data[trial] = score(Side::data, trial, heard);
          all_.neighbour[trial] = score(Side::neighbour, trial, heard);
        }
        tell(done_ += last - static_cast<std::uint32_t>(first));
      }
    } catch (...) {
      stop_ = true;
      const std::lock_guard lock(failing_);
      if (!failure_) failure_ = std::current_exception();
    }
  }

  double score(Side side, std::uint32_t trial, Transcript& heard) const {
    collection_.protocol(side, trial, heard);
    return heard.last_round() > collection_.rounds ? collection_.attack(heard) : not_run;
  }

  const Collection& collection_;
  const std::atomic<bool>& interrupt_;
  std::uint32_t trials_;
  Scores all_;
  std::atomic<std::uint64_t> next_ = 0;
  std::atomic<std::uint32_t> done_ = 0;
  std::atomic<bool> stop_ = false;
  std::mutex failing_;
  std::exception_ptr failure_;
};

}  // namespace

ScoreSets collect_scores(const Collection& collection, const std::atomic<bool>& interrupt) {
  Collector collector(collection, interrupt);
  collector.run();
  return collector.sets();
}

}  // namespace sotto
