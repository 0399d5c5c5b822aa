// SPDX-License-Identifier: MIT
// One thread that waits for sockets, timers and signals, and one that computes meanwhile.
#pragma once

#include <memory>

#include "sotto/federation/peer/timeline.hpp"

namespace sotto {

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
