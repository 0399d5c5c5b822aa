// SPDX-License-Identifier: MIT
// One thread that waits for sockets, timers and signals, and one that computes meanwhile.
#pragma once

#include <chrono>
#include <functional>
#include <memory>

namespace sotto {

class EventLoop {
 public:
  EventLoop();
  ~EventLoop();
  EventLoop(const EventLoop&) = delete;
  EventLoop& operator=(const EventLoop&) = delete;

  using Call = std::function<void()>;

  /// Until stop(). What a call throws ends it and is thrown here.
  void run();
  void stop();

  void soon(Call call);
  void after(std::chrono::milliseconds wait, Call call);
  void at(std::chrono::steady_clock::time_point time, Call call);
  /// SIGTERM and SIGINT, from now on.
  void on_signal(std::function<void(int)> call);
  /// `job` on the computing thread, then `done` here. One job at a time. What the job throws is thrown by run().
  void compute(Call job, Call done);
  /// Waits for the job that runs; no other one will.
  void finish_computing();

  struct Inner;  // Asio's parts, for sources of this folder
  Inner& inner() { return *inner_; }

 private:
  std::unique_ptr<Inner> inner_;
};

}  // namespace sotto
