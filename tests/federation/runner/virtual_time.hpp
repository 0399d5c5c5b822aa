// SPDX-License-Identifier: MIT
// One clock and one queue of calls for several nodes in one thread. Nothing waits and nothing races: an hour passes as
// soon as nothing is left to do before it, and the same test takes the same steps.
#pragma once

#include <algorithm>
#include <exception>
#include <map>
#include <memory>

#include "sotto/federation/peer/timeline.hpp"

namespace sotto::test {

class VirtualTime {
 public:
  using Time = Timeline::Time;

  Time now() const { return now_; }
  void at(Time time, Timeline::Call call) { calls_.emplace(std::max(time, now_), std::move(call)); }
  /// The next call. False where none is left before `end`: then it is `end`.
  bool step(Time end);

 private:
  Time now_{std::chrono::hours(1)};
  std::multimap<Time, Timeline::Call> calls_;  // those of one time in the order in which they came
};

/// The time of one node's process. When it stops, throws or goes, its calls come no more.
class VirtualTimeline final : public Timeline {
 public:
  explicit VirtualTimeline(VirtualTime& time) : time_(time) {}
  ~VirtualTimeline() override { stop(); }

  Time now() const override { return time_.now(); }
  void at(Time time, Call call) override;
  void soon(Call call) override { at(now(), std::move(call)); }
  /// A job takes a millisecond, at the end of which it reads its inputs: whatever came meanwhile must not change them.
  void compute(Call job, Call done) override;
  void finish_computing() override {}
  void stop() override { process_->runs = false; }

  bool is_running() const { return process_->runs; }
  const std::exception_ptr& thrown() const { return process_->thrown; }

 private:
  struct Process {
    bool runs = true;
    std::exception_ptr thrown = nullptr;
  };
  VirtualTime& time_;
  std::shared_ptr<Process> process_ = std::make_shared<Process>();
};

}  // namespace sotto::test
