// SPDX-License-Identifier: MIT
// What happens next and when, as a running node sees it: real time in the program, virtual time in tests.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>

namespace sotto {

/// All calls come on one thread, one after another.
class Timeline {
 public:
  using Call = std::function<void()>;
  using Time = std::chrono::steady_clock::time_point;

  virtual ~Timeline() = default;
  Timeline(const Timeline&) = delete;
  Timeline& operator=(const Timeline&) = delete;

  virtual Time now() const = 0;
  virtual void at(Time time, Call call) = 0;
  virtual void soon(Call call) = 0;
  void after(std::chrono::milliseconds wait, Call call) { at(now() + wait, std::move(call)); }
  /// `job` beside this thread, then `done` on it. One job at a time. What the job throws is thrown as by a call.
  virtual void compute(Call job, Call done) = 0;
  /// Waits for the job that runs; no other one will.
  virtual void finish_computing() = 0;
  /// No call comes any more.
  virtual void stop() = 0;

 protected:
  Timeline() = default;
};

/// The beat on which a message leaves: everybody can reckon it, but the time of a gradient depends on records. Beats
/// count from an event that others see: the arrival of the last message that a round needs, or the round before.
struct Beat {
  using Time = std::chrono::steady_clock::time_point;
  using Period = std::chrono::nanoseconds;

  Time from;
  Period period;

  /// The first one that is not over when the message is ready: 1 at least.
  std::int64_t number_at(Time ready) const {
    const auto beats = (ready - from + period - Period(1)) / period;
    return std::max<std::int64_t>(1, beats);
  }
  Time time_of(std::int64_t number) const { return from + number * period; }
};

/// Real time: one thread that waits for sockets, timers and signals, and one that computes meanwhile.
class EventLoop final : public Timeline {
 public:
  EventLoop();
  ~EventLoop() override;

  /// Until stop(). What a call throws ends it and is thrown here.
  void run();

  Time now() const override { return std::chrono::steady_clock::now(); }
  void at(Time time, Call call) override;
  void soon(Call call) override;
  void compute(Call job, Call done) override;
  void finish_computing() override;
  void stop() override;
  /// SIGTERM and SIGINT, from now on.
  void on_signal(std::function<void(int)> call);

  struct Inner;  // Asio's parts, for sources of this folder
  Inner& inner() { return *inner_; }

 private:
  std::unique_ptr<Inner> inner_;
};

}  // namespace sotto
