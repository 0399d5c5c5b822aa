// SPDX-License-Identifier: MIT
#include "sotto/input/long_wait.hpp"

#include <atomic>
#include <mutex>
#include <utility>

namespace sotto {
namespace {

struct Ears {
  std::atomic<bool> open{false};
  std::mutex mutex;
  WaitListener listener;
};

Ears& ears() {
  static Ears the_ears;
  return the_ears;
}

}  // namespace

ListeningToWaits::ListeningToWaits(WaitListener listener) {
  const std::lock_guard lock(ears().mutex);
  if (ears().open) return;
  ears().listener = std::move(listener);
  hears_ = ears().open = true;
}

ListeningToWaits::~ListeningToWaits() {
  if (!hears_) return;
  const std::lock_guard lock(ears().mutex);
  ears().open = false;
  ears().listener = nullptr;
}

bool waits_are_heard() {
  return ears().open.load(std::memory_order_relaxed);
}

void tell_wait(const char* what, double share, WaitOn on) {
  if (!waits_are_heard()) return;
  const std::lock_guard lock(ears().mutex);
  if (ears().listener) ears().listener(what, share, on);
}

}  // namespace sotto
