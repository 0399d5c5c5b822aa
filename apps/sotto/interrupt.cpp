// SPDX-License-Identifier: MIT
#include "interrupt.hpp"

#include <csignal>

namespace sotto::app {
namespace {

std::atomic<bool> asked_to_stop{false};
static_assert(std::atomic<bool>::is_always_lock_free, "a signal handler may only set a lock-free flag");

}  // namespace

const std::atomic<bool>& watch_for_interrupt() {
  static const bool watching = [] {  // once: a second signal has its usual effect
    struct sigaction action {};
    action.sa_handler = [](int) { asked_to_stop = true; };
    action.sa_flags = static_cast<int>(SA_RESETHAND);
    return sigaction(SIGINT, &action, nullptr) == 0 && sigaction(SIGTERM, &action, nullptr) == 0;
  }();
  static_cast<void>(watching);
  return asked_to_stop;
}

}  // namespace sotto::app
