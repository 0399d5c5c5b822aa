// SPDX-License-Identifier: MIT
// Sockets, timers and signals on one thread, computing on another.
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <csignal>
#include <exception>

#include "sotto/federation/peer/asio_parts.hpp"
#include "sotto/federation/peer/timeline.hpp"

namespace sotto {
namespace {

void wait_for_signal(asio::signal_set& signals, std::function<void(int)> call) {
  signals.async_wait([&signals, call = std::move(call)](const boost::system::error_code& error, int signal) {
    if (error) return;
    call(signal);
    wait_for_signal(signals, call);
  });
}

}  // namespace

EventLoop::EventLoop() : inner_(std::make_unique<Inner>()) {}

EventLoop::~EventLoop() {
  finish_computing();
}

void EventLoop::finish_computing() {
  inner_->computing.join();
}

void EventLoop::run() {
  const auto keep = asio::make_work_guard(inner_->context);
  inner_->context.run();
}

void EventLoop::stop() {
  inner_->context.stop();
}

void EventLoop::soon(Call call) {
  asio::post(inner_->context, std::move(call));
}

void EventLoop::at(Time time, Call call) {
  const auto timer = std::make_shared<asio::steady_timer>(inner_->context, time);
  timer->async_wait([timer, call = std::move(call)](const boost::system::error_code& error) {
    if (!error) call();
  });
}

void EventLoop::on_signal(std::function<void(int)> call) {
  inner_->signals.add(SIGTERM);
  inner_->signals.add(SIGINT);
  wait_for_signal(inner_->signals, std::move(call));
}

void EventLoop::compute(Call job, Call done) {
  asio::post(inner_->computing, [this, job = std::move(job), done = std::move(done)] {
    std::exception_ptr thrown;
    try {
      job();
    } catch (...) {
      thrown = std::current_exception();
    }
    soon([thrown, done] { thrown ? std::rethrow_exception(thrown) : done(); });
  });
}

}  // namespace sotto
